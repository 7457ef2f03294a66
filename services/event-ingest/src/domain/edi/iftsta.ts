import type { EdiStatus, Stop } from './edi-status.js';
import { ediTime, first, part, type Segment } from './segment.js';

const ROLES: Record<string, Stop['role']> = { '88': 'R', '9': 'L', '11': 'D', '7': 'E' };

const ESTIMATES = new Set(['132', '133', '17']);
const ACTUALS = new Set(['178', '186', '35']);

const dateOf = (dtm: Segment | undefined): string | undefined => ediTime(part(dtm, 0, 1));

/** A LOC and the dates that follow it. */
const stopsOf = (segments: readonly Segment[]): Stop[] => {
  const stops: Stop[] = [];
  let open: Stop | undefined;
  for (const segment of segments) {
    if (segment.tag === 'LOC') {
      const role = ROLES[part(segment, 0) ?? ''];
      open = role && { role, locode: part(segment, 1)?.toUpperCase(), name: part(segment, 1, 3), actual: undefined, estimated: undefined };
      if (open) stops.push(open);
    } else if (segment.tag === 'DTM' && open) {
      const qualifier = part(segment, 0) ?? '';
      if (ESTIMATES.has(qualifier)) open.estimated = dateOf(segment);
      if (ACTUALS.has(qualifier)) open.actual = dateOf(segment);
    } else if (segment.tag !== 'DTM') open = undefined;
  }
  return stops;
};

const reference = (segments: readonly Segment[], qualifier: string): string | undefined =>
  part(segments.find((segment) => segment.tag === 'RFF' && part(segment, 0) === qualifier), 0, 1);

/** EDIFACT IFTSTA in the carriers' common style: the letters of 315 in STS, one container a message. Null without STS. */
export const readIftsta = (segments: readonly Segment[]): EdiStatus | null => {
  const code = part(first(segments, 'STS'), 1);
  if (code === undefined) return null;
  const tdt = first(segments, 'TDT', '20');
  const equipment = first(segments, 'EQD', 'CN');
  const filled = part(equipment, 5);
  const place = first(segments, 'LOC', '175');
  return {
    code,
    laden: filled === undefined ? undefined : filled === '5',
    at: dateOf(segments.find((segment) => segment.tag === 'DTM' && part(segment, 0) === '334')),
    locode: part(place, 1)?.toUpperCase(),
    placeName: part(place, 1, 3),
    container: part(equipment, 1)?.toUpperCase(),
    isoCode: part(equipment, 2),
    bill: reference(segments, 'BM'),
    booking: reference(segments, 'BN'),
    scac: part(first(segments, 'NAD', 'CA'), 1),
    vesselImo: part(tdt, 7),
    vesselName: part(tdt, 7, 3),
    voyage: part(tdt, 1),
    seal: part(first(segments, 'SEL'), 0),
    stops: stopsOf(segments),
  };
};
