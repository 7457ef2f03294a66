import { withCheckDigit } from '@landfall/shipping/container-number';
import type { EdiStatus, Stop } from './edi-status.js';
import { ediTime, first, part, type Segment } from './segment.js';

const ROLES = new Set(['R', 'L', 'D', 'E']);

const dateOf = (segment: Segment | undefined): string | undefined => ediTime(`${part(segment, 1) ?? ''}${part(segment, 2) ?? ''}`, part(segment, 3));

/** An R4 loop: the place and the dates behind it, up to the next place. */
const loops = (segments: readonly Segment[]): { head: Segment; dates: Segment[] }[] => {
  const found: { head: Segment; dates: Segment[] }[] = [];
  for (const segment of segments) {
    if (segment.tag === 'R4') found.push({ head: segment, dates: [] });
    else if (segment.tag === 'DTM') found.at(-1)?.dates.push(segment);
  }
  return found;
};

const locodeIn = (r4: Segment | undefined): string | undefined => (part(r4, 1) === 'UN' ? part(r4, 2)?.toUpperCase() : undefined);

const stopsOf = (segments: readonly Segment[]): Stop[] =>
  loops(segments).flatMap(({ head, dates }) => {
    const role = part(head, 0);
    if (role === undefined || !ROLES.has(role)) return [];
    const dated = (qualifier: string) => dateOf(dates.find((segment) => part(segment, 0) === qualifier));
    return [{ role: role as Stop['role'], locode: locodeIn(head), name: part(head, 3), actual: dated('140'), estimated: dated('139') }];
  });

const containerOf = (b4: Segment): string | undefined => {
  const prefix = part(b4, 6);
  const serial = part(b4, 7)?.padStart(6, '0');
  if (prefix === undefined || serial === undefined) return undefined;
  const digit = part(b4, 12);
  return digit === undefined ? (withCheckDigit(`${prefix}${serial}`) ?? `${prefix}${serial}`) : `${prefix}${serial}${digit}`;
};

const placeIn = (b4: Segment, event: Segment | undefined): string | undefined =>
  locodeIn(event) ?? (part(b4, 11) === 'UN' ? part(b4, 10)?.toUpperCase() : part(b4, 5)?.toUpperCase());

/** Q2-12 says what Q2-01 is: L is an IMO (Lloyd's) number. */
const vesselIn = (q2: Segment | undefined) => ({
  vesselImo: (part(q2, 11) ?? 'L') === 'L' ? part(q2, 0) : undefined,
  vesselName: part(q2, 12),
  voyage: part(q2, 8),
});

/** X12 315: the status in B4, references in N9, the ship in Q2, the places in R4 loops. Null without B4. */
export const readX12Status = (segments: readonly Segment[]): EdiStatus | null => {
  const b4 = first(segments, 'B4');
  const code = part(b4, 2);
  if (!b4 || code === undefined) return null;
  const event = loops(segments).find(({ head }) => part(head, 0) === '5');
  const eventDate = dateOf(event?.dates.find((segment) => part(segment, 0) === '140'));
  const ownDate = part(b4, 3) === undefined ? undefined : ediTime(`${part(b4, 3) ?? ''}${part(b4, 4) ?? ''}`);
  const loading = part(b4, 8);
  const reference = (qualifier: string) => part(first(segments, 'N9', qualifier), 1);
  return {
    code,
    laden: loading === undefined ? undefined : loading === 'L',
    at: eventDate ?? ownDate,
    locode: placeIn(b4, event?.head),
    placeName: part(event?.head, 3),
    container: containerOf(b4) ?? reference('EQ'),
    isoCode: part(b4, 9),
    bill: reference('BM'),
    booking: reference('BN'),
    scac: reference('SCA'),
    ...vesselIn(first(segments, 'Q2')),
    seal: reference('SN'),
    stops: stopsOf(segments),
  };
};
