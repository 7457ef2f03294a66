import { coarsenPositions } from './coarsen-positions.js';
import { gate } from './gate.js';
import { lanes, type Lane } from './lanes.js';
import { listSources } from './list-sources.js';
import { pollTerminal, watchTerminals } from './poll-terminal.js';
import { pollWatch } from './poll-watch.js';
import type { Ports } from './ports.js';
import { finishReceipts, receive } from './receive-message.js';
import { recordVessel } from './record-vessel.js';
import { rederive } from './rederive.js';
import { unknownCodes } from './unknown-codes.js';
import { endTracking, lookUp, refresh, resumeTracking, stopTracking } from './track.js';
import type { TerminalWatch } from '../domain/terminal-watch.js';
import type { Watch } from '../domain/watch.js';

export type LineLane = { name: string; concurrency: number };

const TERMINAL = 'terminal:';

const lineLane = (ports: Ports, { name, concurrency }: LineLane, poll: Lane<Watch>['work']): Lane<Watch> => ({
  name,
  concurrency,
  claim: (limit) => ports.watches.claim(name, limit, ports.now(), new Date(ports.now().getTime() + ports.settings.leaseMs), ports.newId()),
  nextDue: () => ports.watches.nextDue(name),
  work: poll,
});

const terminalLane = (ports: Ports, { name, concurrency }: LineLane, poll: Lane<TerminalWatch>['work']): Lane<TerminalWatch> => ({
  name: TERMINAL + name,
  concurrency,
  claim: (limit) => ports.terminalWatches.claim(name, limit, ports.now(), new Date(ports.now().getTime() + ports.settings.leaseMs), ports.newId()),
  nextDue: () => ports.terminalWatches.nextDue(name),
  work: poll,
});

/** Everything this service can do. `woken` is told when due work appeared, so that nobody waits for a tick. */
export const app = (ports: Ports, lineLanes: readonly LineLane[], laneOf: (scac: string) => string, woken: () => void) => {
  const around = { ...ports, gate: gate(ports) };
  const poll = pollWatch(around);
  const terminal = pollTerminal(around);
  const toTerminals = watchTerminals(ports, (name) => poller.kick(TERMINAL + name));

  const pollLine = async (watch: Watch): Promise<Date | null> => {
    const polled = await poll(watch);
    if (polled?.snapshot && polled.sourceNow) await toTerminals(polled.watch, polled.snapshot, polled.sourceNow);
    return polled?.watch.dueAt ?? null;
  };
  const all = [...lineLanes.map((lane) => lineLane(ports, lane, pollLine)), ...ports.terminals.all().map((door) => terminalLane(ports, door, terminal))];
  const poller = lanes(all as unknown as Lane<never>[], ports.now, ports.telling, woken);
  const kick = (watch: Watch) => poller.kick(laneOf(watch.scac));

  return {
    poller,
    detect: ports.reference.detect,
    lookUp: lookUp(ports, { kick, hasRoom: ({ scac }) => poller.hasRoom(laneOf(scac)), begin: (watch) => poller.begin(laneOf(watch.scac), watch) }),
    endTracking: endTracking(ports),
    stopTracking: stopTracking(ports),
    resumeTracking: resumeTracking(ports, kick),
    refresh: refresh(ports, kick),
    listSources: listSources(ports),
    rederive: rederive(ports),
    receive: receive(ports),
    finishReceipts: finishReceipts(ports),
    hearVessel: (followAll: boolean) => recordVessel(ports, followAll),
    vessels: ports.vessels,
    coarsenPositions: coarsenPositions(ports),
    unknownCodes: unknownCodes(ports),
    parkedEvents: ports.parkedEvents,
    credentials: ports.credentials,
  };
};

export type App = ReturnType<typeof app>;
