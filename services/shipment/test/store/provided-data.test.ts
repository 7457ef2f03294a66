import type { TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { App } from '../../src/app/index.js';
import { toShippingLine, toTerminal } from '../../src/messages/places.js';
import { aRequest, ACCOUNT, taken } from '../flow.js';
import { BOX, direct, directSailing, snapshotOf } from '../journeys.js';
import { storedApp } from '../stored-app.js';

const CHECKED = new Date('2026-03-20T00:00:00Z');

describe('what terminals and lines provide', () => {
  let mongo: TestMongo;
  let app: App;
  let replica: () => App;
  const terminals = ({ gazetteer }: App) => gazetteer.terminalIdsIn('USLAX').flatMap((id) => gazetteer.terminals.find(id) ?? []).map((row) => toTerminal(row, gazetteer));
  const line = ({ gazetteer }: App) => toShippingLine(gazetteer.lines.find('MAEU')!, gazetteer);
  const report = { terminalLocode: 'USLAX', terminalSmdgCode: 'APMT', checkedAt: CHECKED, available: false, lastFreeDay: '2026-03-27', holds: [{ name: 'customs', status: 'hold' }], fees: [], events: [], source: 'sandbox' };

  before(async () => {
    ({ mongo, app, replica } = await storedApp());
    await app.requests.remember(aRequest());
  });
  after(() => mongo.stop());

  it('is nothing before anything was heard of them [2.1]', () => {
    expect(terminals(app).flatMap(({ providedData }) => providedData?.fields ?? [])).to.deep.equal([]);
    expect(line(app).providedData?.fields).to.deep.equal([]);
  });

  it('is what they were heard to report, in every replica and after a start [2.1]', async () => {
    await app.applySnapshot(taken(snapshotOf({ [BOX]: direct() }, directSailing(), { pol: 'CNYTN', pod: 'USLAX' })));
    await app.applyTerminalReport({ trackers: [{ accountId: ACCOUNT, trackingRequestId: 'request-1' }], containerNumber: BOX, takenAt: CHECKED, report });
    const other = replica();
    await other.refreshProviders();
    for (const replica of [app, other]) {
      const told = terminals(replica).filter(({ providedData }) => (providedData?.fields ?? []).length > 0);
      expect(told.map(({ smdgCode, providedData }) => [smdgCode, providedData?.fields])).to.deep.equal([['APMT', ['available_for_pickup', 'holds_at_pod_terminal', 'pickup_lfd']]]);
      expect(line(replica).providedData?.fields).to.deep.equal(['pod_full_out_at']);
    }
  });
});
