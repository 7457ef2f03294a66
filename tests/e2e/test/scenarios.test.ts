import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { goldens, type Golden } from '../../../services/sandbox-carrier/test/goldens.js';
import { linked, subscribe, track, type Client, type Document, type Resource } from '../harness/client.js';
import { worlds, type World } from '../harness/worlds.js';

const DAY_MS = 86_400_000;
// Seventeen processes on two busy cores.
const STARTED_WITHIN_MS = 120_000;
const MINUTE_MS = 60_000;
// A sandbox day is a second; the longest journey has some 110 days of silence behind it.
const WITHIN_MS = 240_000;

const EVERY_KIND = /^container\.transport\.(?!estimated\.|available$|not_available$)/;

for (const [what, start] of Object.entries(worlds)) {
  describe(`whole journeys, ${what}, public doors only`, () => {
    let running: World | undefined;
    let shop: LocalServer;
    const requests = new Map<string, string>();
    const call: Client['call'] = (method, path, body) => (running as World).call(method, path, body);

    before(async function () {
      this.timeout(STARTED_WITHIN_MS);
      running = await start();
      shop = await localServer((_, res) => res.writeHead(204).end());
      const kinds = (await call('GET', '/webhooks/events')).data;
      const events = kinds.flatMap(({ attributes }) => (attributes['events'] as { name: string }[]).map(({ name }) => name));
      await subscribe({ call }, shop.url, events);
      for (const { scenario } of goldens()) requests.set(scenario, (await track({ call }, scenario)).data.id);
    });
    after(async () => {
      await running?.stop();
      await shop.stop();
    });

    const ended = ({ scenario, tracking_stopped: reason }: Golden) =>
      until(`${scenario} has ended`, async () => {
        const document = await call('GET', `/tracking_requests/${requests.get(scenario)}`);
        const isOver = document.data.attributes['status'] === (reason === null ? 'failed' : 'tracking_stopped');
        return isOver && document;
        // A person's limit of requests holds for tests too.
      }, WITHIN_MS, 500);

    const shipmentOf = async (document: Document) => (await call('GET', `/shipments/${linked(document.data, 'tracked_object')[0]?.id}?include=containers`));
    const announced = (containerId: string): string[] =>
      shop.seen
        .map(({ body }) => JSON.parse(body) as Document)
        .filter(({ included }) => included?.some((one) => one.type === 'transport_event' && linked(one, 'container')[0]?.id === containerId))
        .map(({ data }) => String(data.attributes['event']));

    for (const golden of goldens()) {
      it(`${golden.scenario}: ${golden.says} [D-61][D-33][SH-05][EV-01]`, async () => {
        const document = await ended(golden);
        if (golden.tracking_stopped === null) {
          expect(document.data.attributes).to.include({ status: golden.request.status, failed_reason: golden.request.failed_reason });
          return;
        }
        const shipment = await shipmentOf(document);
        expect(shipment.data.attributes['line_tracking_stopped_reason']).to.equal(golden.tracking_stopped);
        const containers = (shipment.included ?? []).filter(({ type }) => type === 'container');
        expect(containers).to.have.length(golden.containers);
        for (const container of containers) await holds(golden, container);
      });
    }

    const holds = async (golden: Golden, container: Resource): Promise<void> => {
      const events = (await call('GET', `/containers/${container.id}/transport_events?page[size]=100`)).data as Resource[];
      const milestones = events.filter(({ attributes }) => EVERY_KIND.test(String(attributes['event'])) && attributes['invalidated_at'] === null);
      expect(milestones.map(({ attributes }) => attributes['event'])).to.have.members(golden.milestones.map(({ event }) => event));
      expect(milestones.map(({ attributes }) => `${attributes['event']} ${attributes['location_locode']}`)).to.have.members(golden.milestones.map(({ event, place }) => `${event} ${place}`));
      if (golden.containers === 1) atTheirTimes(golden, milestones);

      await until('each milestone is announced', () => golden.milestones.every(({ event }) => announced(container.id).includes(event)));
      const told = announced(container.id).filter((event) => EVERY_KIND.test(event));
      expect(told.sort()).to.deep.equal(golden.milestones.map(({ event }) => event).sort());

      const raw = (await call('GET', `/containers/${container.id}/raw_events`)).data as Resource[];
      expect(raw.map(({ attributes }) => attributes['index'])).to.deep.equal(raw.map((_, index) => index));
      const standing = raw.filter(({ attributes }) => attributes['invalidated_at'] === null && attributes['event'] !== null && attributes['estimated'] === false).map(({ attributes }) => attributes['event']);
      const wanted = golden.raw_events.filter(({ event, estimated, invalidated }) => event !== null && !estimated && !invalidated).map(({ event }) => event);
      expect(standing).to.include.members(wanted);
      expect(container.attributes['current_status']).to.equal(golden.statuses.at(-1)?.status);
    };

    /** Days count from the moment the number was first answered; the first milestone tells when that was. */
    const atTheirTimes = (golden: Golden, milestones: readonly Resource[]): void => {
      const at = (event: string) => Date.parse(String(milestones.find(({ attributes }) => attributes['event'] === event)?.attributes['timestamp']));
      const [first] = golden.milestones;
      if (!first) return;
      const dayZero = at(first.event) - first.day * DAY_MS;
      for (const { event, day } of golden.milestones.filter((each, _, all) => all.filter((other) => other.event === each.event).length === 1)) {
        expect(at(event), event).to.be.closeTo(dayZero + day * DAY_MS, 2 * MINUTE_MS);
      }
    };
  }).timeout(WITHIN_MS + 60_000);
}
