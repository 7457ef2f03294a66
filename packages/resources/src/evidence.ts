import type { Source } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import type { Explanation, FieldSource } from '@landfall/contracts/gen/shipment/v1/shipment';
import { anything, at, fromText, label, listOf, moment, objectOf, orNull, text } from './json.js';
import { either, resource } from './resource.js';

const sourceOf = (s: FieldSource | undefined) =>
  s === undefined ? null : {
    data_source: s.dataSource,
    provider: s.provider ?? null,
    raw_event_id: s.rawEventId ?? null,
    payload_id: s.payloadId ?? null,
    received_at: at(s.receivedAt),
  };

const sourceSchema = orNull(objectOf({ data_source: text, provider: label, raw_event_id: label, payload_id: label, received_at: moment }));
const displacedSchema = objectOf({ value: anything, source: sourceSchema, displaced_at: moment });

/** For each set field: its value, who said so, and what it displaced (D-36). */
export const explanation = resource<Explanation>('explanation', {
  fields: { fields: listOf(objectOf({ field: text, value: anything, source: sourceSchema, displaced: listOf(displacedSchema) })) },
  attributes: (e) => ({
    fields: e.fields.map((field) => ({
      field: field.field,
      value: fromText(field.valueJson),
      source: sourceOf(field.source),
      displaced: field.displaced.map((old) => ({ value: fromText(old.valueJson), source: sourceOf(old.source), displaced_at: at(old.displacedAt) })),
    })),
  }),
  relationships: { subject: either(['container', 'shipment'], (e) => e.id, (e) => e.type) },
});

/** Where data comes from and how fresh it is (D-35). A source has no id of its own: kind, name and subject make one. */
export const source = resource<Source>('source', {
  id: (s) => [s.kind, s.name, s.subject ?? ''].map(encodeURIComponent).join(':'),
  fields: {
    kind: text,
    name: text,
    subject: label,
    last_attempted_at: moment,
    last_answered_at: moment,
    last_changed_at: moment,
    next_due_at: moment,
    last_fault: label,
    last_fault_at: moment,
  },
  attributes: (s) => ({
    kind: s.kind,
    name: s.name,
    subject: s.subject ?? null,
    last_attempted_at: at(s.lastAttemptedAt),
    last_answered_at: at(s.lastAnsweredAt),
    last_changed_at: at(s.lastChangedAt),
    next_due_at: at(s.nextDueAt),
    last_fault: s.lastFault ?? null,
    last_fault_at: at(s.lastFaultAt),
  }),
});
