import { expect } from 'chai';
import type { ReceivedMessage } from '../../src/app/ports.js';
import { signatureOf } from '../../src/outside/edi/syntax.js';
import { plainProfile, world } from '../support/asking.js';
import { iftsta, set315, x12 } from '../support/edi.js';
import { arrivalAtLosAngeles, loadAtYantian } from '../support/raw-events.js';

const message = (format: ReceivedMessage['format'], text: string, changes: Partial<ReceivedMessage> = {}): ReceivedMessage => ({ accountId: '', format, body: Buffer.from(text), headers: {}, channel: 'carx', ...changes });

describe('receive', () => {
  it('reads a 315: the status, and what its places say about the ship [D-32]', async () => {
    const { memory, use, wanted, poll } = world();
    await use.receive(message('x12', x12([set315()])));
    await use.lookUp(wanted({ scac: 'CARX' }), 0);
    await poll();
    const [said] = memory.said;
    if (said?.fact !== 'snapshot_taken') throw new Error('nothing was said');
    expect(said.channel).to.equal('edi');
    expect(said.snapshot).to.deep.include({ billOfLadingNumber: 'BL4410077', bookingNumber: 'BK4410077', portOfLadingLocode: 'CNYTN', portOfDischargeLocode: 'USLAX' });
    const told = said.snapshot.containers.flatMap(({ number, isoCode, events }) => events.map((event) => [number, isoCode, event.eventCode, event.classifier, event.mode, event.locationLocode, event.occursAt?.toISOString(), event.phase]));
    expect(told).to.deep.equal([
      ['TRKU1000010', '45G1', 'DEPA', 'ACT', 'VESSEL', 'CNYTN', '2026-03-02T10:30:00.000Z', 'POL'],
      ['TRKU1000010', '45G1', 'DISC', 'EST', 'VESSEL', 'USLAX', '2026-03-18T21:10:00.000Z', 'POD'],
    ]);
    expect(said.snapshot.containers[0]?.events[1]).to.deep.include({ vesselImo: '9074729', vesselName: 'EXAMPLE STAR', voyageNumber: '612E', originalEvent: 'UV', flags: ['future_actual', 'assumed_zone'] });
  });

  it('knows the letters, with what is in the box [D-32]', async () => {
    const codes: [string, string, string][] = [
      ['EE', 'L', 'GTOT/EMPTY'], ['OA', 'E', 'GTOT/EMPTY'], ['OA', 'L', 'GTOT/LADEN'], ['I', 'L', 'GTIN/LADEN'], ['I', 'E', 'GTIN/EMPTY'], ['RD', 'E', 'GTIN/EMPTY'],
      ['AE', 'L', 'LOAD/LADEN'], ['VD', 'L', 'DEPA/'], ['VA', 'L', 'ARRI/'], ['UV', 'L', 'DISC/LADEN'], ['AL', 'L', 'LOAD/LADEN'], ['RL', 'L', 'DEPA/'], ['AR', 'L', 'ARRI/'], ['UR', 'L', 'DISC/LADEN'], ['AV', 'L', 'AVPU/LADEN'], ['D', 'L', 'D/'],
    ];
    for (const [code, loading, expected] of codes) {
      const { memory, use, wanted, poll } = world();
      await use.receive(message('x12', x12([set315({ code, loading })])));
      await use.lookUp(wanted({ scac: 'CARX' }), 0);
      await poll();
      const [said] = memory.said;
      const events = said?.fact === 'snapshot_taken' ? said.snapshot.containers.flatMap((container) => container.events) : [];
      const own = events.find(({ originalEvent }) => originalEvent === code);
      expect(`${own?.eventCode ?? ''}/${own?.emptyIndicator ?? ''}`, code).to.equal(expected);
    }
  });

  it('takes an arrival without a ship for one at a rail ramp [D-32]', async () => {
    const { memory, use, wanted, poll } = world();
    await use.receive(message('x12', x12([set315({ code: 'VA', vessel: false })])));
    await use.lookUp(wanted({ scac: 'CARX' }), 0);
    await poll();
    const [said] = memory.said;
    const event = said?.fact === 'snapshot_taken' ? said.snapshot.containers[0]?.events.find(({ originalEvent }) => originalEvent === 'VA') : undefined;
    expect(event).to.include({ mode: 'RAIL', eventCode: 'ARRI', facilityType: 'RAMP' });
  });

  it('reads an IFTSTA as the same status in another syntax [D-32]', async () => {
    const { memory, use, wanted, poll } = world();
    const received = await use.receive(message('edifact', iftsta()));
    expect(received.verdicts).to.deep.equal([{ reference: '1', verdict: 'accepted', detail: '' }]);
    await use.lookUp(wanted({ scac: 'CARX', requestType: 'container', normalizedNumber: 'TRKU1000010' }), 0);
    await poll();
    const [said] = memory.said;
    const told = said?.fact === 'snapshot_taken' ? said.snapshot.containers.flatMap(({ events }) => events.map((event) => [event.eventType, event.eventCode, event.classifier, event.locationLocode, event.occursAt?.toISOString()])) : [];
    expect(told).to.deep.equal([
      ['TRANSPORT', 'DEPA', 'ACT', 'CNYTN', '2026-03-02T10:30:00.000Z'],
      ['TRANSPORT', 'ARRI', 'EST', 'USLAX', '2026-03-18T13:00:00.000Z'],
    ]);
  });

  it('accepts the good messages of an interchange and refuses the bad ones, each by itself', async () => {
    const { use } = world();
    const text = x12([set315({ reference: '0001' }), set315({ reference: '0002', count: 99 }), set315({ reference: '0003', closing: '0009' }), set315({ reference: '0004', kind: '214' }), set315({ reference: '0005', code: 'AE' })]);
    const { verdicts, acknowledgement } = await use.receive(message('x12', text));
    expect(verdicts.map(({ reference, verdict }) => `${reference} ${verdict}`)).to.deep.equal(['0001 accepted', '0002 refused', '0003 refused', '0004 refused', '0005 accepted']);
    expect(acknowledgement).to.include('AK1*QO*7~').and.include('AK2*315*0001~AK5*A~AK2*315*0002~AK5*R*5~').and.include('AK9*P*5*5*2~').and.include('IEA*1*000000007~');
    expect(acknowledgement.split('~')[0]).to.have.length(105);
  });

  it('answers EDIFACT with a CONTRL that names what was refused', async () => {
    const { use } = world();
    const { acknowledgement, verdicts } = await use.receive(message('edifact', iftsta({ count: 4 })));
    expect(verdicts[0]).to.include({ verdict: 'refused', detail: 'The message says 4 segments and has 16.' });
    expect(acknowledgement).to.include("UCI+1+CARX:ZZZ+LANDFALL:ZZZ+4'").and.include("UCM+1+IFTSTA:D:99B:UN+4'").and.include("UNT+4+1'");
  });

  it('refuses as a whole what is no interchange, and keeps it all the same', async () => {
    const { use } = world();
    for (const [format, text] of [['x12', 'hello'], ['x12', `${x12([]).slice(0, 106)}`], ['edifact', 'UNH+1'], ['edifact', ''], ['x12', '']] as const) {
      const { verdicts } = await use.receive(message(format, text));
      expect(verdicts.map(({ verdict }) => verdict), text).to.deep.equal(['refused']);
    }
  });

  it('reads a repeated interchange once, and a repeated message in a new one once', async () => {
    const { memory, use, wanted, poll } = world();
    const first = await use.receive(message('x12', x12([set315()])));
    const again = await use.receive(message('x12', x12([set315()])));
    expect(again).to.deep.equal({ ...first, duplicate: true });
    const other = await use.receive(message('x12', x12([set315()], '8')));
    expect([other.duplicate, other.verdicts[0]?.verdict]).to.deep.equal([false, 'duplicate']);
    await use.lookUp(wanted({ scac: 'CARX' }), 0);
    await poll();
    expect(memory.payloads.size).to.equal(1);
    expect(memory.said).to.have.length(1);
  });

  it('reaches the same state whatever the order of messages [D-31]', async () => {
    const codes = ['EE', 'I', 'AE', 'VD'];
    const digests: string[] = [];
    for (const order of [codes, [...codes].reverse()]) {
      const { memory, use, wanted, poll } = world();
      for (const [index, code] of order.entries()) await use.receive(message('x12', x12([set315({ code })], String(index + 1))));
      await use.lookUp(wanted({ scac: 'CARX' }), 0);
      await poll();
      const said = memory.said.at(-1);
      digests.push(said?.fact === 'snapshot_taken' ? said.snapshot.containers[0]!.events.map(({ key }) => key).sort().join() : '');
    }
    expect(digests[0]).to.equal(digests[1]).and.not.equal('');
  });

  it('tells a number that waits as soon as its first message comes, for a carrier without an API', async () => {
    const { memory, use, wanted, poll } = world();
    await use.lookUp(wanted({ scac: 'CARX' }), 0);
    await poll();
    expect(memory.said.map((said) => said.fact)).to.deep.equal(['lookup_failed']);
    await use.receive(message('x12', x12([set315()])));
    await use.receive(message('x12', x12([set315({ code: 'OA' })], '8')));
    expect(memory.said.map((said) => said.fact)).to.deep.equal(['lookup_failed', 'snapshot_taken', 'snapshot_taken']);
    memory.clock.now = new Date(memory.clock.now.getTime() + 30 * 86_400_000);
    await poll();
    expect(memory.said).to.have.length(3);
  });

  it('keeps one account\'s mail from every other account', async () => {
    const { memory, use, wanted, poll } = world();
    await use.lookUp(wanted({ scac: 'CARX' }), 0);
    await use.lookUp(wanted({ scac: 'CARX', accountId: 'account-2' }), 0);
    await poll();
    await use.receive(message('x12', x12([set315()]), { accountId: 'account-2' }));
    const said = memory.said.filter(({ fact }) => fact === 'snapshot_taken');
    expect(said.flatMap((each) => (each.fact === 'snapshot_taken' ? each.trackers.map(({ accountId }) => accountId) : []))).to.deep.equal(['account-2']);
  });

  it('adds a message to a number that the line answers for [D-36]', async () => {
    const all = world([plainProfile()]);
    all.carrier.answers.set('BL4410077', { kind: 'pages', texts: ['[]'], pages: [[loadAtYantian()]] });
    await all.use.lookUp(all.wanted(), 0);
    await all.poll();
    await all.use.receive(message('x12', x12([set315({ scac: 'EXMP' })])));
    expect(all.memory.said.map((said) => (said.fact === 'snapshot_taken' ? [said.channel, said.sequence] : []))).to.deep.equal([['line', 1], ['edi', 2]]);
  });

  it('finishes what a process that died had only kept', async () => {
    const { memory, use, wanted, poll } = world();
    const take = memory.ports.payloads.add;
    memory.ports.payloads.add = async () => {
      throw new Error('killed');
    };
    await use.receive(message('x12', x12([set315()]))).catch(() => undefined);
    memory.ports.payloads.add = take;
    await use.finishReceipts();
    expect(memory.payloads.size).to.equal(0);
    memory.clock.now = new Date(memory.clock.now.getTime() + 61_000);
    await use.finishReceipts();
    await use.lookUp(wanted({ scac: 'CARX' }), 0);
    await poll();
    expect(memory.said.map((said) => said.fact)).to.deep.equal(['snapshot_taken']);
  });
});

describe('receive, a DCSA notification', () => {
  const secret = 'c2VjcmV0LWZvci1kb2NzLW9ubHktMzItYnl0ZXMtbG9uZyEh';
  const body = JSON.stringify([loadAtYantian(), arrivalAtLosAngeles()]);
  const signed = (text: string, signature = `sha256=${signatureOf(Buffer.from(text), secret)}`) => message('dcsa_push', text, { channel: 'subscription-1', headers: { 'notification-signature': signature } });
  const subscribed = async () => {
    const all = world([plainProfile({ scac: 'CARX' })], { partners: { scacOf: () => 'CARX' } });
    await all.use.credentials.put('push:subscription-1', '', { secret });
    return all;
  };

  it('has the published signature [D-60]', () => {
    expect(signatureOf(Buffer.from('[{"eventType":"SHIPMENT"}]'), secret)).to.equal('265abe51fd993f410b8e369ba3ce4e7e54867c5cdcc7bd6b5443918d5f36979f');
  });

  it('is read only when it is signed over exactly these bytes', async () => {
    const { use } = await subscribed();
    const bad = [signed(body, 'sha256=00'), signed(body, ''), signed(`${body} `, `sha256=${signatureOf(Buffer.from(body), secret)}`), { ...signed(body), channel: 'subscription-2' }];
    for (const each of bad) {
      const outcome = await use.receive(each).then(() => 'read', (error: { code?: string }) => error.code);
      expect(outcome).to.equal('unauthorized');
    }
    expect((await use.receive(signed(body))).verdicts[0]?.verdict).to.equal('accepted');
  });

  it('tells whoever tracks a number it names, and nothing new when it is replayed', async () => {
    const { memory, use, wanted, poll } = await subscribed();
    await use.lookUp(wanted({ scac: 'CARX', requestType: 'booking_number', normalizedNumber: 'BK4410077' }), 0);
    await poll();
    await use.receive(signed(body));
    await use.receive(signed(body));
    const taken = memory.said.filter((said) => said.fact === 'snapshot_taken');
    expect(taken).to.have.length(1);
    expect(taken[0]?.fact === 'snapshot_taken' && [taken[0].channel, taken[0].snapshot.containers.length, taken[0].snapshot.events.length]).to.deep.equal(['push', 1, 1]);
  });

  it('that comes late and after its successor changes nothing back [D-31]', async () => {
    const { memory, use, wanted, poll } = await subscribed();
    await use.lookUp(wanted({ scac: 'CARX', requestType: 'booking_number', normalizedNumber: 'BK4410077' }), 0);
    await poll();
    const older = JSON.stringify([arrivalAtLosAngeles({ eventCreatedDateTime: '2026-03-01T00:00:00Z', eventDateTime: '2026-03-17T00:00:00Z' })]);
    await use.receive(signed(body));
    await use.receive(signed(older));
    const last = memory.said.at(-1);
    expect(last?.fact === 'snapshot_taken' && last.snapshot.events.map(({ occursAt }) => occursAt?.toISOString())).to.deep.equal(['2026-03-18T13:00:00.000Z']);
  });

  it('of nonsense is refused, signed or not', async () => {
    const { use } = await subscribed();
    for (const text of ['{"a":1}', 'x']) expect((await use.receive(signed(text))).verdicts[0]?.verdict).to.equal('refused');
  });
});
