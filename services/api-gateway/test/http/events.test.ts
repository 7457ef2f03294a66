import { facts } from '@landfall/contracts/facts';
import { Event } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { nameId } from '@landfall/kit/identity';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { connect } from 'nats';
import { jsonApiFaults } from '../../../../packages/resources/test/json-api.js';
import { ALPHA, BETA, KEYS } from '../fakes/world.js';
import { expectFault, rig, type Rig } from '../harness.js';

interface Frame {
  id: string;
  event: string;
  data: { data: { type: string; attributes: { sequence: number } } };
}

const parse = (text: string): Frame[] =>
  text.split('\n\n').filter((part) => part.startsWith('id: ')).map((part) => {
    const [id = '', event = '', data = ''] = part.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
    return { id, event, data: JSON.parse(data) as Frame['data'] };
  });

describe('the event log over HTTP', () => {
  let at: Rig;
  before(async () => { at = await rig(); });
  after(() => at.stop());

  const append = (accountId: string, sequence: number, event = 'container.created') =>
    at.world.events.put(Event.fromPartial({ accountId, id: nameId(accountId, 'event', String(sequence)), sequence, event, createdAt: new Date(0), occurredAt: new Date(0), referenceType: 'container_created_event', referenceId: nameId('reference', String(sequence)), includedJson: Buffer.from('[]') }));

  /** Follows the stream until told to stop; what came is in `text`. */
  const follow = async (query = '', headers: Record<string, string> = {}, key: string = KEYS.alpha) => {
    const gone = new AbortController();
    const response = await fetch(`${at.url}/v2/events/stream${query}`, { headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers }, signal: gone.signal });
    const heard = { text: '', ended: false, response, stop: () => gone.abort() };
    const read = async () => {
      for await (const bytes of response.body!) heard.text += Buffer.from(bytes).toString();
    };
    void read().then(() => { heard.ended = true; }, () => { heard.ended = true; });
    return heard;
  };

  it('reads in order, by cursor, with what belonged to each event at its time [D-40]', async () => {
    for (let n = 2; n <= 7; n += 1) append(ALPHA, n);
    const sequences: number[] = [];
    for (let next: string | null = '/v2/events?page[size]=3'; next !== null; ) {
      const { json } = await at.ask('GET', next);
      sequences.push(...json.data.map(({ attributes }: { attributes: { sequence: number } }) => attributes.sequence));
      next = json.links.next?.replace('http://gateway.test', '') ?? null;
    }
    expect(sequences).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    const { json } = await at.ask('GET', '/v2/events?include=reference_object.vessel,shipment&page[size]=1');
    expect(json.included.map(({ type }: { type: string }) => type)).to.include('transport_event').and.include('shipment');
  });

  it('filters by type and container, and refuses a cursor that is none [D-40]', async () => {
    expect((await at.ask('GET', '/v2/events?filter[type]=container.created')).json.data).to.have.length(6);
    expect((await at.ask('GET', `/v2/events?filter[container]=${nameId('no', 'container')}`)).json.data).to.deep.equal([]);
    expectFault(await at.ask('GET', '/v2/events?page[after]=abc'), 400, 'invalid_parameter', 'page[after]');
  });

  it('streams what comes, to each account its own [D-40]', async () => {
    const mine = await follow(), theirs = await follow('', {}, KEYS.beta);
    expect(mine.response.headers.get('content-type')).to.equal('text/event-stream');
    await until('both listen', () => mine.text.startsWith(':') && theirs.text.startsWith(':'));
    append(ALPHA, 8, 'container.updated');
    append(BETA, 2);
    await until('both have heard', () => parse(mine.text).length === 1 && parse(theirs.text).length === 1);
    const [frame] = parse(mine.text);
    expect([frame!.id, frame!.event, frame!.data.data.type]).to.deep.equal(['8', 'container.updated', 'event']);
    expect(jsonApiFaults(frame!.data, true)).to.deep.equal([]);
    expect(parse(theirs.text)[0]!.id).to.equal('2');
    mine.stop();
    theirs.stop();
  });

  it('goes on where Last-Event-ID says, without a gap and without a repeat [D-40]', async () => {
    const heard = await follow('', { 'last-event-id': '5' });
    await until('it has caught up', () => parse(heard.text).length === 3);
    append(ALPHA, 9);
    await until('the next one came', () => parse(heard.text).length === 4);
    expect(parse(heard.text).map(({ id }) => id)).to.deep.equal(['6', '7', '8', '9']);
    heard.stop();
  });

  it('begins where page[after] says, and filters [D-40]', async () => {
    const heard = await follow('?page[after]=0&filter[type]=container.updated');
    await until('it has caught up', () => parse(heard.text).length === 1);
    expect(parse(heard.text)[0]!.id).to.equal('8');
    heard.stop();
  });

  it('ends the stream of a credential that was revoked, and no other, within five seconds [D-50]', async () => {
    const mine = await follow(), revoked = await follow('', {}, KEYS.alphaReads);
    await until('both listen', () => mine.text.startsWith(':') && revoked.text.startsWith(':'));
    const { credentialId } = at.world.principals.get(KEYS.alphaReads)!;
    const nats = await connect({ servers: at.bus.url });
    nats.publish(facts.principal.revoked.subject, JSON.stringify({ accountId: ALPHA, credentialId }));
    await nats.drain();
    await until('it has ended', () => revoked.ended, 5_000);
    expect(mine.ended).to.equal(false);
    mine.stop();
  });

  it('wants a credential and a reader of event streams [D-02]', async () => {
    expectFault(await at.ask('GET', '/v2/events/stream', { key: null }), 401, 'unauthorized');
    expectFault(await at.ask('GET', '/v2/events/stream', { headers: { accept: 'application/vnd.api+json' } }), 406, 'not_acceptable', 'Accept');
    expectFault(await at.ask('GET', '/v2/events/stream', { headers: { accept: 'text/event-stream', 'last-event-id': 'x' } }), 400, 'invalid_parameter', 'Last-Event-ID');
  });

  it('ends the streams when the service stops, and does not wait for them', async () => {
    const own = await rig();
    const response = await fetch(`${own.url}/v2/events/stream`, { headers: { authorization: `Token ${KEYS.alpha}` } });
    const reading = response.text();
    await own.stop();
    expect(await reading).to.match(/^: /);
  });
});
