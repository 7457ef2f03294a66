import type { Milestone } from '@landfall/shipping/milestone';
import type { Spot } from './plan.js';
import type { Reading, Step } from './steps.js';

/** What the sea part of the journey tells about when and where gates mean what. */
export type Shore = {
  pol?: Spot;
  pod?: Spot;
  destination?: Spot;
  /** When the container first left by sea, or shall leave. */
  leftAt?: number;
  /** When it came to the port of discharge, or shall come. */
  cameAt?: number;
};

export type Named = { name: Milestone; step: Step };

const ms = ({ best }: Step): number => best.at.getTime();

/** Before the sea or behind it: place decides where it can, time where it must. */
export const isImport = ({ spot, at }: Pick<Reading, 'spot' | 'at'>, shore: Shore): boolean => {
  if (shore.pol !== undefined && spot === shore.pol) return shore.leftAt !== undefined && spot === shore.pod && at.getTime() > shore.leftAt;
  if (spot !== '' && (spot === shore.pod || spot === shore.destination)) return true;
  const pivot = shore.cameAt ?? shore.leftAt;
  return pivot !== undefined && at.getTime() > pivot;
};

export const sideOf = (reading: Reading, shore: Shore): string => (isImport(reading, shore) ? 'import' : 'export');

const latest = (steps: readonly Step[]): Step | undefined => {
  const standing = Math.max(-1, ...steps.map(({ best }) => best.standing));
  return steps.filter(({ best }) => best.standing === standing).sort((a, b) => ms(b) - ms(a) || (a.spot < b.spot ? -1 : 1))[0];
};

const nameOne = (steps: readonly Step[], chosen: Step | undefined, name: Milestone, others: Milestone | null): Named[] =>
  steps.flatMap((step) => (step === chosen ? [{ name, step }] : others ? [{ name: others, step }] : []));

const atSeaTerminal = ({ best }: Step): boolean => {
  const { facilityType, mode } = best.event;
  return (facilityType === undefined || facilityType === 'POTE' || facilityType === 'COYA') && mode !== 'RAIL';
};

/** The last empty pick-up before the box is full goes to the shipper; earlier ones only moved it about. */
const emptyOut = (steps: readonly Step[], firstLadenAt: number): Named[] => {
  const outs = steps.filter(({ move, empty }) => move === 'out' && empty === true);
  const before = outs.filter((step) => ms(step) <= firstLadenAt);
  return nameOne(outs, latest(before), 'empty_out', 'positioned_out');
};

const fullIn = (steps: readonly Step[], shore: Shore): Named[] => {
  const ins = steps.filter((step) => step.move === 'in' && step.empty === false && !isImport(step.best, shore));
  const atPol = ins.filter(({ spot }) => spot === shore.pol);
  const chosen = latest(atPol.length > 0 ? atPol : ins.filter(atSeaTerminal));
  return nameOne(ins, chosen, 'full_in', null);
};

const fullOuts = (steps: readonly Step[], shore: Shore): Named[] =>
  steps.flatMap((step) => (step.move === 'out' && step.empty === false && isImport(step.best, shore) ? [{ name: 'full_out' as const, step }] : []));

/** Rule 8: the last empty gate-in after the full one went out ends the journey; a stop at a depot on the way does not. */
const emptyIn = (steps: readonly Step[], out: number | undefined, shore: Shore): Named[] => {
  const ins = steps.filter(({ move, empty }) => move === 'in' && empty === true);
  const from = out ?? shore.cameAt;
  const after = from === undefined ? [] : ins.filter((step) => ms(step) >= from && isImport(step.best, shore));
  return nameOne(ins, latest(after), 'empty_in', 'positioned_in');
};

export const gateMilestones = (steps: readonly Step[], shore: Shore): Named[] => {
  const gates = steps.filter(({ family }) => family === 'gate');
  const outs = fullOuts(gates, shore);
  const laden = gates.filter(({ empty, move }) => empty === false && move !== 'available').map(ms);
  const firstLadenAt = Math.min(shore.leftAt ?? Infinity, shore.cameAt ?? Infinity, ...laden);
  const actualOuts = outs.filter(({ step }) => step.best.standing === 2);
  const out = (actualOuts.length > 0 ? actualOuts : outs).map(({ step }) => ms(step));
  return [
    ...emptyOut(gates, firstLadenAt),
    ...fullIn(gates, shore),
    ...outs,
    ...emptyIn(gates, out.length > 0 ? Math.max(...out) : undefined, shore),
    ...gates.flatMap((step) => (step.move === 'available' ? [{ name: 'available' as const, step }] : [])),
  ];
};
