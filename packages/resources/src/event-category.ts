import { EVENT_CATEGORIES, type EventCategory as Category } from '@landfall/shipping/event-category';
import { PUBLIC_EVENTS } from '@landfall/shipping/public-event';
import { listOf, objectOf, text } from './json.js';
import { resource } from './resource.js';

export interface EventCategory {
  id: string;
  name: string;
  events: readonly { name: string; description: string }[];
}

/** What a webhook may listen to, grouped as a person would choose. */
export const eventCategories: readonly EventCategory[] = Object.entries(EVENT_CATEGORIES).map(([id, name]) => ({
  id,
  name,
  events: PUBLIC_EVENTS.filter(({ category }) => category === (id as Category)).map((row) => ({ name: row.name, description: row.description })),
}));

export const webhookEventCategory = resource<EventCategory>('webhook_event_category', {
  fields: { name: text, events: listOf(objectOf({ name: text, description: text })) },
  attributes: (c) => ({ name: c.name, events: c.events.map(({ name, description }) => ({ name, description })) }),
});
