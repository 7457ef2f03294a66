import { seededRandom } from '@landfall/testkit/seeded-random';
import { until } from '@landfall/testkit/until';
import { cluster, type Cluster } from '../../e2e/harness/cluster.js';
import { goldens, type Golden } from '../../../services/sandbox-carrier/test/goldens.js';
import { FAULTS, torment } from './faults.js';
import { setTimeout as wait } from 'node:timers/promises';
import { isClean, judge, type Verdict } from './judge.js';
import { parkedIn } from './parked.js';
import { hasNone, shop, submit, type Shop } from './shop.js';

export interface JourneyOutcome extends Verdict {
  journeys: number;
  faults: string[];
  /** Facts put aside as bugs. */
  parked: string[];
  /** Processes that ended by themselves, and their last words. */
  crashes: string[];
}

export interface Fire {
  count: number;
  seed: number;
  kinds?: readonly string[];
  restMs?: number;
  scenario?: string;
  /** So long everything is left running when something is wrong, to be looked at. */
  holdMs?: number;
}

const WITHIN_MS = 900_000;
const LOOK_EVERY_MS = 1_000;
// A person's limits would make the test wait, not the system fail.
const LIMITS = { RATE_LIMIT_TRACKING_REQUESTS: '100000', RATE_LIMIT_OTHER: '1000000' };
// Two hundred sandbox journeys that are each asked for four times a second would be a test of two cores.
const CALM = { SANDBOX_POLL_MS: '1000' };
// At sandbox speed a look-up gives up after a second of outage, as it does after a day at a line (D-23). Our faults at
// the line last some seconds, and what is tried is that nothing is lost, not that giving up works.
const PATIENT = { 'tracking-request': { SANDBOX_SPEED: '600' } };
const UNDERWAY = '/tracking_requests?filter[status]=pending,created,awaiting_manifest&page[size]=1&include=';
const UNTOLD = '/webhook_notifications?filter[status]=pending&page[size]=1';

interface Customer {
  shop: Shop;
  numbers: string[];
}

const play = async (running: Cluster, customers: readonly Customer[], { seed, kinds = Object.keys(FAULTS), restMs = 1_000 }: Fire): Promise<string[]> => {
  let over = false;
  const tormenting = torment(running, { kinds, luck: seededRandom(seed), restMs }, () => over);
  try {
    await Promise.all(customers.map(async ({ shop: one, numbers }) => {
      for (const number of numbers) await submit(one, number);
    }));
    for (const { shop: one } of customers) await until('all journeys are over', () => hasNone(one, UNDERWAY), WITHIN_MS, LOOK_EVERY_MS);
  } finally {
    over = true;
  }
  return tormenting;
};

const judged = async (customers: readonly Customer[], golden: Golden): Promise<Verdict> => {
  const all: Verdict = { wrong: [], unheard: [], repeated: [], gaps: [], leaks: [] };
  let foreign = new Set<string>();
  for (const { shop: one, numbers } of customers) {
    await until('the webhooks are through', () => hasNone(one, UNTOLD), WITHIN_MS, LOOK_EVERY_MS);
    const { containers, logged: _, ...verdict } = await judge(one, numbers, golden, foreign);
    for (const name of Object.keys(all) as (keyof Verdict)[]) all[name].push(...verdict[name]);
    foreign = containers;
  }
  return all;
};

const hold = async ({ folder, storeUrl }: Cluster, holdMs: number, why: unknown): Promise<void> => {
  if (holdMs === 0) return;
  console.log(`Held for ${holdMs / 1_000} s: logs in ${folder}, store at ${storeUrl}\n${JSON.stringify(why, null, 1)}`);
  await wait(holdMs);
};

/** Journeys of two customers under fire, judged from outside by what the rules say they come to. */
export const journeysUnderFire = async (fire: Fire): Promise<JourneyOutcome> => {
  const { count, seed, scenario = 'TEST-DIRECT', holdMs = 0 } = fire;
  const golden = goldens().find((each) => each.scenario === scenario) as Golden;
  const running = await cluster({ more: { ...LIMITS, ...CALM }, of: PATIENT });
  const customers: Customer[] = [];
  try {
    for (const name of ['a', 'b']) {
      const numbers = Array.from({ length: Math.ceil(count / 2) }, (_, n) => `${scenario}-FIRE${seed}${name.toUpperCase()}${n}`);
      customers.push({ shop: await shop(running, name), numbers });
    }
    const faults = await play(running, customers, fire);
    const verdict = await judged(customers, golden);
    const parked = await parkedIn(running);
    if (!isClean(verdict) || parked.length > 0) await hold(running, holdMs, { ...verdict, parked });
    return { journeys: customers.flatMap(({ numbers }) => numbers).length, faults, parked, crashes: running.victims().flatMap((each) => each.crashes()), ...verdict };
  } catch (error) {
    await hold(running, holdMs, String(error));
    throw error;
  } finally {
    await running.stop();
    for (const { shop: one } of customers) await one.stop();
  }
};
