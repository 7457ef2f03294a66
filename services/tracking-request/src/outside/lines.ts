import { supports, type Lines as ReferenceLines } from '@landfall/reference-data/lines';
import type { Lines } from '../app/ports.js';

/** The reference data's lines, as far as submitting needs them. What nobody has said a line supports, it does not. */
export const knownLines = (reference: ReferenceLines): Lines => ({
  find: (scac) => {
    const line = reference.byScac(scac);
    if (!line) return undefined;
    const answersFor = { bill_of_lading: supports(line, 'bill_of_lading'), booking_number: supports(line, 'booking_number'), container: supports(line, 'container') };
    return { scac: line.scac, scacs: [line.scac, ...line.alternativeScacs], supports: answersFor };
  },
});
