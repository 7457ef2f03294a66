// What shall run on this machine, decided without touching it: the rest of this service only carries it out.
import { join } from 'node:path';
import type { Settings } from './config.js';
import { type ServiceRow, variableOf } from './services.js';

export type Ports = Record<string, number>;

export type ServiceRun = { name: string; env: Record<string, string> };

export type Ready =
  /** It writes a JSON line `{"listening": …}`. */
  | { by: 'listening' }
  /** It greets like a NATS server with JetStream. */
  | { by: 'greeting'; port: number }
  /** It sends `ready` over its channel. */
  | { by: 'message' }
  /** Its health door answers 200. */
  | { by: 'health'; url: string };

export type Part = {
  name: string;
  /** A `node` part notices our death by its channel; a `native` one is watched over by a keeper. */
  kind: 'node' | 'native';
  program: string;
  args: string[];
  env: Record<string, string>;
  ready: Ready;
  /** How long it may take to be ready; undefined: as long as what it waits for, which is not ours, stays away. */
  readyWithinMs: number | undefined;
  /** What the host is told to run, once it listens. */
  services: ServiceRun[];
};

export type Secrets = { dataEncryptionKey: string };

// A cold start of all services takes 2 s, with one process each 7 s; a slow disk and a busy machine get ten times that.
const READY_WITHIN_MS = 60_000;

/** The ports a plan needs beside the public one, by name. */
export function portNames(services: readonly ServiceRow[], settings: Settings): string[] {
  return [
    ...(settings.mongodbUri ? [] : ['store']),
    ...(settings.natsUrl ? [] : ['nats']),
    ...services.flatMap(({ name, grpc, http }) => [
      ...(grpc ? [`${name}.grpc`] : []),
      ...(http === 'internal' ? [`${name}.http`] : []),
      `${name}.health`,
    ]),
  ];
}

/** The parts in the order of starting; they stop in reverse, so services never outlive what they need. */
export function plan(settings: Settings, services: readonly ServiceRow[], ports: Ports, secrets: Secrets): Part[] {
  const runs = services.map((row) => ({ name: row.name, env: serviceEnv(row, services, settings, ports, secrets) }));
  const hosted = settings.mode === 'host' ? [host(settings, runs)] : runs.map((run) => alone(settings, run, ports));
  return [
    ...(settings.mongodbUri ? [] : [store(settings, portOf(ports, 'store'))]),
    ...(settings.natsUrl ? [] : [nats(settings, portOf(ports, 'nats'))]),
    ...(runs.length > 0 ? hosted : []),
  ];
}

// Not `localhost`: that name is ::1 first on many machines, and some clients never try the second address.
export const publicUrl = ({ publicPort }: Settings): string => `http://127.0.0.1:${publicPort}`;

export const natsUrlOf = (settings: Settings, ports: Ports): string =>
  settings.natsUrl ?? `nats://127.0.0.1:${portOf(ports, 'nats')}`;

export const storeUriOf = (settings: Settings, ports: Ports): string =>
  settings.mongodbUri ?? `mongodb://127.0.0.1:${portOf(ports, 'store')}/`;

/** Where the file to run of a package of this workspace is, as this service has it installed. */
export const packageFile = (root: string, name: string, file: string): string =>
  join(root, 'services', 'one-machine', 'node_modules', '@landfall', name, file);

function store({ root, home }: Settings, port: number): Part {
  const program = packageFile(root, 'embedded-mongo', join('dist', 'main.js'));
  const args = ['--path', join(home, 'store'), '--port', String(port)];
  return { name: 'store', kind: 'node', program, args, env: {}, ready: { by: 'listening' }, readyWithinMs: READY_WITHIN_MS, services: [] };
}

function nats({ home, natsServer }: Settings, port: number): Part {
  const args = ['--jetstream', '--store_dir', join(home, 'nats'), '--addr', '127.0.0.1', '--port', String(port)];
  const program = natsServer ?? 'nats-server';
  return { name: 'nats', kind: 'native', program, args, env: {}, ready: { by: 'greeting', port }, readyWithinMs: READY_WITHIN_MS, services: [] };
}

function host(settings: Settings, services: ServiceRun[]): Part {
  const program = join(settings.root, 'services', 'one-machine', 'dist', 'host.js');
  return { name: 'services', kind: 'node', program, args: [], env: {}, ready: { by: 'message' }, readyWithinMs: patience(settings), services };
}

function alone(settings: Settings, { name, env }: ServiceRun, ports: Ports): Part {
  const program = packageFile(settings.root, name, join('dist', 'main.js'));
  const url = `http://127.0.0.1:${portOf(ports, `${name}.health`)}/readyz`;
  return { name, kind: 'node', program, args: [], env, ready: { by: 'health', url }, readyWithinMs: patience(settings), services: [] };
}

// A store or bus of somebody else may come later than we do: services wait for it, and so do we.
const patience = ({ mongodbUri, natsUrl }: Settings) => (mongodbUri || natsUrl ? undefined : READY_WITHIN_MS);

function serviceEnv(row: ServiceRow, all: readonly ServiceRow[], settings: Settings, ports: Ports, secrets: Secrets) {
  const owners = all.filter(({ name, grpc }) => grpc && (row.callsOwners || row.calls.includes(name)));
  const asked = Object.entries(row.asks).filter(([, name]) => all.some((other) => other.name === name));
  return {
    MONGODB_URI: storeUriOf(settings, ports),
    NATS_URL: natsUrlOf(settings, ports),
    PUBLIC_URL: publicUrl(settings),
    // What a person sets opens the public door to a network, and nothing else.
    ...(row.http === 'public' ? {} : { BIND_HOST: '127.0.0.1' }),
    HEALTH_PORT: String(portOf(ports, `${row.name}.health`)),
    ...(row.grpc ? { GRPC_PORT: String(portOf(ports, `${row.name}.grpc`)) } : {}),
    ...httpPort(row, settings, ports),
    ...Object.fromEntries(owners.map(({ name }) => [`${variableOf(name)}_GRPC_URL`, `127.0.0.1:${portOf(ports, `${name}.grpc`)}`])),
    ...Object.fromEntries(asked.map(([variable, name]) => [variable, `http://127.0.0.1:${portOf(ports, `${name}.http`)}`])),
    ...(row.encrypts ? { DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey } : {}),
    ...row.env,
  };
}

function httpPort(row: ServiceRow, settings: Settings, ports: Ports): Record<string, string> {
  if (row.http === 'none') return {};
  return { HTTP_PORT: String(row.http === 'public' ? settings.publicPort : portOf(ports, `${row.name}.http`)) };
}

function portOf(ports: Ports, name: string): number {
  const port = ports[name];
  if (port === undefined) throw new Error(`No port was picked for ${name}.`);
  return port;
}
