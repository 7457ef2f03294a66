import { app, type App } from '../../src/app/index.js';
import type { CarrierAnswer, Carriers } from '../../src/app/ports.js';
import type { CarrierProfile } from '../../src/domain/carrier-profile.js';
import { sandboxProfile } from '../../src/outside/carriers/sandbox-profile.js';
import type { Wanted } from '../../src/app/track.js';
import { memoryPorts, type Memory } from './memory-ports.js';
import type { Ports } from '../../src/app/ports.js';

/** What the shipment of a request says of its tracking at a revision. */
export const tracking = ({ accountId, trackingRequestId }: Pick<Wanted, 'accountId' | 'trackingRequestId'>, revision: number) => ({ accountId, trackingRequestIds: [trackingRequestId], revision });

/** A carrier that answers what the test puts in. */
export type Answering = Carriers & { answers: Map<string, CarrierAnswer | (() => CarrierAnswer)>; asked: string[]; clockIs: Date | 'stopped' | null };

export const pages = (...bodies: unknown[]): CarrierAnswer => ({ kind: 'pages', texts: bodies.map((body) => JSON.stringify(body)), pages: bodies });

/** The standard's own profile, without the sandbox's haste. */
export const plainProfile = (changes: Partial<CarrierProfile> = {}): CarrierProfile => ({
  ...sandboxProfile('http://carrier.test', 250),
  scac: 'EXMP',
  name: 'Example Line',
  cadence: { kind: 'phased' },
  clock: { kind: 'wall' },
  terminalFeed: null,
  ...changes,
});

export const answering = (profiles: CarrierProfile[], now: () => Date): Answering => {
  const answers: Answering['answers'] = new Map();
  const asked: string[] = [];
  const carrier: Answering = {
    answers,
    asked,
    clockIs: null,
    profile: (scac) => profiles.find((profile) => profile.scac === scac) ?? null,
    clock: async () => (carrier.clockIs === 'stopped' ? null : (carrier.clockIs ?? now())),
    ask: async (_profile, _credential, _type, number) => {
      asked.push(number);
      const answer = answers.get(number) ?? { kind: 'absent', known: false, detail: 'The carrier does not know the number.' };
      return typeof answer === 'function' ? answer() : answer;
    },
  };
  return carrier;
};

export type World = { memory: Memory; use: App; carrier: Answering; poll(): Promise<void>; wanted(changes?: Partial<Wanted>): Wanted };

/** The use cases over memory; `poll` runs everything that is due, and what becomes due by it at the same moment. */
export const world = (profiles: CarrierProfile[] = [plainProfile()], parts: Partial<Ports> = {}): World => {
  const holder: { memory?: Memory } = {};
  const carrier = answering(profiles, () => holder.memory?.clock.now ?? new Date(0));
  const memory = memoryPorts({ carriers: carrier, ...parts });
  holder.memory = memory;
  const lanes = [...profiles.map(({ scac, concurrency }) => ({ name: scac, concurrency })), { name: '*', concurrency: 4 }];
  const use = app(memory.ports, lanes, (scac) => carrier.profile(scac)?.scac ?? '*', () => undefined);
  let count = 0;
  return {
    memory,
    use,
    carrier,
    poll: async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        [...lanes.map(({ name }) => name), ...memory.ports.terminals.all().map(({ name }) => `terminal:${name}`)].forEach((name) => use.poller.kick(name));
        await use.poller.turn();
        await use.poller.settled();
      }
    },
    wanted: (changes = {}) => ({ accountId: 'account-1', trackingRequestId: `request-${(count += 1)}`, requestType: 'bill_of_lading', normalizedNumber: 'BL4410077', scac: 'EXMP', ...changes }),
  };
};
