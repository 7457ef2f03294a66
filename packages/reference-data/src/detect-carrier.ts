import { looksLikeContainerNumber, parseContainerNumber } from '@landfall/shipping/container-number';
import { normalisedRequestNumber, withoutScac } from '@landfall/shipping/request-number';
import type { Line, NumberForm } from './lines.js';

export type Candidate = { scac: string; name: string; confidence: number };

export type Detection = {
  numberType: 'container' | 'bill_of_lading' | 'booking';
  validation: {
    type: 'container' | 'shipment';
    /** Null: no rule knows this number, which says nothing against it. */
    isValid: boolean | null;
    checkDigitPassed: boolean | null;
    parsedNumber: string;
    reason: string | null;
  };
  decision: 'auto_select' | 'needs_confirmation' | 'no_prediction';
  selected: Candidate | null;
  candidates: readonly Candidate[];
};

type Evidence = { line: Line; as: 'bill_of_lading' | 'booking'; confidence: number; formKnown: boolean };

/** From here on a guess may be taken without asking. */
const SURE = 0.95;

// How much each kind of evidence is worth. Only the order and the side of SURE they are on matter.
const PREFIX_AND_FORM = 0.98; // the carrier's code in front, and the rest has its form
const OWNER_OF_BOX = 0.97; // the container's owner code is the line's own
const SPELLED_FORM = 0.96; // a form that spells the carrier's letters out
const PREFIX_ALONE = 0.85; // the carrier's code in front of something unknown
const BARE_FORM = 0.75; // digits that several carriers count alike
const OWNER_OF_BAD_BOX = 0.7; // an owner code, in a number that was mistyped

const toCandidate = ({ scac, name }: Line, confidence: number): Candidate => ({ scac, name, confidence });

const decided = (candidates: readonly Candidate[]): Pick<Detection, 'decision' | 'selected' | 'candidates'> => {
  const [first, ...others] = candidates;
  if (!first) return { decision: 'no_prediction', selected: null, candidates };
  if (first.confidence >= SURE && others.length === 0) return { decision: 'auto_select', selected: first, candidates };
  return { decision: 'needs_confirmation', selected: null, candidates };
};

const detectContainer = (number: string, lines: readonly Line[]): Detection => {
  const parsed = parseContainerNumber(number);
  const confidence = parsed.ok ? OWNER_OF_BOX : OWNER_OF_BAD_BOX;
  // An owner code nobody claims belongs to a leasing company: no line can be told from it.
  const owners = lines.filter((line) => line.bicPrefixes.includes(number.slice(0, 4)));
  return {
    numberType: 'container',
    validation: {
      type: 'container',
      isValid: parsed.ok,
      checkDigitPassed: parsed.ok,
      parsedNumber: number,
      reason: parsed.ok ? null : parsed.reason,
    },
    ...decided(owners.map((line) => toCandidate(line, confidence))),
  };
};

const formOf = (number: string, forms: readonly NumberForm[]): number => {
  const matching = forms.filter(({ form }) => form.test(number));
  if (matching.length === 0) return 0;
  return matching.some(({ spells }) => spells.some((code) => number.startsWith(code))) ? SPELLED_FORM : BARE_FORM;
};

const billEvidence = (number: string, line: Line): Evidence[] => {
  const prefixes = [...new Set([...line.billPrefixes, line.scac, ...line.alternativeScacs])];
  const rest = withoutScac(number, prefixes);
  const hasPrefix = rest !== number;
  const found = formOf(line.billKeepsPrefix ? number : rest, line.billForms);
  if (found > 0) {
    const confidence = hasPrefix && !line.billKeepsPrefix ? PREFIX_AND_FORM : found;
    return [{ line, as: 'bill_of_lading', confidence, formKnown: true }];
  }
  // A number has digits; without one it is a word that happens to start with four letters of a carrier.
  return hasPrefix && /\d/.test(rest) ? [{ line, as: 'bill_of_lading', confidence: PREFIX_ALONE, formKnown: false }] : [];
};

const bookingEvidence = (number: string, line: Line): Evidence[] => {
  const confidence = formOf(number, line.bookingForms);
  return confidence === 0 ? [] : [{ line, as: 'booking', confidence, formKnown: true }];
};

const byStrength = (a: Evidence, b: Evidence): number =>
  b.confidence - a.confidence || a.as.localeCompare(b.as) || a.line.scac.localeCompare(b.line.scac);

const detectShipment = (number: string, lines: readonly Line[]): Detection => {
  const all = lines.flatMap((line) => [...billEvidence(number, line), ...bookingEvidence(number, line)]).sort(byStrength);
  // Sure evidence silences the rest: a bill with its carrier's code also looks like somebody's bare twelve characters.
  const sure = all.filter(({ confidence }) => confidence >= SURE);
  const kept = sure.length > 0 ? sure : all;
  const perLine = kept.filter(({ line }, at) => kept.findIndex((other) => other.line === line) === at);
  return {
    numberType: kept[0]?.as ?? 'bill_of_lading',
    validation: {
      type: 'shipment',
      isValid: kept.some(({ formKnown }) => formKnown) ? true : null,
      checkDigitPassed: null,
      parsedNumber: number,
      reason: kept.length > 0 ? null : 'No known number form matches.',
    },
    ...decided(perLine.map(({ line, confidence }) => toCandidate(line, confidence))),
  };
};

/**
 * Which line issued a number, from prefixes, forms and check digits alone. Several lines count alike,
 * so a bare number names candidates and never one answer.
 */
export const detectCarrier = (text: string, lines: readonly Line[]): Detection => {
  const number = normalisedRequestNumber(text);
  return looksLikeContainerNumber(number) ? detectContainer(number, lines) : detectShipment(number, lines);
};
