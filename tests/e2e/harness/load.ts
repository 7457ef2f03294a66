import { setTimeout as wait } from 'node:timers/promises';
import type { Resource } from './client.js';
import type { Tenant } from './tenant.js';

export interface Load {
  sent: number;
  /** What was not a 2xx, and when. */
  failures: string[];
}

/**
 * What a client does all day: it reads, lists, searches, and now and then submits a number. That number is one the
 * carrier does not know: a sandbox journey asks its carrier some times a second, and hundreds of them would be the load.
 */
const asks = (containerId: string, n: number): [string, string, unknown?][] => {
  const attributes = { request_type: 'bill_of_lading', request_number: `TEST-TR-FAILED-ROLL${n}`, scac: 'TEST' };
  return [
    ['GET', `/containers/${containerId}`],
    ['GET', '/shipments?page[size]=5&include=containers'],
    ['GET', `/containers/${containerId}/transport_events`],
    ['GET', '/tracking_requests?page[size]=5'],
    ['GET', '/webhook_notifications?page[size]=5'],
    ['GET', '/me'],
    ['GET', '/events?page[size]=5'],
    ['GET', `/containers/${containerId}?include=shipment`],
    ['PATCH', `/containers/${containerId}`, { data: { type: 'container', id: containerId, attributes: { ref_numbers: [`R${n}`] } } }],
    ['POST', '/tracking_requests', { data: { type: 'tracking_request', attributes } }],
  ];
};

/** An even stream of requests until told that it is over; it never waits for an answer before the next. */
export const load = async (tenant: Tenant, perSecond: number, isOver: () => boolean): Promise<Load> => {
  const [container] = (await tenant.call('GET', '/containers?page[size]=1')).data as Resource[];
  const failures: string[] = [];
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; !isOver(); n += 1) {
    const choices = asks(container?.id ?? '', n);
    const [method, path, body] = choices[n % choices.length] as (typeof choices)[number];
    under.push(
      tenant.call(method, path, body).then(
        () => undefined,
        (error: Error) => void failures.push(`${Math.round(performance.now() - began)} ms: ${method} ${path}: ${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`),
      ),
    );
    await wait(Math.max(0, began + ((n + 1) * 1_000) / perSecond - performance.now()));
  }
  await Promise.all(under);
  return { sent: under.length, failures };
};
