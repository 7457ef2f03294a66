import { planOf } from '@landfall/testkit/index-use';
import type { TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { App } from '../../src/app/index.js';
import type { Condition, SortBy } from '../../src/app/ports.js';
import { CONTAINER_FILTERS, CONTAINER_SORTS, SHIPMENT_FILTERS, SHIPMENT_SORTS } from '../../src/store/filter-tables.js';
import { filterOf, sortOf, type FilterTable } from '../../src/store/list-filters.js';
import { aRequest, ACCOUNT, taken } from '../flow.js';
import { BOX, direct, directSailing, SECOND_BOX, snapshotOf } from '../journeys.js';
import { storedApp } from '../stored-app.js';

const VOYAGE = { pol: 'CNYTN', pod: 'USLAX' };
const SPRING = { takenAt: new Date('2026-03-21T00:00:00Z'), sourceNow: new Date('2026-03-21T00:00:00Z') };
const is = (field: string, ...values: string[]): Condition => ({ field, op: 'eq', values });

describe('lists and search', () => {
  let mongo: TestMongo;
  let app: App;
  const shipments = (filters: Condition[] = [], q = '', sort: SortBy[] = []) => app.shipments.list({ accountId: ACCOUNT, page: { number: 1, size: 30 }, filters, sort, q });
  const containers = (filters: Condition[] = [], q = '', sort: SortBy[] = []) => app.containers.list({ accountId: ACCOUNT, page: { number: 1, size: 30 }, filters, sort, q });
  const numbers = async (list: Promise<{ items: { number: string }[] }>) => (await list).items.map(({ number }) => number).sort();

  before(async () => {
    ({ mongo, app } = await storedApp());
    await app.requests.remember(aRequest());
    await app.requests.remember(aRequest({ id: 'request-2', requestNumber: 'HLCU-777 1', normalizedNumber: '7771', refNumbers: ['Order 9'], tags: [] }));
    await app.applySnapshot(taken(snapshotOf({ [BOX]: direct().slice(0, 4) }, directSailing(), VOYAGE), SPRING));
    await app.applySnapshot(taken(snapshotOf({ [SECOND_BOX]: direct().slice(0, 3) }, directSailing().slice(0, 1), VOYAGE), { ...SPRING, watchId: 'watch-2', scac: 'HLCU', trackers: [{ accountId: ACCOUNT, trackingRequestId: 'request-2' }] }));
    const report = { terminalLocode: 'USLAX', checkedAt: new Date('2026-03-20T00:00:00Z'), available: true, lastFreeDay: '2026-03-27', holds: [], fees: [{ type: 'demurrage', amount: 5 }], events: [], source: 'sandbox' };
    await app.applyTerminalReport({ trackers: [{ accountId: ACCOUNT, trackingRequestId: 'request-1' }], containerNumber: BOX, takenAt: report.checkedAt, report });
  });
  after(() => mongo.stop());

  it('containers are filtered by status, line, ports, flags and more; values are ORed, filters ANDed [D-06]', async () => {
    expect(await numbers(containers())).to.deep.equal([BOX, SECOND_BOX]);
    expect(await numbers(containers([is('current_status', 'available')]))).to.deep.equal([BOX]);
    expect(await numbers(containers([is('status', 'available', 'on_ship')]))).to.deep.equal([BOX, SECOND_BOX]);
    expect(await numbers(containers([is('current_status', 'on_ship'), is('shipping_line_scac', 'maeu')]))).to.deep.equal([]);
    expect(await numbers(containers([is('has_demurrage_fees', 'true')]))).to.deep.equal([BOX]);
    expect(await numbers(containers([is('has_holds', 'false')]))).to.deep.equal([BOX, SECOND_BOX]);
    expect(await numbers(containers([{ field: 'pod', op: 'ne', values: ['Los Angeles'] }]))).to.deep.equal([]);
    expect(await numbers(containers([is('search_by_shipment_number', 'BL4410077')]))).to.deep.equal([BOX]);
  });

  it('dates are compared on every milestone and deadline, a bare day meaning all of it [D-06]', async () => {
    expect(await numbers(containers([is('pickup_lfd', '2026-03-27')]))).to.deep.equal([BOX]);
    expect(await numbers(containers([{ field: 'pod_arrived_at', op: 'lt', values: ['2026-03-18'] }]))).to.deep.equal([]);
    expect(await numbers(containers([{ field: 'pod_arrived_at', op: 'lte', values: ['2026-03-18'] }]))).to.deep.equal([BOX]);
    expect(await numbers(containers([{ field: 'empty_out_at', op: 'gte', values: ['2026-02-01'] }, { field: 'empty_out_at', op: 'lt', values: ['2026-03-01'] }]))).to.deep.equal([BOX, SECOND_BOX]);
    expect(await numbers(containers([{ field: 'pod_discharged_at', op: 'exists', values: ['false'] }]))).to.deep.equal([SECOND_BOX]);
    expect(await numbers(containers([{ field: 'updated_at', op: 'gt', values: ['2026-01-01'] }]))).to.deep.equal([BOX, SECOND_BOX]);
  });

  it('shipments are filtered by number as submitted, labels and voyage [D-06]', async () => {
    const bills = async (...filters: Condition[]) => (await shipments(filters)).items.map(({ billOfLadingNumber }) => billOfLadingNumber);
    expect(await bills(is('number', 'HLCU-777 1'))).to.deep.equal(['HLCU-777 1']);
    expect(await bills(is('tags', 'URGENT'))).to.deep.equal(['BL4410077']);
    expect(await bills(is('voyage_status', 'on_ship'))).to.deep.equal(['HLCU-777 1']);
    expect(await bills(is('tracking_stopped', 'false'), is('pod_code', 'USLAX'))).to.have.length(2);
    expect(await bills({ field: 'pod_arrival', op: 'gte', values: ['2026-03-18'] })).to.deep.equal(['BL4410077']);
  });

  it('what is not known is refused by name, never ignored [D-05]', async () => {
    const fault = async (list: Promise<unknown>) => (await list.catch((error: unknown) => error)) as { code: string; more: { parameter: string } };
    expect(await fault(containers([is('colour', 'red')]))).to.deep.include({ code: 'unknown_parameter' });
    const wrong = await fault(containers([is('has_holds', 'maybe')]));
    expect(wrong).to.deep.include({ code: 'invalid_parameter' });
    expect(wrong.more.parameter).to.equal('filter[has_holds]');
    expect(await fault(containers([is('pickup_lfd', 'soon')]))).to.deep.include({ code: 'invalid_parameter' });
    expect(await fault(containers([{ field: 'current_status', op: 'gt', values: ['new'] }]))).to.deep.include({ code: 'invalid_parameter' });
    expect(await fault(shipments([], '', [{ field: 'colour', descending: false }]))).to.deep.include({ code: 'unknown_parameter' });
  });

  it('every filter and every order is an index scan [D-06]', async () => {
    const sample = (field: string, table: FilterTable): Condition => {
      const kind = table[field]?.kind;
      return kind === 'date' || kind === 'time' ? { field, op: 'gte', values: ['2026-01-01'] } : is(field, kind === 'flag' || kind === 'not' ? 'true' : 'x');
    };
    const tables = [['shipments', SHIPMENT_FILTERS, SHIPMENT_SORTS, 'createdAt'], ['containers', CONTAINER_FILTERS, CONTAINER_SORTS, 'updatedAt']] as const;
    for (const [collection, filters, sorts, usual] of tables) {
      for (const field of Object.keys(filters)) {
        const stages = await planOf(mongo.connection, collection, filterOf(filters, ACCOUNT, [sample(field, filters)], ''), { [usual]: -1, _id: -1 });
        expect(stages, `${collection} by ${field}`).to.not.include('COLLSCAN');
      }
      for (const field of Object.keys(sorts)) {
        const { path } = sortOf(sorts, [{ field, descending: false }], { path: usual, descending: true });
        const stages = await planOf(mongo.connection, collection, { accountId: ACCOUNT }, { [path]: 1, _id: 1 });
        expect(stages, `${collection} in order of ${field}`).to.include('IXSCAN').and.to.not.include('SORT');
      }
      expect(await planOf(mongo.connection, collection, filterOf(filters, ACCOUNT, [], 'BL44'))).to.include('IXSCAN');
    }
  });

  it('totals are those of the filter, also of what a record lacks [D-03] [D-75]', async () => {
    const totals = async (...filters: Condition[]) => {
      const { items, total } = await containers(filters);
      expect(total, JSON.stringify(filters)).to.equal(items.length);
      return total;
    };
    expect(await totals()).to.equal(2);
    expect(await totals(is('has_holds', 'false'))).to.equal(2);
    expect(await totals(is('has_demurrage_fees', 'false'))).to.equal(1);
    expect(await totals(is('has_demurrage_fees', 'false'), is('current_status', 'on_ship'))).to.equal(1);
    expect(await totals(is('has_demurrage_fees', 'false'), { field: 'current_status', op: 'ne', values: ['on_ship', 'new'] })).to.equal(0);
    expect(await totals({ field: 'pod_discharged_at', op: 'exists', values: ['false'] }, is('shipping_line_scac', 'HLCU'))).to.equal(1);
  });

  it('a page of a filtered list is walked in its order and sorts nothing [D-75]', async () => {
    for (const [collection, filters, path] of [['shipments', SHIPMENT_FILTERS, 'createdAt'], ['containers', CONTAINER_FILTERS, 'updatedAt']] as const) {
      const stages = await planOf(mongo.connection, collection, filterOf(filters, ACCOUNT, [is('pod_code', 'USLAX')], ''), { [path]: -1, _id: -1 });
      expect(stages, collection).to.include('IXSCAN').and.to.not.include('SORT');
    }
  });

  it('the rarer of two filters leads the way, in whatever order they are given [D-75]', () => {
    const port = is('pod_code', 'USLAX'), line = is('scac', 'MAEU'), held = is('has_holds', 'true');
    const first = (...filters: Condition[]) => (filterOf(CONTAINER_FILTERS, ACCOUNT, filters, '') as { $and: unknown[] }).$and[0];
    for (const filters of [[port, line], [line, port], [held, line, port]]) expect(first(...filters)).to.deep.equal({ facets: 'pod_code=uslax' });
  });

  it('every other query of a repository is an index scan too [house 5]', async () => {
    const queries: [string, Record<string, unknown>, Record<string, 1 | -1>?][] = [
      ['shipments', { accountId: ACCOUNT, trackingRequestIds: 'x' }],
      ['shipments', { accountId: ACCOUNT, scac: 'MAEU', numbers: { $in: ['x', 'y'] } }],
      ['shipments', { _id: 'x', accountId: ACCOUNT, 'watches.w.digest': 'd', 'watches.w.sequence': { $lt: 3 } }],
      ['shipments', { stopDueAt: { $lte: new Date(), $exists: true } }, { stopDueAt: 1 }],
      ['containers', { accountId: ACCOUNT, shipmentId: 'x' }],
      ['containers', { _id: { $gt: 'a-', $lt: 'a-~' }, accountId: ACCOUNT }],
      ['archived_events', { accountId: ACCOUNT, containerId: 'x' }],
      ['parties', { accountId: ACCOUNT, nameKey: { $gte: 'a', $lt: 'b' } }],
      ['party_roles', { accountId: ACCOUNT, entityType: 'Shipment', entityId: 'x', live: true }, { createdAt: 1 }],
      ['custom_field_definitions', { accountId: ACCOUNT, entityType: 'Shipment', apiSlug: 'x' }],
      ['custom_fields', { accountId: ACCOUNT, entityType: 'Shipment', entityId: 'x', definitionId: 'y', live: true }],
      ['custom_fields', { accountId: ACCOUNT, definitionId: 'y', live: true }],
      ['vessels', { mmsi: { $in: ['y'], $exists: true } }],
    ];
    for (const [collection, filter, sort] of queries) {
      expect(await planOf(mongo.connection, collection, filter, sort), `${collection} ${JSON.stringify(filter)}`).to.not.include('COLLSCAN');
    }
  });

  it('q finds by bill, reference and container number, whole or from the start [D-06]', async () => {
    const bills = async (q: string) => (await shipments([], q)).items.map(({ billOfLadingNumber }) => billOfLadingNumber);
    expect(await bills('bl-4410')).to.deep.equal(['BL4410077']);
    expect(await bills('order 9')).to.deep.equal(['HLCU-777 1']);
    expect(await bills('410077')).to.deep.equal([]);
    expect(await numbers(containers([], 'TRKU10002'))).to.deep.equal([SECOND_BOX]);
    expect(await numbers(containers([], 'PO-1'))).to.deep.equal([BOX]);
  });

  it('search answers shipments first, then their boxes, and nothing of other accounts [2.6]', async () => {
    const hits = await app.search(ACCOUNT, 'BL4410077', 25);
    expect(hits.map(({ type }) => type)).to.deep.equal(['shipment', 'cargo']);
    expect((await app.search(ACCOUNT, BOX, 25)).map((hit) => (hit.type === 'cargo' ? [hit.container.number, hit.shipment?.scac] : hit.type))).to.deep.equal([[BOX, 'MAEU']]);
    expect(await app.search('acc-2', BOX, 25)).to.deep.equal([]);
  });

  it('pages meet every row once, by number and by cursor [D-04]', async () => {
    const page = (number: number, after?: string) => app.containers.list({ accountId: ACCOUNT, page: { number, size: 1, ...(after ? { after } : {}) }, filters: [], sort: [], q: '' });
    const one = await page(1), two = await page(2);
    expect([one.total, two.total]).to.deep.equal([2, 2]);
    const behind = await page(1, one.nextAfter);
    expect(behind.items.map(({ id }) => id)).to.deep.equal(two.items.map(({ id }) => id));
    expect(behind.nextAfter).to.equal(undefined);
  });
});
