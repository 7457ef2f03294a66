import type { InferNumberResponse, LineCandidate } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { flag, label, listOf, objectOf, orNull, real, text, word } from './json.js';
import { resource } from './resource.js';

/** An answer has no record behind it, so the request lends it an id. */
export type InferredNumber = InferNumberResponse & { id: string };

const line = objectOf({ scac: text, name: text, confidence: real });
const lineOf = (c: LineCandidate) => ({ scac: c.scac, name: c.name, confidence: c.confidence });

export const inferNumberResults = resource<InferredNumber>('infer_number_results', {
  id: (r) => `req_${r.id}`,
  fields: {
    number_type: label,
    validation: objectOf({ is_valid: orNull(flag), type: text, check_digit_passed: orNull(flag), parsed_number: label, reason: label }),
    shipping_line: objectOf({ decision: word('auto_select', 'needs_confirmation', 'no_prediction'), selected: orNull(line), candidates: listOf(line) }),
  },
  attributes: (r) => ({
    number_type: r.numberType || null,
    validation: {
      is_valid: r.validation?.isValid ?? null,
      type: r.validation?.type ?? '',
      check_digit_passed: r.validation?.checkDigitPassed ?? null,
      parsed_number: r.validation?.parsedNumber ?? null,
      reason: r.validation?.reason ?? null,
    },
    shipping_line: {
      decision: r.decision,
      selected: r.selected === undefined ? null : lineOf(r.selected),
      candidates: r.candidates.map(lineOf),
    },
  }),
});
