import { expect } from 'chai';
import { applyBerthing, type Berthing } from '../../src/domain/berthing.js';
import { BOX, contextAt, direct, directSailing, milestones, play, snapshotOf, type State } from '../journeys.js';

const VOYAGE = { pol: 'CNYTN', pod: 'USLAX' };
const berthing = (changes: Partial<Berthing> = {}): Berthing => ({ imo: '9074729', name: 'EXAMPLE STAR', locodes: ['USLGB', 'USLAX'], at: new Date('2026-03-18T15:00:00Z'), ...changes });

const first = ({ containers: [container] }: State) => {
  if (!container) throw new Error('The journey has no container.');
  return container;
};
const berthed = (state: State, change: Partial<Berthing> = {}) => applyBerthing(state.shipment, first(state), berthing(change), contextAt());

describe('a ship that makes fast', () => {
  const arrived = () => play([snapshotOf({ [BOX]: direct().slice(0, 3) }, directSailing(), VOYAGE)]);

  it('has berthed with the container, in the port as the carrier calls it [D-33] [D-32]', () => {
    const settled = berthed(arrived(), { terminal: { locode: 'USLAX', smdgCode: 'APMT' } });
    if (!settled) throw new Error('Nothing was settled.');
    expect(milestones(settled.container)).to.include('vessel_berthed');
    const event = settled.container.transportEvents.find(({ event: name }) => name === 'container.transport.vessel_berthed');
    expect(event).to.include({ dataSource: 'ais', locationLocode: 'USLAX' });
    expect(event?.timestamp).to.deep.equal(new Date('2026-03-18T15:00:00Z'));
    expect(event?.terminalId).to.be.a('string');
    expect(settled.announcements.flatMap((one) => (one.kind === 'transport_event' ? [one.transportEvent.event] : []))).to.deep.equal(['container.transport.vessel_berthed']);
    expect(settled.container.currentStatus).to.equal('on_ship');
  });

  it('leaves the terminal that the carrier named as it is: the nearest quay is a guess [D-32]', () => {
    const state = play([snapshotOf({ [BOX]: direct().slice(0, 4) }, directSailing(), VOYAGE)]);
    const settled = berthed(state, { terminal: { locode: 'USLAX', smdgCode: 'YUSEN' } });
    expect(settled?.container.podTerminalId).to.equal(first(state).podTerminalId);
    expect(settled?.announcements.map(({ kind }) => kind)).to.deep.equal(['transport_event']);
  });

  it('is told once: repeated or shifted along the quay it changes nothing [D-33]', () => {
    const state = arrived();
    const settled = berthed(state);
    const again = { ...state, containers: settled ? [settled.container] : [] };
    expect(berthed(again)).to.equal(null);
    expect(berthed(again, { at: new Date('2026-03-18T20:00:00Z') })).to.equal(null);
  });

  it('never overrides what the carrier saw: arrival and discharge stay as they were told [D-32]', () => {
    const state = play([snapshotOf({ [BOX]: direct() }, directSailing(), VOYAGE)]);
    const settled = berthed(state);
    expect(settled?.container.podArrivedAt).to.deep.equal(first(state).podArrivedAt);
    expect(settled?.container.podDischargedAt).to.deep.equal(first(state).podDischargedAt);
    expect(settled?.container.currentStatus).to.equal('empty_returned');
  });

  it('is no milestone before the carrier names this ship for the port of discharge [D-33]', () => {
    expect(berthed(play([snapshotOf({ [BOX]: direct().slice(0, 2) }, [], VOYAGE)]))).to.equal(null);
  });

  const strange: [string, Partial<Berthing>][] = [
    ['another ship', { imo: '9321483' }],
    ['another port', { locodes: ['USOAK'] }],
    ['a moment before the box was aboard', { at: new Date('2026-02-25T00:00:00Z') }],
    ['a moment after the box was ashore', { at: new Date('2026-04-25T00:00:00Z') }],
  ];
  for (const [what, change] of strange) {
    it(`says nothing of the container for ${what} [D-33]`, () => {
      expect(berthed(play([snapshotOf({ [BOX]: direct() }, directSailing(), VOYAGE)]), change)).to.equal(null);
    });
  }
});
