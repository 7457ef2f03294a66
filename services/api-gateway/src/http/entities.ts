import type { EntityType } from '@landfall/resources/entity';
import type { Call } from './route.js';

/** The three kinds of record that parties and custom fields hang on, as paths write them. */
export const ENTITIES = [
  { path: 'shipments', entityType: 'Shipment', what: 'Shipment' },
  { path: 'containers', entityType: 'Container', what: 'Container' },
  { path: 'tracking_requests', entityType: 'TrackingRequest', what: 'TrackingRequest' },
] as const satisfies readonly { path: string; entityType: EntityType; what: string }[];

export type Entity = (typeof ENTITIES)[number];

export const entityOf = ({ accountId, params }: Call<never> | Call, { entityType }: Entity) => ({ accountId, entityType, entityId: params['id'] ?? '' });
