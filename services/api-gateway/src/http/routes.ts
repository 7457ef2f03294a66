import type { Owners, SandboxClock } from '../app/ports.js';
import { accountRoutes } from './accounts.js';
import { containerRoutes } from './containers.js';
import { customFieldDefinitionRoutes } from './custom-field-definitions.js';
import { customFieldRoutes } from './custom-fields.js';
import { eventRoutes } from './events.js';
import { mapRoutes } from './maps.js';
import { notificationRoutes } from './notifications.js';
import { partyRoutes } from './parties.js';
import { placeRoutes } from './places.js';
import type { Route } from './route.js';
import { sandboxRoutes } from './sandbox.js';
import { searchRoutes } from './search.js';
import { shipmentRoutes } from './shipments.js';
import { trackingRequestRoutes } from './tracking-requests.js';
import { webhookRoutes, type Senders } from './webhooks.js';

/** Every route there is; the server, the OpenAPI document and the tests read this one list. */
export const routesOf = (owners: Owners, senders: Senders, clock: SandboxClock): Route[] => [
  ...trackingRequestRoutes(owners),
  ...shipmentRoutes(owners),
  ...containerRoutes(owners),
  ...placeRoutes(owners),
  ...mapRoutes(owners),
  ...partyRoutes(owners),
  ...customFieldDefinitionRoutes(owners),
  ...customFieldRoutes(owners),
  ...searchRoutes(owners),
  ...webhookRoutes(owners, senders),
  ...notificationRoutes(owners),
  ...eventRoutes(owners),
  ...accountRoutes(owners),
  ...sandboxRoutes(clock),
];
