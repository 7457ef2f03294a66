import { startOfDay } from '@landfall/shipping/local-date';
import { isFeeType } from '@landfall/shipping/fee-type';
import { isHoldStatus, toHoldName } from '@landfall/shipping/hold-name';
import type { Atlas, Facility } from './atlas.js';
import type { CarrierEvent } from './carrier-event.js';
import { spotOf, type Spot } from './plan.js';

export type Hold = { name: string; status: string; description?: string };
export type Fee = { type: string; amount: number; currencyCode?: string };
export const DEADLINE_OWNERS = ['line', 'terminal', 'rail'] as const;
export type DeadlineOwner = (typeof DEADLINE_OWNERS)[number];

/** What a terminal or a ramp says of one container, as it came. */
export type TerminalReport = {
  terminalLocode?: string;
  terminalSmdgCode?: string;
  terminalFirmsCode?: string;
  checkedAt: Date;
  available?: boolean;
  lastFreeDay?: string;
  lastFreeDayOf?: string;
  holds: readonly Hold[];
  fees: readonly Fee[];
  yardLocation?: string;
  appointmentAt?: Date;
  events: readonly CarrierEvent[];
  source: string;
  chassisNumber?: string;
  offDock?: boolean;
};

/** The newest report of one facility, kept with the container. */
export type FacilityState = {
  spot: Spot;
  source: string;
  facilityId?: string;
  facilityType?: string;
  checkedAt: Date;
  available?: boolean;
  availableSince?: Date;
  holds: readonly Hold[];
  fees: readonly Fee[];
  yardLocation?: string;
  appointmentAt?: Date;
  chassisNumber?: string;
  offDock?: boolean;
};

/** A last free day stays a day of the place; the instant is its first moment there. */
export type Deadline = { day: string; at: Date; saidAt: Date; source: string };
export type Deadlines = Partial<Record<DeadlineOwner, Deadline>>;

const facilityOf = (report: TerminalReport, atlas: Atlas): Facility | null => {
  const { terminalLocode: locode, terminalSmdgCode: smdgCode, terminalFirmsCode: firmsCode } = report;
  const hint = { ...(locode ? { locode } : {}), ...(smdgCode ? { smdgCode } : {}), ...(firmsCode ? { firmsCode } : {}) };
  return atlas.terminal(hint) ?? (report.source === 'rail' && locode ? atlas.railTerminal(locode) : null);
};

const cleanHold = ({ name, status, description }: Hold): Hold => {
  const known = toHoldName(name);
  const says = description ?? (known === 'other' && name.toLowerCase() !== 'other' ? name : undefined);
  return { name: known, status: isHoldStatus(status) ? status : 'hold', ...(says ? { description: says } : {}) };
};

const cleanFee = ({ type, amount, currencyCode }: Fee): Fee => ({ type: isFeeType(type) ? type : 'other', amount, ...(currencyCode ? { currencyCode } : {}) });

export const stateOf = (report: TerminalReport, atlas: Atlas): FacilityState => {
  const facility = facilityOf(report, atlas);
  return {
    spot: spotOf(atlas, report.terminalLocode ?? facility?.locode),
    source: report.source,
    ...(facility ? { facilityId: facility.id, facilityType: facility.type } : {}),
    checkedAt: report.checkedAt,
    ...(report.available === undefined ? {} : { available: report.available }),
    holds: report.holds.map(cleanHold),
    fees: report.fees.map(cleanFee),
    ...(report.yardLocation ? { yardLocation: report.yardLocation } : {}),
    ...(report.appointmentAt ? { appointmentAt: report.appointmentAt } : {}),
    ...(report.chassisNumber ? { chassisNumber: report.chassisNumber } : {}),
    ...(report.offDock === undefined ? {} : { offDock: report.offDock }),
  };
};

const sameFacility = (a: FacilityState, b: FacilityState): boolean =>
  a.spot === b.spot && a.source === b.source && a.facilityId === b.facilityId;

/** An older report may arrive late and must not undo a newer one; the same one read again with a repaired mapping counts. */
export const withReport = (states: readonly FacilityState[], state: FacilityState): FacilityState[] => {
  const same = states.find((other) => sameFacility(other, state));
  if (same && same.checkedAt > state.checkedAt) return [...states];
  return [...states.filter((other) => other !== same), state].sort((a, b) => a.checkedAt.getTime() - b.checkedAt.getTime());
};

const isOwner = (value: string | undefined): value is DeadlineOwner => DEADLINE_OWNERS.includes(value as DeadlineOwner);

export const withDeadline = (deadlines: Deadlines, report: TerminalReport, zone: string): Deadlines => {
  const owner = isOwner(report.lastFreeDayOf) ? report.lastFreeDayOf : 'terminal';
  const at = report.lastFreeDay ? startOfDay(report.lastFreeDay, zone) : null;
  const known = deadlines[owner];
  if (!at || !report.lastFreeDay || (known && known.saidAt > report.checkedAt)) return deadlines;
  return { ...deadlines, [owner]: { day: report.lastFreeDay, at, saidAt: report.checkedAt, source: report.source } };
};

/** The original's rule: the line's day if it gave one, else the terminal's, else the railway's. */
export const pickupDeadline = ({ line, terminal, rail }: Deadlines): Deadline | undefined => line ?? terminal ?? rail;

/** D-14: the day that really counts is the earliest one. */
export const currentDeadline = (deadlines: Deadlines): { at: Date; source: DeadlineOwner } | undefined =>
  DEADLINE_OWNERS.flatMap((source) => (deadlines[source] ? [{ at: deadlines[source].at, source }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())[0];
