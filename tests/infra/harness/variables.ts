import { join } from 'node:path';
import { ROOT } from './paths.js';

/** What the tracing part and Node itself read, beside each service's own schema. */
const EVERYBODY = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES', 'NODE_OPTIONS', 'NODE_ENV'];

/** Everything a service reads from its environment. */
export const knownVariables = async (service: string): Promise<Set<string>> => {
  const { schema } = (await import(join(ROOT, 'services', service, 'dist/config.js'))) as { schema: { shape: object } };
  return new Set([...Object.keys(schema.shape), ...EVERYBODY]);
};
