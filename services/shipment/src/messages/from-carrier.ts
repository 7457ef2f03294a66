import type { SnapshotTaken, TerminalReportTaken, VesselBerthed, VesselPositionTaken } from '@landfall/contracts/gen/event_ingest/v1/facts';
import type { CarrierEvent as EventMessage, Snapshot as SnapshotMessage, TerminalReport as ReportMessage } from '@landfall/contracts/gen/event_ingest/v1/snapshot';
import type { Snapshot } from '../domain/apply-snapshot.js';
import type { Berthing } from '../domain/berthing.js';
import type { CarrierEvent } from '../domain/carrier-event.js';
import type { TerminalReport } from '../domain/terminal-report.js';

/** Messages say undefined; rows do not, so that equal rows are equal whatever way they came. */
const present = <T extends object>(message: T): { [Key in keyof T]: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined)) as never;

const toEvent = (message: EventMessage): CarrierEvent => present({ ...message }) as CarrierEvent;

const toSnapshot = (message: SnapshotMessage | undefined, saidAt: Date): Snapshot => {
  const { billOfLadingNumber, bookingNumber, portOfLadingLocode, portOfDischargeLocode, destinationLocode, containers = [], events = [], bookingCancelled = false } = message ?? {};
  return {
    ...(billOfLadingNumber ? { billOfLadingNumber } : {}),
    ...(bookingNumber ? { bookingNumber } : {}),
    plan: {
      saidAt,
      ...(portOfLadingLocode ? { portOfLading: portOfLadingLocode } : {}),
      ...(portOfDischargeLocode ? { portOfDischarge: portOfDischargeLocode } : {}),
      ...(destinationLocode ? { destination: destinationLocode } : {}),
    },
    bookingCancelled,
    containers: containers.map(({ number, isoCode, sealNumber, weightLbs, events: own }) => ({
      number,
      ...(isoCode ? { isoCode } : {}),
      ...(sealNumber ? { sealNumber } : {}),
      ...(weightLbs ? { weightLbs } : {}),
      events: own.map(toEvent),
    })),
    events: events.map(toEvent),
  };
};

export const fromSnapshotTaken = ({ watchId, scac, digest, sequence, trackers, snapshot, ...message }: SnapshotTaken, heardAt: Date) => {
  const takenAt = message.takenAt ?? heardAt;
  const sourceNow = message.sourceNow ?? takenAt;
  return { watchId, scac, digest, sequence, takenAt, sourceNow, trackers, snapshot: toSnapshot(snapshot, sourceNow) };
};

const toReport = (message: ReportMessage, takenAt: Date): TerminalReport => {
  const { checkedAt, holds, fees, events, containerNumber: _number, ...rest } = message;
  return {
    ...(present(rest) as Omit<TerminalReport, 'checkedAt' | 'holds' | 'fees' | 'events'>),
    checkedAt: checkedAt ?? takenAt,
    holds: holds.map((hold) => present(hold)),
    fees: fees.map((fee) => present(fee)),
    events: events.map(toEvent),
  };
};

export const fromReportTaken = ({ trackers, report, ...message }: TerminalReportTaken, heardAt: Date) => {
  const takenAt = message.takenAt ?? heardAt;
  return report && { trackers, containerNumber: report.containerNumber, takenAt, report: toReport(report, takenAt) };
};

export const fromPosition = ({ imo, mmsi, name, position }: VesselPositionTaken, heardAt: Date) => {
  if (!position || !(imo || mmsi)) return undefined;
  const { latitude, longitude, speedKnots, headingDegrees, at, navigationStatus } = position;
  return present({ imo, mmsi, name, latitude, longitude, speedKnots, headingDegrees, navigationStatus, at: at ?? heardAt }) as Sighting;
};

export const fromBerthed = ({ imo, name, locodes, terminalLocode, terminalSmdgCode, berthedAt, trackers }: VesselBerthed, heardAt: Date): { berthing: Berthing; trackers: VesselBerthed['trackers'] } => ({
  trackers,
  berthing: {
    imo,
    locodes,
    at: berthedAt ?? heardAt,
    ...(name ? { name } : {}),
    ...(terminalLocode && terminalSmdgCode ? { terminal: { locode: terminalLocode, smdgCode: terminalSmdgCode } } : {}),
  },
});

export type Sighting = { imo?: string; mmsi?: string; name?: string; latitude: number; longitude: number; speedKnots?: number; headingDegrees?: number; navigationStatus?: number; at: Date };
