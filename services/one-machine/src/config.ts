import { isAbsolute, join } from 'node:path';

export type Settings = {
  /** The checkout. */
  root: string;
  /** Where this copy keeps its data, logs and secrets. */
  home: string;
  publicPort: number;
  /** `host`: all services in one process. `processes`: one process a service. */
  mode: 'host' | 'processes';
  reset: boolean;
  mongodbUri: string | undefined;
  natsUrl: string | undefined;
  natsServer: string | undefined;
};

export type Environment = Record<string, string | undefined>;

export const HELP = `npm start [-- options]

  --processes   one process for each service, instead of one for all of them
  --reset       empty this copy's data first: shipments, accounts, keys, logs
  --help        this

  LANDFALL_PORT        the public port (3000)
  LANDFALL_HOME        where data, logs and secrets are kept (.landfall in the checkout)
  MONGODB_URI          a MongoDB to use instead of the embedded store
  NATS_URL             a NATS server with JetStream to use instead of an own one
  LANDFALL_NATS_SERVER the nats-server program to start
`;

const DEFAULT_PORT = 3000;
const FLAGS = ['--processes', '--reset', '--help'];

/** Reads arguments and environment; every fault is told at once, so that nobody mends them one start at a time. */
export function load(args: readonly string[], env: Environment, root: string): Settings | { faults: string[] } {
  const port = publicPort(env['LANDFALL_PORT']);
  const mongodbUri = address(env, 'MONGODB_URI', /^mongodb(\+srv)?:\/\/[^/]+/, 'mongodb://host:27017');
  const natsUrl = address(env, 'NATS_URL', /^(nats|tls|ws|wss):\/\/[^/]+/, 'nats://host:4222');
  const unknown = args.filter((arg) => !FLAGS.includes(arg)).map((arg) => `${arg} is not an option; \`npm start -- --help\` lists them.`);
  const faults = [...unknown, ...[port, mongodbUri, natsUrl].flatMap((read) => ('fault' in read ? [read.fault] : []))];
  if ('fault' in port || 'fault' in mongodbUri || 'fault' in natsUrl || faults.length > 0) return { faults };

  return {
    root,
    home: homeFolder(env['LANDFALL_HOME'], root),
    publicPort: port.value,
    mode: args.includes('--processes') ? 'processes' : 'host',
    reset: args.includes('--reset'),
    mongodbUri: mongodbUri.value,
    natsUrl: natsUrl.value,
    natsServer: env['LANDFALL_NATS_SERVER'] || undefined,
  };
}

export function homeFolder(wished: string | undefined, root: string): string {
  if (!wished) return join(root, '.landfall');
  return isAbsolute(wished) ? wished : join(root, wished);
}

type Read<T> = { value: T } | { fault: string };

function publicPort(text: string | undefined): Read<number> {
  if (!text) return { value: DEFAULT_PORT };
  const value = Number(text);
  const usable = Number.isInteger(value) && value >= 1 && value <= 65_535;
  return usable ? { value } : { fault: `LANDFALL_PORT must be a whole number from 1 to 65535, not "${text}".` };
}

// The value may hold a password, so the complaint shows the form that is wanted and never what was given.
function address(env: Environment, name: string, form: RegExp, example: string): Read<string | undefined> {
  const value = env[name] || undefined;
  if (value === undefined || form.test(value)) return { value };
  return { fault: `${name} must look like ${example}.` };
}
