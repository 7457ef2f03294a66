import { readFileSync } from 'node:fs';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { GOLDEN_FOLDER } from '../../../services/sandbox-carrier/test/goldens.js';
import { subscribe, track, type Document } from '../harness/client.js';
import { landfall, type Landfall } from '../harness/landfall.js';
import { faultsOf } from '../harness/webhook-table.js';

// A sandbox day is a second.
const WITHIN_MS = 270_000;
const TABLE = new URL('EVENTS.md', GOLDEN_FOLDER);

/** Which scenarios tell each event; none for what no data of ours can tell. */
const tellers = (): Map<string, string[]> =>
  new Map([...readFileSync(TABLE, 'utf8').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, event = '', cell = '']) => [event, cell.startsWith('none') ? [] : cell.split(', ').map((name) => `TEST-${name}`)]));

/** Few scenarios that together tell everything: always the one that adds most. */
const covering = (events: ReadonlyMap<string, readonly string[]>): string[] => {
  const open = new Set([...events].filter(([, scenarios]) => scenarios.length > 0).map(([event]) => event));
  const chosen: string[] = [];
  while (open.size > 0) {
    const gain = new Map<string, number>();
    for (const event of open) for (const scenario of events.get(event) ?? []) gain.set(scenario, (gain.get(scenario) ?? 0) + 1);
    const [best = ''] = [...gain].sort(([, left], [, right]) => right - left)[0] ?? [];
    chosen.push(best);
    for (const event of open) if (events.get(event)?.includes(best)) open.delete(event);
  }
  return chosen;
};

describe('webhook bodies, over real sockets, against the table of bodies', () => {
  let running: Landfall;
  let shop: LocalServer;
  let secret = '';
  const events = tellers();
  before(async function () {
    this.timeout(120_000);
    running = await landfall();
    shop = await localServer((_, res) => res.writeHead(204).end());
    const { data } = await subscribe(running, shop.url, [...events.keys()]);
    secret = String(data.attributes['secret']);
  });
  after(async () => {
    await running.stop();
    await shop.stop();
  });

  it('arrive for every event that our data can produce, signed, and hold what the table says [WH-01][D-33][D-41][D-42]', async () => {
    const producible = [...events].filter(([, scenarios]) => scenarios.length > 0).map(([event]) => event);
    const told = () => new Map(shop.seen.map((seen) => [String((JSON.parse(seen.body) as Document).data.attributes['event']), seen]));
    const missing = () => producible.filter((event) => !told().has(event));
    // What lasts a moment of sandbox time can pass between two looks on a busy machine; then a copy plays it again.
    for (const copy of ['', '-2', '-3']) {
      for (const scenario of covering(new Map(missing().map((event) => [event, events.get(event) ?? []])))) await track(running, `${scenario}${copy}`);
      await until('all are delivered', () => missing().length === 0, WITHIN_MS / 3, 500).catch(() => undefined);
    }
    expect(missing(), 'never delivered').to.deep.equal([]);

    const verifier = new StandardWebhook(secret);
    const wrong = shop.seen.map(({ body, headers }) => verifier.verify(body, headers as Record<string, string>) as Document).flatMap((document) => faultsOf(document).map((fault) => `${String(document.data.attributes['event'])}: ${fault}`));
    expect([...new Set(wrong)]).to.deep.equal([]);
  });

  it('are what the examples show, for every event name [WH-04][D-48]', async () => {
    for (const event of events.keys()) {
      const { data, included = [] } = await running.call('GET', `/webhook_notifications/examples?event=${event}`);
      const [example] = [data].flat();
      expect(example?.attributes['event']).to.equal(event);
      expect(faultsOf({ data: example as Document['data'], included }), event).to.deep.equal([]);
    }
    const { data } = await running.call('GET', '/webhook_notifications/examples?page[size]=100');
    expect(data.map(({ attributes }) => attributes['event'])).to.have.members([...events.keys()]);
  });
}).timeout(WITHIN_MS + 60_000);
