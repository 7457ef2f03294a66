import { localDateOf, toOffsetTime } from '@landfall/shipping/local-date';
import type { DcsaEvent } from './dcsa-event.js';
import { instantOf, type Box, type Journey, type JourneyStop } from './journey.js';
import type { TerminalStory } from './scenario.js';
import { digitsOf } from './seed.js';
import type { NameId } from './world.js';

/** The canonical form of carrier-data 4.1. */
export type TerminalAnswer = {
  container: string;
  terminal: { locode: string; smdg: string | null; firms: string | null; name: string | null };
  checkedAt: string;
  available: boolean | null;
  /** A day of the place, never an instant. */
  lastFreeDay: string | null;
  lastFreeDayOf: 'terminal' | 'line' | 'rail';
  holds: { name: string; status: 'hold'; description: string }[];
  fees: { type: 'demurrage' | 'total'; amount: number; currency: string }[];
  yardLocation: string | null;
  appointmentAt: string | null;
  source: 'terminal' | 'rail';
  events: Partial<DcsaEvent>[];
};

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

type Quay = { journey: Journey; story: TerminalStory; zone: string; now: Date; dayAt: (day: number) => Date };

/** Each begun day after the last free one, until the box is fetched. */
const feesOf = ({ story, zone, now, dayAt }: Quay, lastFreeDay: string): TerminalAnswer['fees'] => {
  const until = now < dayAt(story.gone) ? now : dayAt(story.gone);
  const days = daysBetween(lastFreeDay, localDateOf(until, zone));
  if (days <= 0) return [];
  const amount = days * story.demurragePerDay;
  return [{ type: 'demurrage', amount, currency: 'USD' }, { type: 'total', amount, currency: 'USD' }];
};

const leavingOf = ({ story, dayAt, journey, zone }: Quay, box: Box, nameId: NameId): Partial<DcsaEvent>[] => {
  const stop = journey.stops.get(story.at);
  if (story.leaves === 'rail' || !stop) return [];
  return [{
    eventID: nameId('sandbox-terminal', journey.number, journey.startedAt.toISOString(), box.number, 'GTOT'),
    eventType: 'EQUIPMENT',
    eventClassifierCode: 'ACT',
    eventCreatedDateTime: dayAt(story.gone).toISOString(),
    eventDateTime: toOffsetTime(dayAt(story.gone), zone),
    equipmentEventTypeCode: 'GTOT',
    equipmentReference: box.number,
    emptyIndicatorCode: 'LADEN',
    eventLocation: { locationName: stop.place.name, UNLocationCode: stop.place.locode, latitude: stop.place.latitude.toFixed(4), longitude: stop.place.longitude.toFixed(4) },
  }];
};

/** Where the box stands, from half a day before it can be fetched until it is. */
const yardOf = ({ story, now, dayAt }: Quay, box: Box): string | null => {
  const stands = now < dayAt(story.gone) && now >= dayAt((story.ready ?? story.gone) - 0.5);
  return stands ? `${'ABCDEF'.charAt(box.index % 6)}${digitsOf(`${box.number}/yard`, 4)}` : null;
};

const holdsOf = ({ story, now, dayAt }: Quay): TerminalAnswer['holds'] =>
  story.holds.flatMap(({ name, description, from, until }) => (now >= dayAt(from) && now < dayAt(until) ? [{ name, status: 'hold' as const, description }] : []));

/** Nothing of this is said before the box can be fetched, nor of a box that leaves by train; what is held cannot be fetched either. */
const pickupOf = (quay: Quay): Pick<TerminalAnswer, 'available' | 'lastFreeDay' | 'fees' | 'appointmentAt'> => {
  const { story, zone, now, dayAt } = quay;
  if (story.ready === undefined) return { available: null, lastFreeDay: null, fees: [], appointmentAt: null };
  if (now < dayAt(story.ready)) return { available: false, lastFreeDay: null, fees: [], appointmentAt: null };
  const gone = now >= dayAt(story.gone);
  const lastFreeDay = localDateOf(dayAt(story.lastFreeDay), zone);
  const appointmentAt = story.appointment === undefined ? null : toOffsetTime(dayAt(story.appointment), zone);
  return { available: !gone && holdsOf(quay).length === 0, lastFreeDay, fees: feesOf(quay, lastFreeDay), appointmentAt };
};

const quayOf = (journey: Journey, story: TerminalStory | null, box: Box, now: Date): (Quay & { stop: JourneyStop }) | null => {
  const stop = story ? journey.stops.get(story.at) : undefined;
  const dayAt = (day: number) => instantOf(journey, day + box.index * journey.scenario.spread);
  return story && stop ? { journey, story, stop, zone: stop.place.zone, now, dayAt } : null;
};

const isKnown = ({ journey: { scenario }, story, now, dayAt }: Quay): boolean =>
  now >= dayAt(story.announced) && (scenario.silentAfter === undefined || story.announced <= scenario.silentAfter);

/** Who answers: the terminal at the quay, or the railway at its ramp. */
export type Yard = 'terminal' | 'rail';

/** What it says of a box at a moment, or null while it does not know the box. */
export const terminalAnswer = (journey: Journey, box: Box, now: Date, nameId: NameId, yard: Yard = 'terminal'): TerminalAnswer | null => {
  const { terminal, ramp = null } = journey.scenario;
  const quay = quayOf(journey, yard === 'rail' ? ramp : terminal, box, now);
  if (!quay || !isKnown(quay)) return null;
  const { stop, story } = quay;
  return {
    container: box.number,
    terminal: { locode: stop.place.locode, smdg: stop.terminal?.smdgCode ?? null, firms: stop.terminal?.firmsCode ?? null, name: stop.terminal?.name ?? null },
    checkedAt: now.toISOString(),
    ...pickupOf(quay),
    lastFreeDayOf: story.lastFreeDayOf ?? yard,
    holds: holdsOf(quay),
    yardLocation: yardOf(quay, box),
    source: yard,
    events: now >= quay.dayAt(story.gone) ? leavingOf(quay, box, nameId) : [],
  };
};
