import { common, count, defineConfig, list, millis, optionalText, port } from '@landfall/kit/config';

/** Every variable this service reads. `npm run docs` prints docs/env.md from here. */
export const { schema, load } = defineConfig({
  ...common,
  GRPC_PORT: port(50_052).describe('Serves ShipmentService, PlaceService, AnnotationService and MapService; 0 takes a free one.'),
  STOP_POLL_MS: millis(5_000).describe('How often shipments whose tracking may have to stop are looked for.'),
  ETA_POLL_MS: millis(1_000).describe('How often arrivals are foretold anew for ships that were seen.'),
  SNAPSHOTS_IN_FLIGHT: count(32).describe('How many snapshots are applied at once.'),
  SEA_NETWORK_PATH: optionalText().describe('Another network of sea lanes than the built-in one.'),
  SEA_PASSAGES_BLOCKED: list().describe('Passages that ships avoid these days, such as suez,bab_el_mandeb.'),
  REFERENCE_DATA_PATH: optionalText().describe('A folder that replaces the built-in lines, ports, terminals and vessels.'),
});

export type Config = ReturnType<typeof load>;
