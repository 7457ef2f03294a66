import type { ShippingLine } from '@landfall/contracts/gen/shipment/v1/place';
import { SANDBOX_SCAC } from '@landfall/shipping/scac';
import { z } from 'zod';
import { given } from '../../domain/compact.js';
import { listed, PAGE, PAGE_SHAPE, pageOfRows } from '../listing.js';
import { facts, textFacts, texts } from '../schema.js';
import { tool } from '../tool.js';

/** All lines at once: there are some dozens. */
const EVERY_LINE = { number: 1, size: 1_000, after: '' };

const numbersOf = (line: ShippingLine): string[] =>
  [line.billOfLadingTrackingSupport && 'bill_of_lading', line.bookingNumberTrackingSupport && 'booking_number', line.containerNumberTrackingSupport && 'container'].filter((kind) => kind !== false);

export const getSupportedShippingLines = tool({
  name: 'get_supported_shipping_lines',
  title: 'Get shipping lines',
  says: 'Lines that can be tracked, with their SCAC and the kinds of number each answers for.',
  input: { search: z.string().trim().min(1).max(100).optional().describe('Name or SCAC.'), page: PAGE.page, page_size: PAGE.page_size.default(30) },
  output: { lines: z.array(facts({ ...textFacts('scac', 'name', 'shortName'), numbers: texts })), ...PAGE_SHAPE },
  instead: 'Leave out search to see all lines.',
  answer: async ({ owners }, { search, ...paging }) => {
    const { items } = await owners.places.listShippingLines({ page: EVERY_LINE, search: search ?? '', sort: [] });
    const lines = items.filter((line) => line.scac !== SANDBOX_SCAC && numbersOf(line).length > 0);
    return listed({
      type: 'shipping_line', as: 'lines', items: pageOfRows(lines, paging), paging, info: { total: lines.length, nextAfter: '' },
      view: (line) => given({
        scac: line.scac,
        name: line.name,
        shortName: line.shortName === line.name ? undefined : line.shortName,
        numbers: numbersOf(line),
      }),
    });
  },
});
