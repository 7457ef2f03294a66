/** Annotations name their record as the original does, in capitals; JSON:API names it by its type. */
export const ENTITY_TYPES = { Shipment: 'shipment', Container: 'container', TrackingRequest: 'tracking_request' } as const;

export type EntityType = keyof typeof ENTITY_TYPES;

export const isEntityType = (value: string): value is EntityType => Object.hasOwn(ENTITY_TYPES, value);

export const entityTypeOf = (entityType: string): string => (isEntityType(entityType) ? ENTITY_TYPES[entityType] : entityType);
