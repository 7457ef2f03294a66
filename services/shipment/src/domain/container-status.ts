import { journeyRank } from '@landfall/shipping/milestone';
import type { ContainerStatus } from '@landfall/shipping/container-status';
import type { Mark } from './journey.js';

/** What terminals and people said beside the events. */
export type TerminalFacts = {
  available?: boolean;
  offDock: boolean;
  delivered: boolean;
  /** The journey goes on by land behind the port of discharge. */
  inland: boolean;
};

const AT_SEA = new Set<Mark['name']>([
  'feeder_loaded', 'feeder_departed', 'feeder_arrived', 'feeder_discharged', 'vessel_loaded', 'vessel_departed',
  'transshipment_arrived', 'transshipment_discharged', 'transshipment_loaded', 'transshipment_departed', 'vessel_arrived', 'vessel_berthed',
]);

const ON_RAIL = new Set<Mark['name']>(['rail_loaded', 'rail_departed', 'rail_arrived']);

const isLater = (a: Mark, b: Mark): boolean =>
  a.at.getTime() > b.at.getTime() || (a.at.getTime() === b.at.getTime() && journeyRank(a.name) > journeyRank(b.name));

const last = (marks: readonly Mark[]): Mark | undefined =>
  marks.reduce<Mark | undefined>((found, mark) => (found && !isLater(mark, found) ? found : mark), undefined);

const onGround = ({ available, offDock }: TerminalFacts): ContainerStatus => {
  if (offDock) return 'off_dock';
  if (available === undefined) return 'grounded';
  return available ? 'available' : 'not_available';
};

const ashore = (mark: Mark, facts: TerminalFacts): ContainerStatus => {
  if (ON_RAIL.has(mark.name)) return 'on_rail';
  if (mark.name === 'feeder_loaded' || mark.name === 'feeder_departed' || mark.name === 'feeder_arrived') return 'on_ship';
  const waits = mark.name === 'vessel_discharged' && facts.inland && !facts.offDock;
  return waits ? 'awaiting_inland_transfer' : onGround(facts);
};

/** A pick-up ends the waiting, unless it only took the box from the quay to the train. */
const isPickedUp = (actual: readonly Mark[]): boolean => {
  const out = last(actual.filter(({ name }) => name === 'full_out'));
  const rail = last(actual.filter(({ name, imports }) => imports && (ON_RAIL.has(name) || name === 'rail_unloaded')));
  return out !== undefined && (rail === undefined || out.spot === rail.spot || isLater(out, rail));
};

const LANDED = new Set<Mark['name']>([
  'vessel_discharged', 'feeder_loaded', 'feeder_departed', 'feeder_arrived', 'feeder_discharged',
  'rail_loaded', 'rail_departed', 'rail_arrived', 'rail_unloaded', 'arrived_at_inland_destination',
]);

/** D-31: one answer for one set of facts, in whatever order they came. */
export const statusOf = (marks: readonly Mark[], facts: TerminalFacts): ContainerStatus => {
  const actual = marks.filter((mark) => mark.actual);
  if (actual.some(({ name }) => name === 'empty_in')) return 'empty_returned';
  if (facts.delivered) return 'delivered';
  if (isPickedUp(actual)) return 'picked_up';
  const landed = last(actual.filter(({ name, imports }) => LANDED.has(name) && (imports || name === 'vessel_discharged')));
  // An arrival is told for the place, not for the box: only a train that still holds it keeps it on rail.
  const train = last(actual.filter(({ name, imports }) => imports && (ON_RAIL.has(name) || name === 'rail_unloaded')));
  if (landed) return ashore(landed.name === 'arrived_at_inland_destination' && train ? train : landed, facts);
  if (facts.available === true) return 'available';
  return actual.some(({ name }) => AT_SEA.has(name)) ? 'on_ship' : 'new';
};
