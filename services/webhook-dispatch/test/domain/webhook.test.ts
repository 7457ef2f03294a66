import { PUBLIC_EVENT_NAMES } from '@landfall/shipping/public-event';
import { expect } from 'chai';
import { deactivated, edited, hears, liveKeys, mayRotate, refusalsOf, rotated, withPair, type Wanted, type Webhook } from '../../src/domain/webhook.js';
import { aWebhook, later, DAY, HOUR, MINUTE, NOW, SEALED } from '../fakes/a-notification.js';

const RULES = { mayUseLoopback: false, signatureHeader: 'X-Webhook-Signature' };
const faults = (wanted: Wanted, isNew = false, rules = RULES) => refusalsOf(wanted, rules, isNew).map(({ refused, pointer }) => `${pointer.replace('/data/attributes/', '')} ${refused}`);

describe('the form of a webhook', () => {
  it('needs a URL and at least one event, and says so with a pointer each [D-42]', () => {
    expect(faults({}, true)).to.deep.equal(['url blank', 'events blank']);
    expect(faults({ url: 'https://shop.test', events: [...PUBLIC_EVENT_NAMES] }, true)).to.deep.equal([]);
  });

  it('names the unknown events by their place [D-42]', () => {
    expect(faults({ events: ['container.created', 'container.sunk'] })).to.deep.equal(['events/1 invalid']);
  });

  it('takes https only, and http to this machine where that is allowed [D-47]', () => {
    expect(faults({ url: 'http://shop.test/hook' })).to.deep.equal(['url blocked_address']);
    expect(faults({ url: 'ftp://shop.test' })).to.deep.equal(['url blocked_address']);
    expect(faults({ url: 'http://127.0.0.1:9/hook' })).to.deep.equal(['url blocked_address']);
    expect(faults({ url: 'http://127.0.0.1:9/hook' }, false, { ...RULES, mayUseLoopback: true })).to.deep.equal([]);
    expect(faults({ url: 'http://10.0.0.1/hook' }, false, { ...RULES, mayUseLoopback: true })).to.deep.equal(['url blocked_address']);
    expect(faults({ url: 'https://user:secret@shop.test' })).to.deep.equal(['url invalid']);
    expect(faults({ url: 'nowhere' })).to.deep.equal(['url invalid']);
  });

  it('refuses headers that are ours, the connection\'s, or no headers at all [D-42]', () => {
    const of = (name: string, value = 'x') => faults({ headers: [{ name, value }] });
    for (const name of ['Host', 'host', 'Content-Length', 'Transfer-Encoding', 'webhook-signature', 'X-WEBHOOK-SIGNATURE', 'X-Request-Id', 'Connection']) expect(of(name), name).to.deep.equal(['headers/0 invalid']);
    for (const name of ['', 'two words', 'new\nline', 'ü']) expect(of(name), JSON.stringify(name)).to.deep.equal(['headers/0 invalid']);
    expect(of('X-Mine', 'line\r\nInjected: yes')).to.deep.equal(['headers/0 invalid']);
    expect(of('Authorization', 'Bearer mine')).to.deep.equal([]);
    expect(faults({ headers: Array.from({ length: 21 }, (_, n) => ({ name: `X-${n}`, value: '1' })) })).to.deep.equal(['headers invalid']);
  });

  it('hears what it named while it is active [WH-02]', () => {
    expect(hears(aWebhook(), 'container.created')).to.equal(true);
    expect(hears(aWebhook(), 'container.updated')).to.equal(false);
    expect(hears(aWebhook({ active: false }), 'container.created')).to.equal(false);
  });

  const keys = (text: string) => ({ secret: { ...SEALED, text }, pair: { privateKey: { ...SEALED, text: `private ${text}` }, publicKey: `whpk_${text}` } });
  const signing = (webhook: Webhook, now: Date) => liveKeys(webhook, now).map(({ secret, pair }) => [secret.text, pair?.publicKey]);

  it('signs with the old keys too for as long after a rotation as is set [D-45][A-02]', () => {
    for (const overlapMs of [DAY, HOUR]) {
      const turned = rotated(aWebhook(keys('old')), keys('new'), NOW, overlapMs);
      expect(signing(turned, later(overlapMs - 1))).to.deep.equal([['new', 'whpk_new'], ['old', 'whpk_old']]);
      expect(signing(turned, later(overlapMs))).to.deep.equal([['new', 'whpk_new']]);
    }
  });

  it('keeps every old key its day when one rotation follows the other, and ten at most [A-02]', () => {
    let webhook = aWebhook(keys('0'));
    for (let n = 1; n < 10; n += 1) {
      expect(mayRotate(webhook, later(n * MINUTE))).to.equal(true);
      webhook = rotated(webhook, keys(String(n)), later(n * MINUTE), DAY);
    }
    expect(signing(webhook, later(HOUR)).map(([text]) => text)).to.deep.equal(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
    expect(mayRotate(webhook, later(HOUR))).to.equal(false);
    expect(mayRotate(webhook, later(DAY + MINUTE))).to.equal(true);
    expect(rotated(webhook, keys('10'), later(DAY + 5 * MINUTE), DAY).earlierSecrets?.map(({ secret }) => secret.text)).to.deep.equal(['8', '7', '6', '5']);
  });

  it('gets its pair later without looking edited, when it is from before there were pairs [A-01]', () => {
    const webhook = withPair(aWebhook(), keys('late').pair);
    expect(webhook).to.deep.include({ updatedAt: NOW, revision: 2 });
    expect(signing(webhook, NOW)).to.deep.equal([['s', 'whpk_late']]);
  });

  it('forgets why it was off when it is switched on again [D-44]', () => {
    const off = deactivated(aWebhook(), 'only_failures', NOW);
    expect(off).to.include({ active: false, deactivatedReason: 'only_failures' });
    expect(edited(off, { active: true }, NOW)).to.include({ active: true, deactivatedReason: undefined, revision: 3 });
  });
});
