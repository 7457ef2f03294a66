import type { Owners } from '../app/ports.js';
import type { Route } from './route.js';
import { trackingRequestRoutes } from './tracking-requests.js';

/** Every route there is; the server, the OpenAPI document and the tests read this one list. */
export const routesOf = (owners: Owners): Route[] => [...trackingRequestRoutes(owners)];
