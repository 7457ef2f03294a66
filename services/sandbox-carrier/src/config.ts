import { common, count, defineConfig, millis, optionalText, port } from '@landfall/kit/config';

/** Every variable this service reads. `npm run docs` prints docs/env.md from here. */
export const { schema, load } = defineConfig({
  ...common,
  HTTP_PORT: port(50_061).describe('Serves Track & Trace, the terminal, the AIS feed and the clock; 0 takes a free one.'),
  SANDBOX_SPEED: count(86_400).describe('Sandbox seconds in a second while a journey plays; 86400 makes a day a second.'),
  AIS_EVERY_MS: millis(1_000).describe('How often every ship tells where it is.'),
  REFERENCE_DATA_PATH: optionalText().describe('A folder that replaces the built-in lines, ports and terminals.'),
});

export type Config = ReturnType<typeof load>;
