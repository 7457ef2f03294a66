import type { ExplainedField, FieldSource } from '@landfall/contracts/gen/shipment/v1/shipment';
import { documentOf } from '@landfall/resources/document';
import { problem } from '@landfall/kit/problem';
import { z } from 'zod';
import { cutNote, moreAfter } from '../../domain/budget.js';
import { given, moment } from '../../domain/compact.js';
import { PAGE, PAGE_SHAPE, pageOfRows } from '../listing.js';
import { shaped } from '../records.js';
import { facts, text, textFacts } from '../schema.js';
import { tool } from '../tool.js';

const saidBy = (source: FieldSource | undefined): string | undefined => (source === undefined ? undefined : [source.dataSource, source.provider].filter(Boolean).join(': '));

const valueOf = (json: string): unknown => JSON.parse(json === '' ? 'null' : json) as unknown;

const fieldView = ({ field, valueJson, source, displaced }: ExplainedField) => given({
  field,
  value: valueOf(valueJson),
  source: saidBy(source),
  receivedAt: moment(source?.receivedAt),
  rawEventId: source?.rawEventId,
  before: displaced.map((old) => given({ value: valueOf(old.valueJson), source: saidBy(old.source), until: moment(old.displacedAt) })),
});

const BEFORE = facts({ ...textFacts('source', 'until'), value: z.unknown() });

export const explainContainer = tool({
  name: 'explain_container',
  title: 'Explain',
  says: 'Who said each fact of a container, when it was received, and which values it displaced. For doubts and conflicts.',
  input: { id: z.uuid().describe('Container id.'), field: z.string().trim().min(1).max(100).optional().describe('One field, such as pickup_lfd.'), ...PAGE },
  output: { containerId: text, fields: z.array(facts({ ...textFacts('field', 'source', 'receivedAt', 'rawEventId'), value: z.unknown(), before: z.array(BEFORE) })), ...PAGE_SHAPE },
  instead: 'Find container ids with search_container or list_containers.',
  answer: async ({ owners, accountId }, { id, field, ...paging }) => {
    const explanation = await owners.shipments.explainContainer({ accountId, id });
    const all = explanation.fields.filter((each) => field === undefined || each.field === field);
    if (field !== undefined && all.length === 0) throw problem('invalid_parameter', `field: nothing is known about ${field}. Known: ${explanation.fields.map((each) => each.field).join(', ')}.`, { parameter: 'field' });
    const fields = pageOfRows(all, paging);
    return {
      rows: fields.length,
      mapped: (count) => ({ containerId: id, fields: fields.slice(0, count).map(fieldView), total: all.length, page: paging.page, ...given({ more: moreAfter(all.length, paging.page, paging.page_size), note: cutNote(count, fields.length) }) }),
      raw: (count) => documentOf(shaped('explanation', { ...explanation, fields: fields.slice(0, count) }), { meta: { size: paging.page_size, total: all.length } }),
    };
  },
});
