import { setTimeout as wait } from 'node:timers/promises';
import type { Document, Resource } from '../../e2e/harness/client.js';
import type { Golden } from '../../../services/sandbox-carrier/test/goldens.js';
import { containersOf, logOf, type Shop } from './shop.js';

/** What was seen from outside that must not be; every list is empty when nothing was lost. */
export interface Verdict {
  /** Numbers whose end is not what the rules say, and what it is instead. */
  wrong: string[];
  /** Milestones in the log whose webhook never came. */
  unheard: string[];
  /** Milestones that stand in the log more than once. */
  repeated: string[];
  /** Places in the event log where a sequence number is missing or comes twice. */
  gaps: string[];
  /** Things of another account that were told to this one, or that it could read. */
  leaks: string[];
}

const MILESTONE = /^container\.transport\.(?!estimated\.|available$|not_available$)/;

const containerOf = ({ relationships }: Resource): string | undefined => [relationships?.['container']?.data ?? []].flat()[0]?.id;

/** `<container> <event>` → how often it stands in the log. */
const milestonesOf = (log: readonly Resource[]): Map<string, number> => {
  const times = new Map<string, number>();
  for (const entry of log) {
    const event = String(entry.attributes['event']);
    const key = `${containerOf(entry)} ${event}`;
    if (containerOf(entry) && MILESTONE.test(event)) times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
};

const heardBy = ({ receiver }: Shop): Set<string> =>
  new Set(
    receiver.seen
      .map(({ body }) => JSON.parse(body) as Document)
      .flatMap(({ data, included }) => (included ?? []).filter(({ type }) => type === 'transport_event').map((event) => `${containerOf(event)} ${String(data.attributes['event'])}`)),
  );

const without = (all: readonly string[], taken: readonly string[]): string[] => all.filter((each) => !taken.includes(each));

/** What is wrong with the end of one number; nothing when it is what the rules say. */
const faultsOf = (containers: readonly Resource[], golden: Golden, told: ReadonlySet<string>): string[] => {
  const wanted = golden.milestones.map(({ event }) => event);
  const status = golden.statuses.at(-1)?.status;
  const faults = containers.length === golden.containers ? [] : [`${containers.length} containers`];
  for (const { id, attributes } of containers) {
    const own = [...told].filter((key) => key.startsWith(id)).map((key) => key.slice(id.length + 1));
    faults.push(...without(wanted, own).map((event) => `without ${event}`), ...without(own, wanted).map((event) => `with ${event}`));
    if (attributes['current_status'] !== status) faults.push(`ends as ${String(attributes['current_status'])}`);
  }
  return faults;
};

const gapsIn = (log: readonly Resource[]): string[] => {
  const sequences = log.map(({ attributes }) => Number(attributes['sequence']));
  return sequences.flatMap((sequence, at) => (sequence === at + 1 ? [] : [`${sequence} in place ${at + 1}`])).slice(0, 3);
};

const statusOf = (asked: Promise<unknown>): Promise<string> => asked.then(() => 'answered', (error: Error) => /answered (\d+)/.exec(error.message)?.[1] ?? error.message);

const leaksTo = async (shop: Shop, foreign: ReadonlySet<string>): Promise<string[]> => {
  const heard = [...heardBy(shop)].map((key) => key.split(' ')[0] ?? '').filter((id) => foreign.has(id));
  const [one] = foreign;
  const answer = one ? await statusOf(shop.askOnce('GET', `/containers/${one}`)) : '404';
  return [...heard.map((id) => `was told of ${id}`), ...(answer === '404' ? [] : [`asked for ${one} and got ${answer}`])];
};

type Judgement = Verdict & { containers: Set<string>; logged: number };

/** Asks one customer for everything, and compares it with what the rules say and with what it was told. */
const judgeNow = async (shop: Shop, numbers: readonly string[], golden: Golden, foreign: ReadonlySet<string>): Promise<Judgement> => {
  const log = await logOf(shop);
  const times = milestonesOf(log);
  const told = new Set(times.keys());
  const heard = heardBy(shop);
  const wrong: string[] = [];
  const containers = new Set<string>();
  for (const number of numbers) {
    const own = await containersOf(shop, number);
    for (const { id } of own) containers.add(id);
    wrong.push(...faultsOf(own, golden, told).map((fault) => `${number} ${fault}`));
  }
  return {
    wrong,
    unheard: [...told].filter((key) => !heard.has(key)),
    repeated: [...times].filter(([, often]) => often > 1).map(([key]) => key),
    gaps: gapsIn(log),
    leaks: await leaksTo(shop, foreign),
    containers,
    logged: log.length,
  };
};

// A fact that a killed process had been given is given to another one when its claim runs out, and then tried again
// with growing pauses: what is on its way for longer than all of that is lost.
const LATEST_MS = 120_000;
const LOOK_EVERY_MS = 5_000;

export const isClean = ({ wrong, unheard, repeated, gaps, leaks }: Verdict): boolean => [wrong, unheard, repeated, gaps, leaks].every((each) => each.length === 0);

/** The verdict when everything is right, or when nothing has come for so long that nothing will. */
export const judge = async (shop: Shop, numbers: readonly string[], golden: Golden, foreign: ReadonlySet<string>): Promise<Judgement> => {
  let [logged, since] = [-1, Date.now()];
  for (;;) {
    const judgement = await judgeNow(shop, numbers, golden, foreign);
    if (judgement.logged !== logged) [logged, since] = [judgement.logged, Date.now()];
    if (isClean(judgement) || Date.now() - since > LATEST_MS) return judgement;
    await wait(LOOK_EVERY_MS);
  }
};
