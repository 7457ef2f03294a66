import { z } from 'zod';

/** The exit code for a wrong environment (sysexits EX_CONFIG): a supervisor need not restart into the same fault. */
export const EX_CONFIG = 78;

export type Environment = Record<string, string | undefined>;

const number = (fallback: number | undefined, least: number, most: number) => {
  const check = z.coerce.number({ error: 'must be a number' }).int('must be whole').min(least).max(most);
  return fallback === undefined ? check : check.default(fallback);
};

export const text = (fallback?: string) => (fallback === undefined ? z.string().min(1) : z.string().min(1).default(fallback));
/** Absent means the feature is off. */
export const optionalText = () => z.string().min(1).optional();
export const port = (fallback?: number) => number(fallback, 0, 65_535);
export const millis = (fallback?: number) => number(fallback, 0, Number.MAX_SAFE_INTEGER);
export const count = (fallback?: number) => number(fallback, 0, Number.MAX_SAFE_INTEGER);
export const url = (fallback?: string) => (fallback === undefined ? z.url() : z.url().default(fallback));
export const flag = (fallback: boolean) => z.enum(['true', 'false'], { error: 'must be true or false' }).default(fallback ? 'true' : 'false').transform((value) => value === 'true');
export const list = () => z.string().default('').transform((value) => value.split(',').map((part) => part.trim()).filter(Boolean));
/** Base64 of exactly 32 bytes: a key for AES-256. */
export const secret = () => z.string().refine((value) => /^[A-Za-z0-9+/]{43}=$/.test(value), 'must be 32 bytes in base64');

/** What every service reads. */
export const common = {
  MONGODB_URI: text('mongodb://127.0.0.1:27017').describe('The store.'),
  NATS_URL: text('nats://127.0.0.1:4222').describe('The bus.'),
  NATS_REPLICAS: count(1).describe('Copies of each stream; 3 in a cluster.'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What is written to the log.'),
  HEALTH_PORT: port(0).describe('Serves /livez, /readyz and /metrics; 0 takes a free one.'),
  GRPC_TLS_CA_PATH: optionalText().describe('With the next two: mutual TLS between the services.'),
  GRPC_TLS_CERT_PATH: optionalText().describe('This service as the others see it.'),
  GRPC_TLS_PRIVATE_KEY_PATH: optionalText().describe('The file of its private key.'),
  STOP_DELAY_MS: millis(0).describe('How long a service that was told to stop still serves, so that whoever sends it work hears of it first.'),
  BIND_HOST: text('127.0.0.1').describe('The address that doors listen on; 0.0.0.0 in a pod.'),
};

export interface ConfigDefinition<Shape extends z.ZodRawShape> {
  schema: z.ZodObject<Shape>;
  load: (env?: Environment) => z.output<z.ZodObject<Shape>>;
}

/** All faults at once, each with its variable: nobody should fix an environment one restart at a time. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(`The environment has ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

export const defineConfig = <Shape extends z.ZodRawShape>(shape: Shape): ConfigDefinition<Shape> => {
  const schema = z.object(shape);
  const load = (env: Environment = process.env) => {
    // An empty variable is how compose files and shells say "not set".
    const given = Object.fromEntries(Object.keys(shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${given[String(issue.path[0])] === undefined ? 'is required' : issue.message}`));
  };
  return { schema, load };
};
