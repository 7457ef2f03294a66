import { admission } from '../domain/admission.js';
import { askedNumber, type AskedNumber } from '../domain/asked-number.js';
import { playing, sandboxNow } from '../domain/clock.js';
import type { DcsaEvent } from '../domain/dcsa-event.js';
import { boxesOf, journeyOf, type Journey } from '../domain/journey.js';
import type { Access } from '../domain/scenario.js';
import { scenarioOf } from '../domain/scenarios.js';
import { eventsAt, statementsOf, type Statement } from '../domain/statements.js';
import type { Asked, Ports } from './ports.js';

export type Known = { journey: Journey; statements: readonly Statement[] };

// Five hundred journeys at some 40 kB each; older ones are made again when they are asked for.
const REMEMBERED = 500;

/** Journeys as they were cast, made once: everything about them follows from number and beginning. */
export const castOf = ({ world, nameId }: Pick<Ports, 'world' | 'nameId'>) => {
  const known = new Map<string, Known>();
  return (asked: AskedNumber, startedAt: Date): Known => {
    const key = `${asked.number}@${startedAt.getTime()}`;
    const before = known.get(key);
    const one = before ?? { journey: journeyOf(asked, startedAt, world), statements: [] };
    const cast = before ?? { ...one, statements: statementsOf(one.journey, nameId) };
    known.delete(key);
    known.set(key, cast);
    const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return cast;
  };
};

export type Cast = ReturnType<typeof castOf>;

/** What a reference leads to. `container` narrows the journey to one box. */
export type Told =
  | { kind: 'journey'; known: Known; container?: string }
  | { kind: 'unknown' }
  | { kind: 'refused' }
  | { kind: 'empty' }
  | { kind: 'fault'; fault: 'unavailable' | 'truncated' };

const castRow = (cast: Cast, row: Asked): Known | null => {
  const asked = askedNumber(row.number);
  return asked && row.startedAt ? cast(asked, row.startedAt) : null;
};

const ask = (ports: Ports, account: string, asked: AskedNumber, access: Access, now: Date): Promise<Asked> => {
  const atOnce = admission(access, { firstAskedAt: now, attempts: 0, startedAt: null }, now);
  const containers = boxesOf(asked).map(({ number }) => number);
  return ports.journeys.ask({ account, number: asked.number, containers, firstAskedAt: now, startedAt: atOnce.kind === 'told' ? atOnce.startedAt : null });
};

/** The first look-up that is answered is day 0, and sets the clock going. */
const begun = async (ports: Ports, row: Asked, startedAt: Date, now: Date): Promise<Date> => {
  const day0 = row.startedAt ?? (await ports.journeys.start(row, startedAt)).startedAt ?? startedAt;
  if (day0 >= now) await ports.clocks.change(row.account, (clock) => playing(clock, day0, ports.now()));
  return day0;
};

const openNumber = async (ports: Ports, cast: Cast, account: string, asked: AskedNumber, now: Date): Promise<Told> => {
  const { access } = scenarioOf(asked.scenario);
  if (access.kind === 'refused') return { kind: 'refused' };
  const row = await ask(ports, account, asked, access, now);
  const admitted = admission(access, row, now);
  if (admitted.kind === 'fault') await ports.journeys.count(row.id);
  if (admitted.kind !== 'told') return admitted;
  return { kind: 'journey', known: cast(asked, await begun(ports, row, admitted.startedAt, now)) };
};

/** What a reference names: a scenario, or a box of a journey that was asked for before. */
export const open = async (ports: Ports, cast: Cast, account: string, reference: string, now: Date): Promise<Told> => {
  const asked = askedNumber(reference);
  if (asked) return openNumber(ports, cast, account, asked, now);
  const begun = await openBegun(ports, cast, account, reference);
  return begun ? { kind: 'journey', ...begun } : { kind: 'unknown' };
};

/** A journey that has begun, by its number or one of its boxes. Asking this way begins nothing. */
export const openBegun = async (ports: Ports, cast: Cast, account: string, reference: string): Promise<{ known: Known; container?: string } | null> => {
  const asked = askedNumber(reference);
  const row = asked ? await ports.journeys.find(account, asked.number) : await ports.journeys.byContainer(account, reference);
  const known = row ? castRow(cast, row) : null;
  return known && (asked ? { known } : { known, container: reference });
};

// Without a reference the standard asks for everything; the journeys of late stand for it.
const ALL_JOURNEYS = 20;

export const latest = async (ports: Ports, cast: Cast, account: string): Promise<Known[]> => {
  const rows = await ports.journeys.since(account, new Date(0), ALL_JOURNEYS);
  return rows.flatMap((row) => castRow(cast, row) ?? []);
};

/** Every journey whose ships may be at sea. */
export const underWay = async (ports: Ports, cast: Cast, account: string, since: Date, limit: number): Promise<Journey[]> => {
  const rows = await ports.journeys.since(account, since, limit);
  return rows.flatMap((row) => castRow(cast, row)?.journey ?? []);
};

export const timeOf = async (ports: Ports, account: string): Promise<Date> => sandboxNow(await ports.clocks.read(account), ports.now());

export const eventsOf = ({ statements }: Known, now: Date): DcsaEvent[] => eventsAt(statements, now);
