import type { CarrierEvent } from './carrier-event.js';
import type { TerminalReport } from './terminal-report.js';

/** Facts by which clients choose terminals and lines, by the name of the field that shows them. */
export type ProvidedField =
  | 'pickup_lfd' | 'available_for_pickup' | 'holds_at_pod_terminal' | 'fees_at_pod_terminal' | 'pickup_appointment_at'
  | 'pod_full_out_at' | 'pod_full_out_chassis_number' | 'location_at_pod_terminal';

const isFullOut = ({ eventCode, emptyIndicator, classifier }: CarrierEvent): boolean =>
  (eventCode === 'GTOT' || eventCode === 'PICK') && emptyIndicator === 'LADEN' && classifier === 'ACT';

/** What events alone tell: that a full box left, or that it may be fetched. */
export const fieldsOfEvents = (events: readonly CarrierEvent[]): ProvidedField[] => [
  ...(events.some(isFullOut) ? (['pod_full_out_at'] as const) : []),
  ...(events.some(({ eventCode }) => eventCode === 'AVPU') ? (['available_for_pickup'] as const) : []),
];

/** What a report really says; an empty list of holds may be one that nobody keeps. */
export const fieldsOfReport = (report: TerminalReport): ProvidedField[] => {
  const told: [ProvidedField, boolean][] = [
    ['available_for_pickup', report.available !== undefined],
    ['pickup_lfd', report.lastFreeDay !== undefined],
    ['holds_at_pod_terminal', report.holds.length > 0],
    ['fees_at_pod_terminal', report.fees.length > 0],
    ['pickup_appointment_at', report.appointmentAt !== undefined],
    ['pod_full_out_chassis_number', report.chassisNumber !== undefined],
    ['location_at_pod_terminal', report.yardLocation !== undefined],
  ];
  return [...new Set([...told.flatMap(([field, said]) => (said ? [field] : [])), ...fieldsOfEvents(report.events)])];
};
