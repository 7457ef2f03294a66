import { expect } from 'chai';
import { cutNote, fit, moreAfter, tokensOf } from '../../src/domain/budget.js';
import { given, moment, place } from '../../src/domain/compact.js';
import { urgencyOf } from '../../src/domain/demurrage.js';
import { mayRead, mayWrite } from '../../src/domain/grants.js';
import { rankOf } from '../../src/domain/urgency.js';
import { PUBLIC_EVENT_NAMES } from '@landfall/shipping/public-event';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

describe('the rules of short answers', () => {
  it('keep as many rows as fit, never more than the cap, and none when even none fit [MC-02]', () => {
    for (const size of [10, 300, 3_000, 30_000]) {
      const { value, text, fits } = fit(60, (count) => Array.from({ length: count }, () => 'x'.repeat(size)));
      expect(fits).to.equal(true);
      expect(tokensOf(text)).to.be.at.most(8_000);
      if (value.length < 60) expect(tokensOf(JSON.stringify([...value, 'x'.repeat(size)])), String(size)).to.be.above(7_000);
    }
    expect(fit(0, () => 'x'.repeat(30_000)).fits).to.equal(false);
  });

  it('say what is left, and only when something is [MC-02]', () => {
    expect([moreAfter(37, 1, 10), moreAfter(37, 3, 10), moreAfter(37, 4, 10), moreAfter(30, 3, 10)]).to.deep.equal(['27 more, pass page 2', '7 more, pass page 4', undefined, undefined]);
    expect([cutNote(10, 10), cutNote(4, 10)]).to.deep.equal([undefined, 'Only 4 of the 10 rows of this page fit. Ask again with page_size 4 to page through all of them.']);
  });

  it('leave out what is not known, and keep what is false or zero [MC-05]', () => {
    expect(given({ a: undefined, b: null, c: '', d: [], e: {}, f: false, g: 0, h: 'x' })).to.deep.equal({ f: false, g: 0, h: 'x' });
    expect([place('Los Angeles', 'USLAX'), place(undefined, 'USLAX'), place('Los Angeles', undefined), place(undefined, undefined)]).to.deep.equal(['Los Angeles (USLAX)', 'USLAX', 'Los Angeles', undefined]);
    expect(moment(new Date('2026-01-02T03:04:05.678Z'))).to.equal('2026-01-02T03:04:05Z');
  });

  it('count a last free day until it ends, and no longer once the container is gone [MC-02]', () => {
    const at = (now: Date, pickedUpAt?: Date) => urgencyOf({ lastFreeDay: day(10), pickedUpAt }, now);
    expect([at(day(1)), at(day(7)), at(day(10)), at(day(11)), at(day(20), day(9))]).to.deep.equal(['none', 'imminent', 'imminent', 'overdue', 'none']);
    expect(urgencyOf({ lastFreeDay: undefined, pickedUpAt: undefined }, day(1))).to.equal('unknown');
  });

  it('rank every public event, last free days before arrivals before the rest [MC-02]', () => {
    expect(['container.pickup_lfd_line.changed', 'container.transport.not_available', 'container.transport.available', 'shipment.estimated.arrival', 'container.transport.vessel_arrived', 'container.transport.full_in'].map(rankOf)).to.deep.equal([0, 0, 1, 2, 3, 4]);
    for (const name of PUBLIC_EVENT_NAMES) expect(rankOf(name), name).to.be.within(0, 4);
  });

  it('let the scope mcp use every tool, read keys read, and webhook keys nothing [MC-02]', () => {
    const can = (...scopes: string[]) => [mayRead(scopes), mayWrite(scopes)];
    expect([can('mcp'), can('read'), can('write'), can('admin'), can('webhooks:write'), can()]).to.deep.equal([[true, true], [true, false], [true, true], [true, true], [false, false], [false, false]]);
  });
});
