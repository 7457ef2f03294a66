import { existsSync } from 'node:fs';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { seededRandom } from '@landfall/testkit/seeded-random';
import { until } from '@landfall/testkit/until';
import { landfall, type Document, type Landfall, type Resource } from '../../e2e/harness/landfall.js';
import { goldens, type Golden } from '../../e2e/harness/golden.js';

export interface JourneyOutcome {
  journeys: number;
  kills: number;
  /** Numbers whose end is not what the rules say. */
  wrong: string[];
  /** Milestones whose webhook never came. */
  unheard: string[];
  /** Milestones that stand in the event log more than once. */
  repeated: string[];
}

const WITHIN_MS = 300_000;
// A person's limits would make the test wait, not the system fail.
const LIMITS = { RATE_LIMIT_TRACKING_REQUESTS: '100000', RATE_LIMIT_OTHER: '1000000' };
const MILESTONE = /^container\.transport\.(?!estimated\.|available$|not_available$)/;

/** A call that is cut off by a kill is simply made again, as a client would. */
const patient = (running: Landfall) => (method: string, path: string, body?: unknown): Promise<Document> =>
  until(`${method} ${path} answers`, () => running.call(method, path, body), 60_000, 250);

const submit = async (running: Landfall, number: string): Promise<void> => {
  const attributes = { request_type: 'bill_of_lading', request_number: number, scac: 'TEST' };
  await until(`${number} is taken`, async () => {
    try {
      return Boolean(await running.call('POST', '/tracking_requests', { data: { type: 'tracking_request', attributes } }));
    } catch (error) {
      // The answer to the first try was lost, and the request was not.
      return String(error).includes('duplicate');
    }
  }, 60_000, 250);
};

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

/** One process after the other dies while journeys play; the supervisor starts each again. */
const torment = async (running: Landfall, seed: number, everyMs: number, isOver: () => boolean): Promise<number> => {
  const random = seededRandom(seed);
  let kills = 0;
  let turn = 0;
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, everyMs * (0.5 + random())));
    if (isOver()) break;
    const parts = running.parts();
    const victim = parts[turn % parts.length];
    if (victim && isAlive(victim.pid)) {
      process.kill(victim.pid, 'SIGKILL');
      kills += 1;
    }
    turn += 1;
  }
  return kills;
};

const containersOf = async (call: ReturnType<typeof patient>, number: string): Promise<Resource[]> => {
  const { data } = await call('GET', `/shipments?number=${number}&include=containers`);
  const [shipment] = data as Resource[];
  const ids = ([shipment?.relationships?.['containers']?.data ?? []].flat()).map(({ id }) => id);
  return Promise.all(ids.map(async (id) => (await call('GET', `/containers/${id}`)).data));
};

const logged = async (call: ReturnType<typeof patient>): Promise<Resource[]> => {
  const all: Resource[] = [];
  for (let after = ''; ; ) {
    const { data } = await call('GET', `/events?page[size]=100${after ? `&page[after]=${after}` : ''}`);
    const rows = data as Resource[];
    all.push(...rows);
    const last = rows.at(-1)?.attributes['sequence'];
    if (rows.length < 100 || last === undefined) return all;
    after = String(last);
  }
};

type Call = ReturnType<typeof patient>;

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

const heardBy = ({ seen }: LocalServer): Set<string> =>
  new Set(seen.map(({ body }) => JSON.parse(body) as Document).flatMap(({ data, included }) => (included ?? []).filter(({ type }) => type === 'transport_event').map((event) => `${containerOf(event)} ${data.attributes['event']}`)));

const isRight = async (call: Call, number: string, golden: Golden, told: ReadonlySet<string>): Promise<boolean> => {
  const wanted = golden.milestones.map(({ event }) => event).sort().join();
  const containers = await containersOf(call, number);
  return containers.length === golden.containers && containers.every(({ id, attributes }) => {
    const own = [...told].filter((key) => key.startsWith(id)).map((key) => key.slice(id.length + 1)).sort().join();
    return own === wanted && attributes['current_status'] === golden.statuses.at(-1)?.status;
  });
};

const none = async (call: Call, path: string): Promise<boolean> => ((await call('GET', path)).data as Resource[]).length === 0;

const play = async (running: Landfall, call: Call, numbers: readonly string[], seed: number, everyMs: number): Promise<number> => {
  let over = false;
  const tormenting = torment(running, seed, everyMs, () => over);
  for (const number of numbers) await submit(running, number);
  await until('all journeys are over', () => none(call, '/tracking_requests?filter[status]=pending,created,awaiting_manifest&page[size]=1&include='), WITHIN_MS, 1_000);
  over = true;
  return tormenting;
};

const subscribe = async (call: Call, url: string): Promise<void> => {
  const kinds = (await call('GET', '/webhooks/events')).data as Resource[];
  const events = kinds.flatMap(({ attributes }) => (attributes['events'] as { name: string }[]).map(({ name }) => name));
  await call('POST', '/webhooks', { data: { type: 'webhook', attributes: { url, active: true, events } } });
};

/** So many journeys of one scenario under fire, judged from outside by what the rules say they come to. */
export const journeysUnderFire = async ({ count, seed, everyMs, scenario = 'TEST-DIRECT' }: { count: number; seed: number; everyMs: number; scenario?: string }): Promise<JourneyOutcome> => {
  const golden = goldens().find((each) => each.scenario === scenario) as Golden;
  const running = await landfall(['--processes'], LIMITS);
  const shop = await localServer((_, res) => res.writeHead(204).end());
  const call = patient(running);
  await subscribe(call, shop.url);
  const numbers = Array.from({ length: count }, (_, n) => `${scenario}-FIRE${seed}X${n}`);
  const kills = await play(running, call, numbers, seed, everyMs);
  await until('the webhooks are through', () => none(call, '/webhook_notifications?filter[status]=pending&page[size]=1'), WITHIN_MS, 1_000);

  const times = milestonesOf(await logged(call));
  const told = new Set(times.keys());
  const heard = heardBy(shop);
  const wrong: string[] = [];
  for (const number of numbers) if (!(await isRight(call, number, golden, told))) wrong.push(number);
  await running.stop();
  await shop.stop();
  return { journeys: count, kills, wrong, unheard: [...told].filter((key) => !heard.has(key)), repeated: [...times].filter(([, often]) => often > 1).map(([key]) => key) };
};
