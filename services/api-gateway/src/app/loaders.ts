import type { Loaders } from './include.js';
import type { Owners } from './ports.js';

/** How each type that may be included is fetched: one batch call of its owner. */
export const loadersOf = ({ trackingRequests, shipments, places, annotations, webhooks, accounts }: Owners): Loaders => ({
  tracking_request: async (accountId, ids) => (await trackingRequests.batchGetTrackingRequests({ accountId, ids })).items,
  shipment: async (accountId, ids) => (await shipments.batchGetShipments({ accountId, ids })).items,
  container: async (accountId, ids) => (await shipments.batchGetContainers({ accountId, ids })).items,
  transport_event: async (accountId, ids) => (await shipments.batchGetTransportEvents({ accountId, ids })).items,
  raw_event: async (accountId, ids) => (await shipments.batchGetRawEvents({ accountId, ids })).items,
  port: async (_, keys) => (await places.batchGetPorts({ keys })).items,
  metro_area: async (_, keys) => (await places.batchGetMetroAreas({ keys })).items,
  terminal: async (_, keys) => (await places.batchGetTerminals({ keys })).items,
  rail_terminal: async (_, keys) => (await places.batchGetRailTerminals({ keys })).items,
  vessel: async (_, keys) => (await places.batchGetVessels({ keys })).items,
  party: async (accountId, ids) => (await annotations.batchGetParties({ accountId, ids })).items,
  // The secret of a webhook is shown where the webhook itself is asked for, never as a by-catch.
  webhook: async (accountId, ids) => (await webhooks.batchGetWebhooks({ accountId, ids })).items.map((webhook) => ({ ...webhook, secret: undefined })),
  user: async (accountId, ids) => (await accounts.batchGetUsers({ accountId, ids })).items,
  account: async (accountId) => [await accounts.getAccount({ id: accountId })],
});
