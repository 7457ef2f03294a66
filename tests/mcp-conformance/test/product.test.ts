import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { landfallProcess, type LandfallProcess } from '@landfall/testkit/landfall-process';
import type { Listening } from '@landfall/testkit/listening';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { golden } from '../../../services/sandbox-carrier/test/goldens.js';
import { client } from '../../e2e/harness/client.js';
import { bearerProxy } from '../harness/bearer-proxy.js';
import { eras, type Answer, type Era } from '../harness/eras.js';
import { inspector } from '../harness/inspector.js';
import { faultsIn, judgeServer, type Checks } from '../harness/suite.js';

const SCENARIO = 'TEST-RAIL';
const JOURNEY = golden(SCENARIO);

/** What the suite says of names that only its fixtures have, and of sessions, which a server need not have. */
const ONLY_A_FIXTURE = /(?:tool|prompt|resource) '?[\w:/.-]+'? (?:not found|in tools\/list)|not found: (?:test:\/\/|\w+)|initial InputRequiredResult|Expected InputRequiredResult|instead of re-requesting|Mutated the (?:tool|prompt) list|logging\/setLevel|Method not found|server-sse-multiple-streams-session/i;

describe('the product, judged by the suites and played through a journey', function () {
  // A first run fetches the suites.
  this.timeout(300_000);
  let product: LandfallProcess;
  let proxy: Listening;
  let both: Era[];
  before(async () => {
    product = await landfallProcess({ env: { RATE_LIMIT_OTHER: '100000' } });
    proxy = await bearerProxy(product.origin, product.apiKey);
    both = await eras(`${product.origin}/mcp`, product.apiKey);
  });
  after(async () => {
    await Promise.all(both.map((era) => era.close()));
    await proxy.stop();
    await product.stop();
  });

  const passed = (checks: Checks, scenario: string): number => (checks.get(scenario) ?? []).filter(({ status }) => status === 'SUCCESS').length;

  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    it(`fails nothing of ${revision} but what asks for fixtures by name [MC-01] [MC-07]`, async () => {
      const { checks } = await judgeServer(`${proxy.url}/mcp`, revision);
      // Extensions that nobody claims here, and what is not frozen yet.
      const scored = [...checks.keys()].filter((scenario) => !/^(?:tasks-|json-schema|http-custom|server-session|server-sse-polling)/.test(scenario));
      expect(faultsIn(checks, scored).filter((fault) => !ONLY_A_FIXTURE.test(fault))).to.deep.equal([]);
      const whole = revision === '2025-11-25' ? ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'] : ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection', 'caching', 'http-header-validation', 'sep-2164-resource-not-found'];
      expect(faultsIn(checks, whole)).to.deep.equal([]);
      if (revision === '2026-07-28') expect([passed(checks, 'http-header-validation'), passed(checks, 'caching'), passed(checks, 'server-stateless') >= 24]).to.deep.equal([14, 8, true]);
    });
  }

  it('satisfies the inspector in its strict mode, in both eras [MC-01] [MC-07]', async () => {
    const home = mkdtempSync(join(tmpdir(), 'landfall-inspector-'));
    const program = await inspector(`${product.origin}/mcp`, home);
    for (const era of ['legacy', 'modern']) {
      const { code, out, err } = await program.run(['--header', `Authorization: Bearer ${product.apiKey}`, '--protocol-era', era, '--method', 'tools/list', '--strict']);
      expect([code, err, (JSON.parse(out) as { result: { tools: unknown[] } }).result.tools.length], era).to.deep.equal([0, '', 12]);
    }
    rmSync(home, { recursive: true, force: true });
  });

  describe(`the journey ${SCENARIO}`, () => {
    const ids = { shipment: '', container: '' };
    let first: Answer;
    before(async () => {
      const [older, newer] = both as [Era, Era];
      const clock = (change: object) => client(product.baseUrl, product.apiKey).call('POST', '/sandbox/clock', change);
      // Halted, it stands wherever it is moved to, however slow the machine is.
      await clock({ pause: true });
      first = await older.call('track_container', { number: SCENARIO, scac: 'TEST', refNumbers: ['PO-77'] });
      const found = await until('the line has answered', async () => {
        const { json } = await newer.call('search_container', { query: SCENARIO });
        return json.shipments.length > 0 && json.containers.length > 0 && json;
      }, 60_000);
      [ids.shipment, ids.container] = [found.shipments[0].id, found.containers[0].id];
      await clock({ advance: 'P29D' });
      await until('it is on rail', async () => (await newer.call('get_container', { id: ids.container })).json.container.status === 'on_rail', 60_000);
    });

    /** The same in both eras, and once more with the era's own client for what is to be asserted. */
    const said = async (tool: string, args: Record<string, unknown> = {}) => {
      const isPlain = !['include', 'format', 'page_size'].some((name) => name in args);
      const answers = await Promise.all(both.map((era) => era.call(tool, args)));
      expect(answers.map(({ isError, text }) => (isError ? text : '')), tool).to.deep.equal(['', '']);
      expect(answers[1]?.json, `${tool} in both eras`).to.deep.equal(answers[0]?.json);
      // Text and structure say the same, within the budget of an answer that nobody asked to be longer.
      for (const { text, json } of answers) expect([JSON.parse(text), text.length / 3 <= (isPlain ? 2_000 : 8_000)], tool).to.deep.equal([json, true]);
      return answers[0]?.json;
    };
    const happenedBy = JOURNEY.milestones.filter(({ day }) => day < 29);

    it('is spoken of in both eras', () => expect(both.map(({ name }) => name)).to.deep.equal(['2025-11-25', '2026-07-28']));

    it('track_container starts it once, keeps the references, and shows it when asked again [MC-02]', async () => {
      expect(first.json).to.deep.include({ trackingRequestCreated: true });
      expect(first.json.trackingRequest).to.deep.include({ number: SCENARIO, type: 'bill_of_lading', scac: 'TEST', status: 'pending', refNumbers: ['PO-77'] });
      const again = await said('track_container', { number: SCENARIO, numberType: 'bill_of_lading', scac: 'TEST' });
      expect([again.trackingRequestCreated, again.trackingRequest.id, again.trackingRequest.shipmentId]).to.deep.equal([false, first.json.trackingRequest.id, ids.shipment]);
    });

    it('search_container finds it by bill, container and reference [MC-02]', async () => {
      const { containers: [container] } = await said('search_container', { query: SCENARIO });
      for (const query of [SCENARIO, container.number, 'PO-77']) {
        const found = await said('search_container', { query });
        expect(found.containers.map(({ id }: { id: string }) => id), query).to.deep.equal([ids.container]);
      }
      expect((await said('search_container', { query: 'NOWHERE' })).next).to.contain('track_container');
    });

    it('get_container tells status, milestones and what was asked to come along [MC-02] [MC-05]', async () => {
      const { container, shipment, podTerminal, events } = await said('get_container', { id: ids.container, include: ['shipment', 'pod_terminal', 'transport_events'] });
      expect(container).to.include({ id: ids.container, status: 'on_rail', line: 'TEST', billOfLading: 'TESTRAIL', portOfDischarge: `Los Angeles (${JOURNEY.places['POD']})`, destination: 'Chicago (USCHI)' });
      expect(container.milestones).to.include.keys('emptyOutAt', 'fullInAt', 'loadedAt', 'departedAt', 'dischargedAt', 'railLoadedAt').and.not.to.include.keys('inlandArrivedAt');
      expect([shipment.id, podTerminal.id.length, events.length >= happenedBy.length]).to.deep.equal([ids.shipment, 36, true]);
      const { raw, mapped } = await said('get_container', { id: ids.container, format: 'both' });
      expect([raw.data.id, raw.data.attributes.current_status, mapped.container]).to.deep.equal([ids.container, 'on_rail', container]);
      expect(await said('get_container', { id: ids.container, format: 'raw' })).to.deep.equal(raw);
    });

    it('get_container_transport_events tells what happened, where and when, oldest first [MC-02]', async () => {
      const { events, total } = await said('get_container_transport_events', { id: ids.container });
      const happened = events.filter(({ event }: { event: string }) => !event.startsWith('estimated.'));
      expect(happened.map(({ event, location }: { event: string; location: string }) => `container.transport.${event} ${/\((\w+)\)/.exec(location)?.[1]}`)).to.deep.equal(happenedBy.map(({ event, place }) => `${event} ${place}`));
      const times = events.map(({ at }: { at: string }) => at);
      expect([times, total]).to.deep.equal([[...times].sort(), events.length]);
      const page = await said('get_container_transport_events', { id: ids.container, page: 2, page_size: 3 });
      expect(page.events).to.deep.equal(events.slice(3, 6));
    });

    it('get_shipment_details and get_container_route tell the way [MC-02]', async () => {
      const { shipment, containers } = await said('get_shipment_details', { id: ids.shipment });
      expect(shipment).to.include({ status: 'arrived_at_pod', portOfLading: `Yantian (${JOURNEY.places['POL']})`, containerCount: 1 });
      expect(containers.map(({ id }: { id: string }) => id)).to.deep.equal([ids.container]);
      expect(await said('get_shipment_details', { id: ids.shipment, include_containers: false })).not.to.have.property('containers');
      const { stops } = await said('get_container_route', { id: ids.container });
      expect(stops.map(({ label, place }: { label: string; place: string }) => `${label} ${place}`)).to.deep.equal(['POL Yantian (CNYTN)', 'POD Los Angeles (USLAX)', 'DST Chicago (USCHI)']);
      expect(stops[0].outbound.vessel).to.equal(shipment.vessel);
    });

    it('list_shipments and list_containers honour every filter, and nothing more comes than asked for [MC-02]', async () => {
      const count = async (tool: string, args: Record<string, unknown>) => (await said(tool, args)).total as number;
      for (const tool of ['list_shipments', 'list_containers']) {
        const fits = { port: 'USLAX', carrier: 'TEST', updated_after: '2026-01-01' };
        for (const [name, value] of Object.entries(fits)) expect(await count(tool, { [name]: value }), `${tool} ${name}`).to.equal(1);
        for (const [name, value] of Object.entries({ port: 'NLRTM', carrier: 'MAEU', updated_after: '2099-01-01' })) expect(await count(tool, { ...fits, [name]: value }), `${tool} not ${name}`).to.equal(0);
        expect((await said(tool, { page: 2, page_size: 1 })).page).to.equal(2);
      }
      expect([await count('list_containers', { status: 'on_rail' }), await count('list_containers', { status: 'grounded' })]).to.deep.equal([1, 0]);
      const statuses = ['awaiting_departure', 'in_transit', 'arrived_at_pod', 'delivered_to_destination', 'arrived', 'on_ship', 'tracked', 'tracking_stopped'];
      expect(await Promise.all(statuses.map((status) => count('list_shipments', { status })))).to.deep.equal([0, 0, 1, 0, 1, 0, 1, 0]);
      expect((await said('list_shipments', { include_containers: true })).shipments[0].containers[0]).to.match(/: on_rail$/);
      const [row] = (await said('list_containers', { include: ['shipment', 'pod_terminal', 'transport_events'] })).containers;
      expect([row.shipment.id, row.terminal.id.length, row.events.length > 5]).to.deep.equal([ids.shipment, 36, true]);
    });

    it('list_tracking_requests and get_supported_shipping_lines honour theirs [MC-02]', async () => {
      for (const args of [{}, { status: 'created' }, { request_type: 'bill_of_lading' }, { filters: { scac: 'TEST', request_number: SCENARIO } }]) {
        expect((await said('list_tracking_requests', args)).trackingRequests.map(({ id }: { id: string }) => id), JSON.stringify(args)).to.deep.equal([first.json.trackingRequest.id]);
      }
      for (const args of [{ status: 'failed' }, { request_type: 'container' }, { filters: { scac: 'MAEU' } }]) expect((await said('list_tracking_requests', args)).total, JSON.stringify(args)).to.equal(0);
      expect((await said('get_supported_shipping_lines', { search: 'maersk' })).lines[0]).to.include({ scac: 'MAEU' });
    });

    it('explain_container and what_changed cite who said it, and when it became known [MC-02]', async () => {
      const { fields: [status] } = await said('explain_container', { id: ids.container, field: 'current_status' });
      expect(status).to.include({ value: 'on_rail' }).and.to.have.property('source').that.contains('shipping_line');
      const { events, lastSequence } = await said('what_changed', { after_sequence: 0, page_size: 50, container_id: ids.container });
      const names = events.map(({ event }: { event: string }) => event);
      for (const { event } of happenedBy) expect(names).to.include(event);
      expect(events.every(({ sequence }: { sequence: number }) => sequence > 0 && sequence <= lastSequence)).to.equal(true);
      expect((await said('what_changed', { since: '2099-01-01' })).events).to.deep.equal([]);
    });

    it('the prompts name it and only tools that exist, and complete lines and containers [MC-03]', async () => {
      for (const era of both) {
        const { json } = await era.call('get_container', { id: ids.container });
        const texts = [await era.prompt('track-shipment', { container_number: json.container.number, carrier: 'TEST' }), await era.prompt('check-demurrage', { container_id: ids.container }), await era.prompt('analyze-delays', { container_id: ids.container })];
        expect(texts.map((text) => text.includes(ids.container) || text.includes(json.container.number)), era.name).to.deep.equal([true, true, true]);
        const tools = await era.tools();
        for (const [tool] of texts.join(' ').matchAll(/\b(?:get|list|search|track|explain|what)_\w+/g)) expect(tools, era.name).to.include(tool);
        expect(await era.complete('track-shipment', 'container_number', json.container.number.slice(0, 5))).to.deep.equal([json.container.number]);
        expect(await era.complete('track-shipment', 'carrier', 'maersk')).to.deep.equal(['MAEU']);
        expect(await era.complete('check-demurrage', 'container_id', '')).to.deep.equal([ids.container]);
      }
    });

    it('the resources tell it as a page, and what its milestones mean [MC-04]', async () => {
      const [page, other] = await Promise.all(both.map((era) => era.read(`landfall://container/${ids.container}`)));
      expect(page).to.equal(other);
      expect(page).to.contain('- Status: on_rail').and.to.contain('- Bill of lading: TESTRAIL');
      for (const { event, place } of happenedBy) expect(page).to.match(new RegExp(`· ${event.replace('container.transport.', '')} · .*\\(${place}\\)`));
      for (const era of both) expect(await era.read('landfall://docs/milestone-glossary')).to.contain('`on_rail`').and.to.contain('| rail_loaded |');
    });
  });
});
