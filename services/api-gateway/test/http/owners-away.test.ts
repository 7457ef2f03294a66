import { expect } from 'chai';
import { routes } from '../contract.js';
import { ALPHA, KEYS } from '../fakes/world.js';
import { forwarder } from '../forwarder.js';
import { expectFault, rig } from '../harness.js';
import { inOrder, samplesFor } from '../samples.js';

const samples = samplesFor(ALPHA);
const all = inOrder(routes);

const below = (...prefixes: string[]) => all.filter(({ path }) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))).map(({ name }) => name);

const ANNOTATED = [...below('/parties', '/custom_fields', '/custom_field_definitions'), ...all.filter(({ path }) => /\/(custom_fields|party_roles)/.test(path)).map(({ name }) => name)];

/** What cannot be answered while an owner is away; everything else must be. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  TRACKING_REQUEST: [...below('/tracking_requests').filter((name) => !ANNOTATED.includes(name) && name !== 'inferNumber'), 'refreshContainer', 'search'],
  SHIPMENT: [
    ...below('/shipments', '/containers', '/ports', '/metro_areas', '/terminals', '/rail_terminals', '/shipping_lines', '/vessels', '/search'), ...ANNOTATED,
    // The tracked object is included unless the caller says otherwise.
    'listTrackingRequests', 'getTrackingRequest', 'updateTrackingRequest',
  ],
  EVENT_INGEST: ['inferNumber', 'listShipmentSources', 'listContainerSources', 'refreshContainer', 'getContainerMap'],
  WEBHOOK_DISPATCH: below('/webhooks', '/webhook_notifications', '/events').filter((name) => !['listWebhookEvents', 'listWebhookIps', 'listWebhookNotificationExamples'].includes(name)),
  OAUTH: [...below('/api_keys')],
};

describe('when an owner goes away', () => {
  for (const [owner, needs] of Object.entries(NEEDS)) {
    it(`${owner.toLowerCase()}: what needs it is told to come back, and every other route answers [D-08]`, async function table() {
      this.timeout(60_000);
      const door = await forwarder();
      const at = await rig({ [`${owner}_GRPC_URL`]: door.address });
      door.to(at.owners.server.port());
      // Who is asking is remembered from before; for a caller whom nobody knows yet the owner of keys is needed.
      expect((await at.ask('GET', '/v2/me')).status).to.equal(200);
      await door.cut();
      const failed: string[] = [];
      for (const { name, method } of all) {
        const { path, body } = samples[name]!;
        const reply = await at.ask(method.toUpperCase(), path, body === undefined ? {} : { body });
        if (reply.status !== 503) {
          expect(reply.status, `${name}: ${reply.bytes.toString()}`).to.be.within(200, 299);
          continue;
        }
        failed.push(name);
        expectFault(reply, 503, 'unavailable');
        expect(reply.headers.get('retry-after'), name).to.match(/^[1-9]\d*$/);
      }
      expect([...failed].sort()).to.deep.equal([...new Set(needs)].sort());
      if (owner === 'OAUTH') expectFault(await at.ask('GET', '/v2/me', { key: KEYS.beta }), 503, 'unavailable');
      await at.stop();
    });
  }
});
