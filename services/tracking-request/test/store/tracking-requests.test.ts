import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { planOf } from '@landfall/testkit/index-use';
import { expect } from 'chai';
import type { ListFilter, ListQuery, TrackingRequests } from '../../src/app/ports.js';
import { filterOf, sortOf } from '../../src/store/list-filters.js';
import { trackingRequests } from '../../src/store/tracking-requests.js';
import { aRequest, later, MINUTE, NOW } from '../fakes/a-request.js';
import { trackingRequestsSuite } from './tracking-requests.suite.js';

const query = (change: Partial<ListQuery> = {}): ListQuery => ({ accountId: 'account-1', page: { number: 1, size: 10 }, filters: [], sort: [], q: '', ...change });
const filter = (field: string, op: string, ...values: string[]): ListFilter => ({ field, op, values });

describe('tracking requests in the store', () => {
  let store: TestMongo;
  let requests: TrackingRequests;

  before(async () => {
    store = await testMongo();
    requests = trackingRequests(store.connection);
    await withIndexes(store.connection);
  });
  after(() => store.stop());
  beforeEach(() => store.connection.collection('tracking_requests').deleteMany({}));

  trackingRequestsSuite(() => requests);

  const fill = async () => {
    const rows = Array.from({ length: 25 }, (_, n) =>
      aRequest({
        id: `row-${String(n).padStart(2, '0')}`,
        // Five at a time share an instant, so that ties are met.
        createdAt: later(Math.floor(n / 5) * MINUTE),
        updatedAt: later(-n * MINUTE),
        requestNumber: `BL-${n}`,
        normalizedNumber: `BL${n}`,
        scac: n % 2 === 0 ? 'MAEU' : 'HLCU',
        status: n % 3 === 0 ? 'failed' : 'pending',
        refNumbers: n === 7 ? ['Order 7'] : [],
      }));
    for (const request of rows) await requests.add({ request, says: [] });
    await requests.add({ request: aRequest({ id: 'foreign', accountId: 'account-2' }), says: [] });
  };
  const idsOf = async (change: Partial<ListQuery>) => (await requests.list(query({ page: { number: 1, size: 100 }, ...change }))).items.map(({ id }) => id);

  it('lists newest first, counts only the account, and pages by number and by cursor without missing or repeating a row [D-03][D-04]', async () => {
    await fill();
    const whole = await idsOf({});
    expect(whole).to.have.length(25);
    expect(whole[0]).to.equal('row-24');

    const byNumber: string[] = [];
    for (let number = 1; number <= 3; number += 1) byNumber.push(...(await requests.list(query({ page: { number, size: 10 } }))).items.map(({ id }) => id));
    expect(byNumber).to.deep.equal(whole);

    const byCursor: string[] = [];
    let after: string | undefined;
    do {
      const page = await requests.list(query({ page: { number: 1, size: 4, ...(after ? { after } : {}) } }));
      expect(page.total).to.equal(25);
      byCursor.push(...page.items.map(({ id }) => id));
      after = page.nextAfter;
    } while (after);
    expect(byCursor).to.deep.equal(whole);
  });

  it('sorts upwards by cursor too', async () => {
    await fill();
    const sort = [{ field: 'created_at', descending: false }];
    const whole = await idsOf({ sort });
    const first = await requests.list(query({ sort, page: { number: 1, size: 7 } }));
    const rest = await requests.list(query({ sort, page: { number: 1, size: 100, after: first.nextAfter ?? '' } }));
    expect([...first.items, ...rest.items].map(({ id }) => id)).to.deep.equal(whole);
  });

  it('answers every filter, and several together [D-06]', async () => {
    await fill();
    expect(await idsOf({ filters: [filter('status', 'eq', 'failed')] })).to.have.length(9);
    expect(await idsOf({ filters: [filter('status', 'eq', 'failed', 'pending'), filter('scac', 'eq', 'hlcu')] })).to.have.length(12);
    expect(await idsOf({ filters: [filter('request_number', 'eq', 'BL7')] })).to.deep.equal(['row-07']);
    expect(await idsOf({ filters: [filter('request_number', 'eq', 'bl-7', 'BL 8')] }), 'as it was sent').to.deep.equal(['row-08', 'row-07']);
    expect(await idsOf({ filters: [filter('request_number', 'eq', 'Order 7')] }), 'a reference is no number').to.deep.equal([]);
    expect(await idsOf({ filters: [filter('request_type', 'eq', 'container')] })).to.deep.equal([]);
    expect(await idsOf({ filters: [filter('created_at', 'gte', later(4 * MINUTE).toISOString())] })).to.have.length(5);
    expect(await idsOf({ filters: [filter('updated_at', 'lte', later(-24 * MINUTE).toISOString())] })).to.deep.equal(['row-24']);
  });

  it('searches numbers and reference numbers from their beginning, in any case [D-06]', async () => {
    await fill();
    expect(await idsOf({ q: 'order' })).to.deep.equal(['row-07']);
    expect(await idsOf({ q: 'bl-24' })).to.deep.equal(['row-24']);
    expect(await idsOf({ q: 'bl24' })).to.deep.equal(['row-24']);
    expect(await idsOf({ q: 'nothing' })).to.deep.equal([]);
  });

  it('refuses an unknown filter, sort key, operator, date and cursor, naming the parameter [D-05]', async () => {
    const faultOf = (change: Partial<ListQuery>) => Promise.resolve().then(() => requests.list(query(change))).then(() => undefined, (error: { code: string; more: { parameter: string } }) => `${error.code} ${error.more.parameter}`);
    expect(await faultOf({ filters: [filter('colour', 'eq', 'red')] })).to.equal('unknown_parameter filter[colour]');
    expect(await faultOf({ filters: [filter('status', 'like', 'x')] })).to.equal('invalid_parameter filter[status]');
    expect(await faultOf({ filters: [filter('created_at', 'gte', 'soon')] })).to.equal('invalid_parameter filter[created_at]');
    expect(await faultOf({ sort: [{ field: 'colour', descending: false }] })).to.equal('unknown_parameter sort');
    expect(await faultOf({ page: { number: 1, size: 1, after: 'nonsense' } })).to.equal('invalid_parameter page[after]');
  });

  it('answers every query from an index', async () => {
    const filters = ['status', 'scac', 'request_type', 'request_number'].map((field) => filterOf('account-1', [filter(field, 'eq', 'X')], ''));
    const times = ['created_at', 'updated_at'].map((field) => filterOf('account-1', [filter(field, 'gte', NOW.toISOString())], ''));
    const all = [...filters, ...times, filterOf('account-1', [], ''), filterOf('account-1', [], 'BL'), { dueAt: { $lte: NOW, $exists: true } }, { outboxAt: { $lte: NOW, $exists: true } }];
    const { path, descending } = sortOf([]);
    for (const each of all) {
      const plan = await planOf(store.connection, 'tracking_requests', each, { [path]: descending ? -1 : 1, _id: descending ? -1 : 1 });
      expect(plan, JSON.stringify(each)).to.include('IXSCAN').and.not.to.include('COLLSCAN');
    }
  });
});
