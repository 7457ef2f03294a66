import { expect } from 'chai';
import { pages, plainProfile, world } from '../support/asking.js';
import { arrivalAtLosAngeles, loadAtYantian } from '../support/raw-events.js';

const HOUR_MS = 3_600_000;

const says = (memory: ReturnType<typeof world>['memory']) => memory.said.map((said) => said.fact);

describe('lookUp', () => {
  it('says everything the carrier knows, with those who wait for it [D-32]', async () => {
    const { memory, use, carrier, poll, wanted } = world();
    carrier.answers.set('BL4410077', pages([loadAtYantian(), arrivalAtLosAngeles()]));
    await use.lookUp(wanted(), 0);
    await poll();
    const [said] = memory.said;
    if (said?.fact !== 'snapshot_taken') throw new Error('no snapshot was said');
    expect(said.snapshot.containers.map(({ number, sealNumber, isoCode }) => [number, sealNumber, isoCode])).to.deep.equal([['TRKU1000010', 'SL90211', '45G1']]);
    expect(said.trackers).to.deep.equal([{ accountId: 'account-1', trackingRequestId: 'request-1' }]);
    expect(said.sequence).to.equal(1);
  });

  it('asks the carrier once for two accounts that want the same number', async () => {
    const { memory, use, carrier, poll, wanted } = world();
    carrier.answers.set('BL4410077', pages([loadAtYantian()]));
    await use.lookUp(wanted(), 0);
    await use.lookUp(wanted({ accountId: 'account-2' }), 0);
    await poll();
    expect(carrier.asked).to.deep.equal(['BL4410077']);
    expect(memory.said.flatMap((said) => (said.fact === 'snapshot_taken' ? said.trackers.map(({ accountId }) => accountId) : []))).to.deep.equal(['account-1', 'account-2']);
  });

  it('tells why there is no answer, and does not try again by itself [D-23]', async () => {
    const { memory, use, carrier, poll, wanted } = world();
    carrier.answers.set('BL4410077', { kind: 'fault', reason: 'shipping_line_unreachable', detail: 'away' });
    await use.lookUp(wanted(), 3);
    await poll();
    expect(memory.said).to.have.length(1);
    expect(memory.said[0]).to.include({ fact: 'lookup_failed', reason: 'shipping_line_unreachable', attempt: 3, known: false });
    memory.clock.now = new Date(memory.clock.now.getTime() + 48 * HOUR_MS);
    await poll();
    expect(carrier.asked).to.have.length(1);
  });

  it('answers the next attempt of a request that was told no before [D-24]', async () => {
    const { memory, use, carrier, poll, wanted } = world();
    const request = wanted();
    await use.lookUp(request, 0);
    await poll();
    carrier.answers.set('BL4410077', pages([loadAtYantian()]));
    await use.lookUp(request, 1);
    await poll();
    expect(says(memory)).to.deep.equal(['lookup_failed', 'snapshot_taken']);
  });

  it('is not confused by a fact that is heard twice', async () => {
    const { memory, use, carrier, poll, wanted } = world();
    carrier.answers.set('BL4410077', pages([loadAtYantian()]));
    const request = wanted();
    await use.lookUp(request, 0);
    await poll();
    await use.lookUp(request, 0);
    await poll();
    expect(says(memory)).to.deep.equal(['snapshot_taken']);
  });

  it('does not begin what has ended already', async () => {
    const { memory, use, carrier, poll, wanted } = world();
    carrier.answers.set('BL4410077', pages([loadAtYantian()]));
    const request = wanted();
    await use.endTracking(request);
    await use.lookUp(request, 0);
    await poll();
    expect(says(memory)).to.deep.equal([]);
    expect(carrier.asked).to.deep.equal([]);
  });

  it('knows a number that has only been confirmed, which is no success yet [D-24]', async () => {
    const { memory, use, carrier, poll, wanted } = world();
    const confirmed = { eventID: '1', eventType: 'SHIPMENT', shipmentEventTypeCode: 'CONF', documentTypeCode: 'BKG', documentID: 'BK4410077', eventClassifierCode: 'ACT', eventDateTime: '2026-03-01T00:00:00Z' };
    carrier.answers.set('BL4410077', pages([confirmed]));
    await use.lookUp(wanted(), 0);
    await poll();
    expect(memory.said[0]).to.include({ fact: 'lookup_failed', reason: 'not_found', known: true });
  });

  it('says that a booking was cancelled before it was ever tracked', async () => {
    const { memory, use, carrier, poll, wanted } = world();
    const cancelled = { eventID: '1', eventType: 'SHIPMENT', shipmentEventTypeCode: 'CANC', documentTypeCode: 'BKG', eventClassifierCode: 'ACT', eventDateTime: '2026-03-01T00:00:00Z' };
    carrier.answers.set('BL4410077', pages([loadAtYantian(), cancelled]));
    await use.lookUp(wanted(), 0);
    await poll();
    expect(memory.said[0]).to.include({ fact: 'lookup_failed', reason: 'booking_cancelled' });
  });

  it('asks with an account\'s own credential for that account only [ADR-0040]', async () => {
    const profile = plainProfile({ auth: [{ kind: 'headers', headers: { key: 'key' } }] });
    const { memory, use, carrier, poll, wanted } = world([profile]);
    carrier.answers.set('BL4410077', pages([loadAtYantian()]));
    await use.credentials.put('EXMP', 'account-1', { key: 'own' });
    await use.lookUp(wanted(), 0);
    await use.lookUp(wanted({ accountId: 'account-2' }), 0);
    await poll();
    expect(memory.said.map((said) => said.fact)).to.have.members(['snapshot_taken', 'lookup_failed']);
    const taken = memory.said.find((said) => said.fact === 'snapshot_taken');
    expect(taken?.fact === 'snapshot_taken' && taken.trackers.map(({ accountId }) => accountId)).to.deep.equal(['account-1']);
  });

  it('asks for a brand with the credential of the line that answers for it', async () => {
    const line = plainProfile({ auth: [{ kind: 'headers', headers: { key: 'key' } }] });
    const all = world([line]);
    const profile = all.carrier.profile;
    all.carrier.profile = (scac) => profile(scac === 'BRND' ? 'EXMP' : scac);
    all.carrier.answers.set('BL4410077', pages([loadAtYantian()]));
    await all.use.credentials.put('EXMP', 'account-1', { key: 'own' });
    await all.use.lookUp(all.wanted({ scac: 'BRND' }), 0);
    await all.poll();
    const [said] = all.memory.said;
    expect(said?.fact === 'snapshot_taken' && [said.snapshot.scac, said.watch.scac, said.watch.scope]).to.deep.equal(['BRND', 'BRND', 'account-1']);
  });

  it('detects the carrier of a request that names none [D-25]', async () => {
    const { memory, use, wanted } = world();
    await use.lookUp(wanted({ scac: null, normalizedNumber: 'MAEU123456789', trackingRequestId: 'a' }), 0);
    await use.lookUp(wanted({ scac: null, normalizedNumber: 'NOSUCHNUMBERFORM', trackingRequestId: 'b' }), 0);
    expect(memory.detected.map(({ answer }) => ('scac' in answer ? answer.scac : 'failed'))).to.deep.equal(['MAEU', 'failed']);
  });
});
