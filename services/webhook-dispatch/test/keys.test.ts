import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import nacl from 'tweetnacl';
import { reading, whole, write, type Whole } from './fakes/whole.js';

const bytesOf = (key = ''): Buffer => Buffer.from(key.slice('whpk_'.length), 'base64');

type Seen = LocalServer['seen'][number];

/** How many signatures of a POST, as it came over the wire, the public key accepts. */
const acceptedBy = (publicKey: string | undefined, { headers, body }: Seen): number => {
  const content = Buffer.from(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`);
  const tokens = String(headers['webhook-signature']).split(' ').filter((token) => token.startsWith('v1a,'));
  return tokens.filter((token) => nacl.sign.detached.verify(content, Buffer.from(token.slice('v1a,'.length), 'base64'), bytesOf(publicKey))).length;
};

describe('the keys of a webhook, over two replicas', () => {
  let running: Whole;
  let shop: LocalServer;
  before(async () => {
    running = await whole(2);
    shop = await localServer((_, res) => res.writeHead(204).end());
  });
  after(async () => {
    await running.stop();
    await shop.stop();
  });

  const subscribed = (accountId: string) => running.one().createWebhook(write({ accountId, url: `${shop.url}/${accountId}`, events: { values: ['container.created'] } }));
  const delivered = async (accountId: string): Promise<Seen> => {
    const before = shop.seen.length;
    await running.say(accountId, 'container.created');
    return until('it is delivered', () => shop.seen.slice(before).find(({ url }) => url === `/${accountId}`));
  };
  const pairOf = async (accountId: string) => (await running.rows('webhooks').findOne({ accountId }))?.['pair'] as { privateKey: object; publicKey: string } | undefined;

  it('sign each POST for whoever has the public key, and the private one is nowhere in the clear [A-01][A-02]', async () => {
    const { signingPublicKey } = await subscribed('signed');
    expect(bytesOf(signingPublicKey)).to.have.length(32);
    expect(acceptedBy(signingPublicKey, await delivered('signed'))).to.equal(1);
    expect(await pairOf('signed')).to.have.property('publicKey', signingPublicKey);
    expect((await pairOf('signed'))?.privateKey).to.have.keys('keyId', 'iv', 'tag', 'text');
    expect(JSON.stringify(await running.rows('webhooks').findOne({ accountId: 'signed' }))).not.to.include('whsk_');
  });

  it('are rotated together: the old pair signs too, and each rotation is told in the account\'s log [A-01][A-02]', async () => {
    const first = await subscribed('turned');
    const which = { accountId: 'turned', id: first.id };
    const [second, third] = [await running.one().rotateSecret(which), await running.one().rotateSecret(which)];
    const seen = await delivered('turned');
    expect([first, second, third].map(({ signingPublicKey }) => acceptedBy(signingPublicKey, seen))).to.deep.equal([1, 1, 1]);
    expect(String(seen.headers['webhook-signature']).split(' ')).to.have.length(6);
    const { items } = await running.one().listEvents({ ...reading('turned'), types: ['webhook.secret_rotated'] });
    expect(items.map(({ referenceType, referenceId }) => [referenceType, referenceId])).to.deep.equal([['webhook', first.id], ['webhook', first.id]]);
    expect(items.map(({ includedJson }) => Buffer.from(includedJson).toString()).join()).to.include(third.signingPublicKey).and.not.to.match(/whsec_|whsk_/);
  });

  it('are ten at most at a time; one more is refused and changes nothing [A-02]', async () => {
    const { id } = await subscribed('often');
    const rotate = () => running.one().rotateSecret({ accountId: 'often', id });
    let { secret } = await rotate();
    for (let n = 2; n < 10; n += 1) ({ secret } = await rotate());
    expect(await rotate().then(() => undefined, (error: { code?: string }) => error.code)).to.equal('limit_reached');
    expect((await running.one().getWebhook({ accountId: 'often', id })).secret).to.equal(secret);
    expect((await running.one().listEvents(reading('often'))).items).to.have.length(9);
  });

  it('are made for a webhook from before there were pairs when it is next read or used, one pair however many ask [A-01]', async () => {
    const { id, updatedAt } = await subscribed('old');
    const forget = () => running.rows('webhooks').updateOne({ accountId: 'old' }, { $unset: { pair: 1 } });
    await forget();
    const read = await Promise.all(Array.from({ length: 6 }, () => running.one().getWebhook({ accountId: 'old', id })));
    expect(new Set(read.map(({ signingPublicKey }) => signingPublicKey))).to.deep.equal(new Set([(await pairOf('old'))?.publicKey]));
    expect(read[0]?.updatedAt).to.deep.equal(updatedAt);
    await forget();
    const seen = await delivered('old');
    expect(acceptedBy((await pairOf('old'))?.publicKey, seen)).to.equal(1);
  });
});
