import { common, count, defineConfig, millis, optionalText, port } from '@landfall/kit/config';

/** Every variable this service reads. `npm run docs` prints docs/env.md from here. */
export const { schema, load } = defineConfig({
  ...common,
  GRPC_PORT: port(50_051).describe('Serves TrackingRequestService; 0 takes a free one.'),
  LOOKUP_DUE_POLL_MS: millis(1_000).describe('How often requests whose next attempt has come are looked for.'),
  SANDBOX_SPEED: count(86_400).describe('Sandbox seconds in a second: numbers of the line TEST wait that much shorter.'),
  REFERENCE_DATA_PATH: optionalText().describe('A folder that replaces the built-in lines, ports and terminals.'),
});

export type Config = ReturnType<typeof load>;
