import { account, apiKey, credential, user } from './accounts.js';
import { container } from './container.js';
import { customField, customFieldDefinition, customFieldOption } from './custom-fields.js';
import { webhookEventCategory } from './event-category.js';
import { containerCreatedEvent, containerPodTerminalChangedEvent, containerUpdatedEvent, estimatedEvent, event } from './events.js';
import { explanation, source } from './evidence.js';
import { inferNumberResults } from './infer-number.js';
import { party, partyRole } from './parties.js';
import { metroArea, port, railTerminal, terminal } from './places.js';
import { rawEvent } from './raw-event.js';
import type { Resource } from './resource.js';
import { route, routeLocation } from './route.js';
import { searchResult } from './search-result.js';
import { shipment } from './shipment.js';
import { shippingLine } from './shipping-line.js';
import { trackingRequest } from './tracking-request.js';
import { trackingRequestResult } from './tracking-request-result.js';
import { transportEvent } from './transport-event.js';
import { vessel } from './vessel.js';
import { webhook, webhookFailingEvent, webhookNotification, webhookNotificationLog } from './webhooks.js';

// Their message types differ, so the list forgets them; whoever takes a row out by type knows what it maps.
const all = [
  account, apiKey, container, containerCreatedEvent, containerPodTerminalChangedEvent, containerUpdatedEvent, credential,
  customField, customFieldDefinition, customFieldOption, estimatedEvent, event, explanation, inferNumberResults, metroArea,
  party, partyRole, port, railTerminal, rawEvent, route, routeLocation, searchResult, shipment, shippingLine, source,
  terminal, trackingRequest, trackingRequestResult, transportEvent, user, vessel, webhook, webhookEventCategory, webhookFailingEvent,
  webhookNotification, webhookNotificationLog,
] as unknown as readonly Resource<unknown>[];

const byType = new Map(all.map((row) => [row.type, row]));

/** Every JSON:API type there is. */
export const resources: readonly Resource<unknown>[] = all;

export const resourceOf = (type: string): Resource<unknown> | undefined => byType.get(type);
