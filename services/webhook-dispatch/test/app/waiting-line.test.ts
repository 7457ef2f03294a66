import { expect } from 'chai';
import { waitingLine } from '../../src/app/waiting-line.js';
import { aNotification } from '../fakes/a-notification.js';

const of = (webhookId: string, id: string) => aNotification({ webhookId, id });

describe('the line of claimed deliveries', () => {
  it('serves webhooks in turn, and each in the order of its own events [D-44]', () => {
    const line = waitingLine();
    for (const [webhookId, id] of [['a', '1'], ['a', '2'], ['a', '3'], ['b', '4']] as const) line.add(of(webhookId, id));
    const order = Array.from({ length: 5 }, () => line.take(() => true)?.id);
    expect(order).to.deep.equal(['1', '4', '2', '3', undefined]);
  });

  it('passes over a webhook that may not be sent to now [D-44]', () => {
    const line = waitingLine();
    for (const id of ['1', '2']) line.add(of('slow', id));
    line.add(of('quick', '3'));
    expect(line.take((webhookId) => webhookId !== 'slow')?.id).to.equal('3');
    expect(line.take((webhookId) => webhookId !== 'slow')).to.equal(undefined);
  });

  it('keeps room for others however much one webhook is told [D-44]', () => {
    const line = waitingLine();
    const grants = line.reservation();
    const granted = Array.from({ length: 1_000 }, () => grants('loud')).filter(Boolean).length;
    expect(granted).to.equal(128);
    expect(grants('quiet')).to.equal(true);
    for (let n = 0; n < granted; n += 1) line.add(of('loud', String(n)));
    expect(line.full()).to.deep.equal(['loud']);
    expect(line.reservation()('loud')).to.equal(false);
  });
});
