import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ports } from '@landfall/one-machine/plan';
import { pickPorts } from '@landfall/one-machine/ports';
import { SERVICES, variableOf, type ServiceRow } from '@landfall/one-machine/services';
import { isReady, programOf } from './ports.js';
import { victim, type Victim } from './process.js';
import { storeAndBus } from './store-and-bus.js';
import { wire, type Wire } from './wire.js';

/** One of two machines: a replica of every service, and its own cables to the store and the bus. */
export interface Node {
  name: string;
  replicas: Replica[];
  toStore: Wire;
  toBus: Wire;
  /** Moves the wall clock of everything on it; timers go on as they were. */
  setClock(aheadMs: number): void;
}

export interface Replica extends Victim {
  service: string;
}

export interface Cluster {
  nodes: Node[];
  store: Victim;
  bus: Victim;
  sandbox: Victim;
  /** Logs and data, until it is stopped. */
  folder: string;
  storeUrl: string;
  busUrl: string;
  /** The one public address, balanced over the gateways that are ready. */
  origin: string;
  /** As a gRPC client is told it: every replica of that service. */
  grpcUrlOf(service: string): string;
  victims(): Victim[];
  stop(): Promise<void>;
}

// The same key for all, as one secret in a cluster is; it protects nothing but this test's data.
const KEY = Buffer.alloc(32, 7).toString('base64');
const LOOK_EVERY_MS = 150;
// Many looks long, so that nobody is sent to a door that is about to close, however busy this machine is; and longer
// than clients keep idle connections, who are told how long that is.
const STOP_DELAY_MS = 2_500;
const SANDBOX = 'sandbox-carrier';
const OURS = SERVICES.filter(({ name }) => name !== SANDBOX);

type Doors = { grpc: number; http: number; health: number };

const doorsOf = (ports: Ports, name: string): Doors => ({ grpc: ports[`${name}.grpc`] ?? 0, http: ports[`${name}.http`] ?? 0, health: ports[`${name}.health`] ?? 0 });
const namesOf = (name: string): string[] => ['grpc', 'http', 'health'].map((door) => `${name}.${door}`);

/** Which replicas an orchestrator would send strangers to: those that say they are ready. */
const readiness = (all: readonly { service: string; doors: Doors }[]) => {
  const ready = new Set<Doors>();
  const look = () => Promise.all(all.map(async ({ doors: each }) => ((await isReady(each.health)().catch(() => false)) ? ready.add(each) : ready.delete(each))));
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    httpOf: (service: string) => all.filter((each) => each.service === service && ready.has(each.doors)).map((each) => each.doors.http),
    stop: () => clearInterval(timer),
  };
};

export interface ClusterSettings {
  /** For all of ours; `of` for one service. */
  more?: Record<string, string>;
  of?: Record<string, Record<string, string>>;
}

/** Store, bus, the carrier of the sandbox, and two nodes with every service of ours: each a process of its own. */
export const cluster = async ({ more = {}, of = {} }: ClusterSettings = {}): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-cluster-'));
  const places = [0, 1].flatMap((node) => OURS.map(({ name }) => ({ service: name, node })));
  // Not the kernel's free ports: it lends those to connections before the services that we keep them for are up.
  const ports = await pickPorts(['store', 'bus', ...namesOf(SANDBOX), ...places.flatMap(({ service, node }) => namesOf(`${service}-${node}`))], folder);
  const [storePort = 0, busPort = 0, sandboxDoors] = [ports['store'], ports['bus'], doorsOf(ports, SANDBOX)];
  const all = places.map(({ service, node }) => ({ service, node, doors: doorsOf(ports, `${service}-${node}`) }));

  const balanced = readiness(all);
  const httpWires = new Map<string, Wire>();
  for (const { name } of OURS.filter(({ http }) => http !== 'none')) httpWires.set(name, await wire(() => balanced.httpOf(name)));
  const origin = `http://127.0.0.1:${httpWires.get('api-gateway')?.port}`;
  const grpcUrlOf = (service: string) => `ipv4:${all.filter((each) => each.service === service).map((each) => `127.0.0.1:${each.doors.grpc}`).join(',')}`;
  const httpUrlOf = (service: string) => `http://127.0.0.1:${service === SANDBOX ? sandboxDoors.http : httpWires.get(service)?.port}`;

  const envOf = (row: ServiceRow, own: Doors, storeAt: number, busAt: number): Record<string, string> => ({
    // The member that the store names is the store itself; the driver has to stay on the cable it was given.
    MONGODB_URI: `mongodb://127.0.0.1:${storeAt}/?directConnection=true`,
    NATS_URL: `nats://127.0.0.1:${busAt}`,
    PUBLIC_URL: origin,
    BIND_HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    STOP_DELAY_MS: String(STOP_DELAY_MS),
    HEALTH_PORT: String(own.health),
    GRPC_PORT: String(own.grpc),
    HTTP_PORT: String(own.http),
    DATA_ENCRYPTION_KEY: KEY,
    ...Object.fromEntries(OURS.filter(({ name, grpc }) => grpc && (row.callsOwners || row.calls.includes(name))).map(({ name }) => [`${variableOf(name)}_GRPC_URL`, grpcUrlOf(name)])),
    ...Object.fromEntries(Object.entries(row.asks).map(([variable, name]) => [variable, httpUrlOf(name)])),
    ...row.env,
    ...more,
    ...of[row.name],
  });
  const program = (row: ServiceRow, name: string, own: Doors, env: Record<string, string>, imports: string[] = []): Victim =>
    victim({ name, command: process.execPath, args: [...imports, programOf(`services/${row.name}`)], env, logPath: join(folder, `${name}.log`), ready: isReady(own.health) });

  const { store, bus } = await storeAndBus(folder, { storePort, busPort });
  const sandboxRow = SERVICES.find(({ name }) => name === SANDBOX) as ServiceRow;
  const sandbox = program(sandboxRow, SANDBOX, sandboxDoors, envOf(sandboxRow, sandboxDoors, storePort, busPort));

  const node = async (index: number): Promise<Node> => {
    const [toStore, toBus] = [await wire(() => [storePort]), await wire(() => [busPort])];
    const clock = join(folder, `clock-${index}`);
    const setClock = (aheadMs: number) => writeFileSync(clock, String(aheadMs));
    setClock(0);
    const replicas = OURS.map((row) => {
      const own = all.find((each) => each.service === row.name && each.node === index) as (typeof all)[number];
      const env = { ...envOf(row, own.doors, toStore.port, toBus.port), CLOCK_FILE: clock };
      const made = program(row, `${row.name}-${index}`, own.doors, env, ['--import', new URL('clock.mjs', import.meta.url).href]);
      return { ...made, service: row.name };
    });
    return { name: `node ${index}`, replicas, toStore, toBus, setClock };
  };
  const nodes = [await node(0), await node(1)];
  const replicas = nodes.flatMap((each) => each.replicas);
  for (const each of [store, bus, sandbox]) await each.start();
  for (const { name } of OURS) await Promise.all(replicas.filter(({ service }) => service === name).map((each) => each.start()));

  return {
    nodes,
    store,
    bus,
    sandbox,
    folder,
    storeUrl: `mongodb://127.0.0.1:${storePort}/?directConnection=true`,
    busUrl: `nats://127.0.0.1:${busPort}`,
    origin,
    grpcUrlOf,
    victims: () => [store, bus, sandbox, ...replicas],
    stop: async () => {
      await Promise.all([...replicas].map((each) => each.stop()));
      for (const each of [sandbox, bus, store]) await each.stop();
      balanced.stop();
      await Promise.all([...httpWires.values(), ...nodes.flatMap(({ toStore, toBus }) => [toStore, toBus])].map((each) => each.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
