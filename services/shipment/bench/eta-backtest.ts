import { readFileSync } from 'node:fs';
import { askedNumber } from '../../sandbox-carrier/src/domain/asked-number.js';
import { instantOf, journeyOf, type Journey, type JourneyLeg } from '../../sandbox-carrier/src/domain/journey.js';
import { SCENARIO_NAMES } from '../../sandbox-carrier/src/domain/scenarios.js';
import { world } from '../../sandbox-carrier/src/outside/world.js';
import { arrivalOutlook } from '../src/domain/arrival-outlook.js';
import type { Sighted } from '../src/domain/pace.js';
import type { PortCall } from '../src/domain/port-call.js';
import { gazetteer } from '../src/outside/gazetteer.js';
import { sea } from '../src/outside/sea.js';

/**
 * How far the prediction was from what happened, by days before arrival: on the sandbox's ships, on the same ships in
 * weather and waiting off their ports, and on real tracks (ETA_TRACKS names a file of JSON lines {voyage, from, to,
 * departed_at, arrived_at, at, latitude, longitude, speed_knots?}).
 */
const HOUR = 3_600_000, DAY = 24 * HOUR;
const DAYS = [21, 14, 10, 7, 5, 3, 2, 1, 0.5];
const COPIES = 12;
const START = new Date('2026-03-01T09:30:00Z');

type Voyage = { from: string; to: string; departedAt: Date; arrivedAt: Date; track: Sighted[]; carrierAt?: (now: Date) => Date | undefined };
type Error = { hours: number; within: boolean; carrierHours?: number };

const places = gazetteer(), lanes = sea({}), sandbox = world();
const placeOf = (locode: string) => places.ports.find(locode) ?? places.metroAreas.find(locode);

/** A fixed series from 0 to 1, so that two runs print the same. */
const series = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
// Normally distributed, after Box and Muller.
const bell = (luck: () => number) => Math.sqrt(-2 * Math.log(1 - luck())) * Math.cos(2 * Math.PI * luck());

const carrierOf = (journey: Journey, leg: JourneyLeg) => (now: Date): Date | undefined => {
  const says = journey.scenario.steps.flatMap((step) => (step.type === 'TRANSPORT' && step.code === 'ARRI' && step.leg === leg.id ? step.says : []));
  const told = says.filter((saying) => saying.as !== 'ACT' && instantOf(journey, saying.told) <= now).at(-1);
  return told && instantOf(journey, told.day);
};

const hourly = (from: string, to: string, departedAt: Date, nmAt: (hours: number) => number | undefined): Sighted[] => {
  const way = lanes.way(placeOf(from)!, placeOf(to)!);
  const track: Sighted[] = [];
  for (let hour = 0; way; hour += 1) {
    const nm = nmAt(hour);
    if (nm === undefined) break;
    const { latitude, longitude } = way.at(nm);
    track.push({ at: new Date(departedAt.getTime() + hour * HOUR), latitude, longitude });
  }
  return track;
};

const sandboxVoyages = (): Voyage[] =>
  SCENARIO_NAMES.flatMap((name) => Array.from({ length: COPIES }, (_, copy) => (copy === 0 ? name : `${name}-${copy}`))).flatMap((number) => {
    const asked = askedNumber(number);
    const journey = asked && journeyOf(asked, START, sandbox);
    return [...(journey?.legs.values() ?? [])].flatMap((leg): Voyage[] => {
      const [from, to] = [journey?.stops.get(leg.from)?.place.locode, journey?.stops.get(leg.to)?.place.locode];
      if (!journey || !from || !to || !leg.ship || leg.arrives <= leg.departs) return [];
      const [departedAt, arrivedAt] = [instantOf(journey, leg.departs), instantOf(journey, leg.arrives)];
      const hours = (arrivedAt.getTime() - departedAt.getTime()) / HOUR;
      const nm = lanes.way(placeOf(from)!, placeOf(to)!)?.distanceNm ?? 0;
      return [{ from, to, departedAt, arrivedAt, track: hourly(from, to, departedAt, (hour) => (hour < hours ? (nm * hour) / hours : undefined)), carrierAt: carrierOf(journey, leg) }];
    });
  });

/** Speed wanders by weather, slows for canals and pilots by chance, and some ships lie off their port for a day or more. */
const weathered = (calm: readonly Voyage[]): Voyage[] =>
  calm.map(({ from, to, departedAt }, index) => {
    const luck = series(index + 7);
    const usual = 13 + luck() * 6, total = lanes.way(placeOf(from)!, placeOf(to)!)?.distanceNm ?? 0;
    const waitsHours = luck() < 0.5 ? 0 : -Math.log(1 - luck()) * 12;
    let wind = 0, nm = 0, waited = 0;
    const track = hourly(from, to, departedAt, () => {
      wind = 0.98 * wind + 0.2 * 0.12 * bell(luck);
      const isWaiting = nm >= total - 25 && waited < waitsHours;
      if (isWaiting) waited += 1;
      else nm += usual * Math.max(0.3, 1 + wind);
      return nm < total ? nm : undefined;
    });
    return { from, to, departedAt, arrivedAt: new Date((track.at(-1)?.at ?? departedAt).getTime() + HOUR), track };
  });

const realVoyages = (file: string): Voyage[] => {
  const byVoyage = new Map<string, Voyage>();
  for (const line of readFileSync(file, 'utf8').split('\n').filter((one) => one.trim() !== '')) {
    const row = JSON.parse(line) as { voyage: string; from: string; to: string; departed_at: string; arrived_at: string; at: string; latitude: number; longitude: number; speed_knots?: number };
    const voyage = byVoyage.get(row.voyage) ?? { from: row.from, to: row.to, departedAt: new Date(row.departed_at), arrivedAt: new Date(row.arrived_at), track: [] };
    voyage.track.push({ at: new Date(row.at), latitude: row.latitude, longitude: row.longitude, ...(row.speed_knots === undefined ? {} : { speedKnots: row.speed_knots }) });
    byVoyage.set(row.voyage, voyage);
  }
  return [...byVoyage.values()].map((voyage) => ({ ...voyage, track: voyage.track.sort((a, b) => a.at.getTime() - b.at.getTime()) }));
};

const errorAt = ({ from, to, departedAt, arrivedAt, track, carrierAt }: Voyage, days: number, calls: readonly PortCall[]): Error[] => {
  const now = new Date(arrivedAt.getTime() - days * DAY);
  if (now.getTime() < departedAt.getTime() + DAY / 2) return [];
  const seen = track.filter(({ at }) => at <= now).slice(-72);
  const found = arrivalOutlook({ underway: { vesselId: 'v', departedAt, legs: [{ from, to }] }, track: seen, placeOf, callsAt: () => calls, sea: lanes, now });
  const carrier = carrierAt?.(now);
  if (!found) return [];
  const hours = (found.p50At.getTime() - arrivedAt.getTime()) / HOUR;
  return [{ hours, within: found.p10At <= arrivedAt && arrivedAt <= found.p90At, ...(carrier ? { carrierHours: (carrier.getTime() - arrivedAt.getTime()) / HOUR } : {}) }];
};

const quantile = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? '' : (sorted[Math.round(share * (sorted.length - 1))] ?? 0).toFixed(1);
};

const report = (title: string, voyages: readonly Voyage[]): void => {
  console.log(`\n${title}: ${voyages.length} voyages; hours between the median prediction and what happened\n`);
  console.table(
    DAYS.map((days) => {
      const errors = voyages.flatMap((voyage) => errorAt(voyage, days, []));
      const carrier = errors.flatMap(({ carrierHours }) => (carrierHours === undefined ? [] : [Math.abs(carrierHours)]));
      return {
        'days before': days,
        voyages: errors.length,
        'median error h': quantile(errors.map(({ hours }) => Math.abs(hours)), 0.5),
        'p90 error h': quantile(errors.map(({ hours }) => Math.abs(hours)), 0.9),
        'median bias h': quantile(errors.map(({ hours }) => hours), 0.5),
        'within p10…p90 %': errors.length === 0 ? '' : ((100 * errors.filter(({ within }) => within).length) / errors.length).toFixed(0),
        'carrier median h': quantile(carrier, 0.5),
        'carrier p90 h': quantile(carrier, 0.9),
      };
    }),
  );
};

const calm = sandboxVoyages();
report('Sandbox tracks', calm);
report('The same ways in weather, with waits off the port', weathered(calm));
const file = process.env['ETA_TRACKS'];
if (file) report(`Real tracks of ${file}`, realVoyages(file));
