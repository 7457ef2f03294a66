import { nameId } from '@landfall/kit/identity';
import { askedNumber } from '../../src/domain/asked-number.js';
import type { DcsaEvent } from '../../src/domain/dcsa-event.js';
import { journeyOf, type Journey } from '../../src/domain/journey.js';
import { eventsAt, statementsOf, type Statement } from '../../src/domain/statements.js';
import type { World } from '../../src/domain/world.js';
import { world as realWorld } from '../../src/outside/world.js';

export const world: World = realWorld();

export const DAY_MS = 86_400_000;
export const START = new Date('2026-03-01T09:30:00Z');

export const onDay = (day: number, start = START): Date => new Date(start.getTime() + day * DAY_MS);

export type Played = { journey: Journey; statements: Statement[]; at: (day: number) => DcsaEvent[] };

/** A number from its beginning on, without clock and store. */
export const play = (number: string, start = START): Played => {
  const asked = askedNumber(number);
  if (!asked) throw new Error(`${number} names no scenario`);
  const journey = journeyOf(asked, start, world);
  const statements = statementsOf(journey, nameId);
  return { journey, statements, at: (day) => eventsAt(statements, onDay(day, start)) };
};
