import type { Container, ContainerRecord } from './container.js';
import type { Context } from './context.js';
import { keepEvents } from './kept-events.js';
import { plannedSpots } from './plan.js';
import { settleContainer, type Settled } from './settle-container.js';
import type { Shipment } from './shipment.js';
import { stateOf, withDeadline, withReport, type TerminalReport } from './terminal-report.js';

const zoneOf = (report: TerminalReport, container: Container, { atlas }: Context): string =>
  (report.terminalLocode ? atlas.place(report.terminalLocode)?.timeZone : undefined) ?? container.podTimezone ?? 'UTC';

const sourceOf = ({ source, lastFreeDayOf }: TerminalReport): string => (source === 'rail' || lastFreeDayOf === 'rail' ? 'rail' : 'terminal');

/** Old container + what a terminal says of it → new container and what has changed; null when that is nothing. */
export const applyTerminalReport = (shipment: Pick<Shipment, 'id' | 'plan'>, before: Container, report: TerminalReport, context: Context): Settled | null => {
  const { atlas, takenAt, nameId } = context;
  const record: ContainerRecord = {
    ...before,
    facilities: withReport(before.facilities, stateOf(report, atlas)),
    deadlines: withDeadline(before.deadlines, report, zoneOf(report, before, context)),
    own: keepEvents(before.own, report.events, { scope: `${shipment.id} ${before.number}`, takenAt, nameId, atlas }),
  };
  return settleContainer(before, record, plannedSpots(atlas, shipment.plan), { ...context, saidAt: report.checkedAt, dataSource: sourceOf(report) });
};
