import type { Tool } from '../tool.js';
import { explainContainer } from './explain-container.js';
import { getContainerRoute } from './get-container-route.js';
import { getContainerTransportEvents } from './get-container-transport-events.js';
import { getContainer } from './get-container.js';
import { getShipmentDetails } from './get-shipment-details.js';
import { getSupportedShippingLines } from './get-supported-shipping-lines.js';
import { listContainers } from './list-containers.js';
import { listShipments } from './list-shipments.js';
import { listTrackingRequests } from './list-tracking-requests.js';
import { searchContainer } from './search-container.js';
import { trackContainer } from './track-container.js';
import { whatChanged } from './what-changed.js';

/** In the order that clients show them. */
export const tools: readonly Tool[] = [
  searchContainer,
  trackContainer,
  getContainer,
  getShipmentDetails,
  getContainerTransportEvents,
  getSupportedShippingLines,
  getContainerRoute,
  listShipments,
  listContainers,
  listTrackingRequests,
  explainContainer,
  whatChanged,
];
