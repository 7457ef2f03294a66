import { expect } from 'chai';
import type { Json } from '../../src/domain/json.js';
import { normalise } from '../../src/domain/normalise.js';
import { unloadingsToAsk } from '../../src/domain/terminal-watch.js';
import { loadAtYantian, move } from '../support/raw-events.js';

const at = (text: string) => new Date(text);

const plans = (events: Json[], now: string) => {
  const read = normalise([events], { body: { kind: 'array' }, repairs: [] }, { type: 'bill_of_lading', number: 'BL1' }, { scac: 'EXMP', providerName: 'Example Line', now: at('2026-12-01T00:00:00Z'), zoneOf: () => 'UTC' });
  if (!read.ok) throw new Error(read.reason);
  return unloadingsToAsk(read.snapshot, at(now)).map(({ kind, locode, smdgCode }) => `${kind} ${locode ?? ''} ${smdgCode ?? ''}`.trim());
};

const call = (mode: string, locode: string, facilityCode?: string) => ({ transportCall: { modeOfTransport: mode, UNLocationCode: locode, ...(facilityCode ? { facilityCode, facilityCodeListProvider: 'SMDG' } : {}) }, eventLocation: { UNLocationCode: locode } });
const ashore = move('DISC', 'LADEN', '2026-03-20T00:00:00Z', call('VESSEL', 'USLAX', 'APMT'));
const train = move('DISC', 'LADEN', '2026-03-28T00:00:00Z', call('RAIL', 'USCHI'));

describe('unloadingsToAsk', () => {
  it('asks the terminal of the ship and the railway of the train, each when theirs is near [D-35]', () => {
    const journey = [loadAtYantian(), ashore, train];
    expect(plans(journey, '2026-03-10T00:00:00Z')).to.deep.equal([]);
    expect(plans(journey, '2026-03-19T00:00:00Z')).to.deep.equal(['terminal USLAX APMT']);
    expect(plans(journey, '2026-03-27T00:00:00Z')).to.deep.equal(['terminal USLAX APMT', 'rail USCHI']);
  });

  it('asks nobody any more when the box has left, and the railway when it has only left the quay [D-35]', () => {
    const out = (locode: string, time: string) => move('GTOT', 'LADEN', time, call('TRUCK', locode));
    expect(plans([ashore, out('USLAX', '2026-03-22T00:00:00Z')], '2026-03-23T00:00:00Z')).to.deep.equal([]);
    expect(plans([ashore, train, out('USLAX', '2026-03-22T00:00:00Z')], '2026-03-28T00:00:00Z')).to.deep.equal(['rail USCHI']);
    expect(plans([ashore, train, out('USCHI', '2026-03-30T00:00:00Z')], '2026-03-31T00:00:00Z')).to.deep.equal([]);
  });

  it('gives up on a box that nobody fetched in two months [D-30]', () => {
    expect(plans([ashore], '2026-06-20T00:00:00Z')).to.deep.equal([]);
  });
});
