import { normaliseContainerNumber } from '@landfall/shipping/container-number';
import { normalisedRequestNumber, withoutScac } from '@landfall/shipping/request-number';
import { eventsOfStatus } from './edi/edi-status.js';
import { readIftsta } from './edi/iftsta.js';
import type { Segment } from './edi/segment.js';
import { readX12Status } from './edi/x12-315.js';
import { isRecord, listOf, textAt, type Json } from './json.js';
import type { Asked } from './normalise.js';

/** How a message is kept, so that it can be read again when a mapping was repaired. */
export type KeptMessage = { format: 'x12' | 'edifact'; segments: Segment[] } | { format: 'dcsa_push'; events: unknown[] };

/** A message in the common vocabulary. */
export const eventsOfMessage = (message: KeptMessage): unknown[] => {
  if (message.format === 'dcsa_push') return message.events;
  const status = message.format === 'x12' ? readX12Status(message.segments) : readIftsta(message.segments);
  return status === null ? [] : eventsOfStatus(status);
};

const referencesOf = (event: unknown): string[] => listOf(isRecord(event) ? event['documentReferences'] : undefined).flatMap((reference) => textAt(reference, 'documentReferenceValue') ?? []);

/** Every number under which a look-up may ask for this event, with and without the carrier's code in front. */
export const numbersOf = (event: unknown, scac: string): string[] => {
  const container = textAt(event, 'equipmentReference');
  const documents = referencesOf(event).map(normalisedRequestNumber);
  return [...new Set([...(container === undefined ? [] : [normaliseContainerNumber(container)]), ...documents, ...documents.map((number) => withoutScac(number, [scac]))])];
};

/** The events that speak of one number; what a push says of other numbers is left to their watches. */
export const concerning = (events: readonly unknown[], asked: Asked, scac: string): Json[] =>
  events.filter(isRecord).filter((event) => numbersOf(event, scac).includes(asked.number));
