import type { TerminalWatch } from '../domain/terminal-watch.js';
import type { VesselTrack } from '../domain/vessel-track.js';
import type { Watch } from '../domain/watch.js';
import type { Ports } from './ports.js';

export type Source = {
  kind: 'line' | 'terminal' | 'rail' | 'ais';
  name: string;
  subject: string | null;
  lastAttemptedAt: Date | null;
  lastAnsweredAt: Date | null;
  lastChangedAt: Date | null;
  nextDueAt: Date | null;
  lastFault: string | null;
  lastFaultAt: Date | null;
};

const freshness = ({ lastAttemptedAt, lastAnsweredAt, lastChangedAt, dueAt, lastFault, lastFaultAt }: Watch | TerminalWatch) => ({ lastAttemptedAt, lastAnsweredAt, lastChangedAt, nextDueAt: dueAt, lastFault, lastFaultAt });

/** A ship is not asked; it tells. Its last word is all there is to say of freshness. */
const shipSource = ({ imo, last }: VesselTrack): Source => ({
  kind: 'ais', name: 'AIS', subject: imo, lastAttemptedAt: null, lastAnsweredAt: last?.at ?? null, lastChangedAt: last?.at ?? null, nextDueAt: null, lastFault: null, lastFaultAt: null,
});

/** Every source of a number and how fresh it is (D-35). */
export const listSources = (ports: Ports) => async (accountId: string, trackingRequestIds: readonly string[]): Promise<Source[]> => {
  const watches = await ports.watches.byTrackers(accountId, trackingRequestIds);
  const terminals = await ports.terminalWatches.ofWatches(watches.map(({ id }) => id));
  const ships = await ports.vessels.byImos([...new Set(watches.flatMap(({ vesselImos }) => vesselImos))]);
  return [
    ...watches.map((watch): Source => ({ kind: 'line', name: ports.reference.lineName(watch.scac), subject: null, ...freshness(watch) })),
    ...terminals.map((watch): Source => ({ kind: ports.terminals.named(watch.connector)?.kind ?? 'terminal', name: watch.connector, subject: watch.containerNumber, ...freshness(watch) })),
    ...ships.map(shipSource),
  ];
};
