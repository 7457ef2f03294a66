import { expect } from 'chai';
import { routes } from '../contract.js';

/** The addresses of interface.md, as it writes them. */
const INTERFACE = [
  'POST /tracking_requests', 'GET /tracking_requests', 'GET /tracking_requests/{id}', 'PATCH /tracking_requests/{id}',
  'GET /shipments', 'PATCH /shipments/{id}', 'PATCH /shipments/{id}/stop_tracking',
  'GET /containers/{id}', 'PATCH /containers', 'GET /containers/{id}/transport_events', 'GET /containers/{id}/raw_events',
  'GET /terminals/{id}', 'GET /webhook_notifications/{id}', 'GET /webhook_notifications/examples',
];

/** What reference-surface.md and decisions.md add to them. Documents, e-mail and billing are no part of the product. */
const REFERENCE = [
  'PATCH /tracking_requests/{id}/cancel', 'POST /tracking_requests/infer_number', 'POST /tracking_requests/bulk',
  'GET /shipments/{id}', 'PATCH /shipments/{id}/resume_tracking', 'GET /shipments/{id}/sources', 'GET /shipments/{id}/explain',
  'GET /containers', 'PATCH /containers/{id}', 'GET /containers/{id}/route', 'PATCH /containers/{id}/refresh', 'GET /containers/{id}/sources', 'GET /containers/{id}/explain',
  'GET /shipping_lines', 'GET /shipping_lines/{id}', 'GET /ports', 'GET /ports/{id}', 'GET /metro_areas', 'GET /metro_areas/{id}', 'GET /terminals',
  'GET /rail_terminals', 'GET /rail_terminals/{id}', 'GET /vessels', 'GET /vessels/{id}',
  'GET /webhooks', 'POST /webhooks', 'GET /webhooks/{id}', 'PATCH /webhooks/{id}', 'DELETE /webhooks/{id}', 'GET /webhooks/events', 'GET /webhooks/ips', 'POST /webhooks/trigger',
  'POST /webhooks/{id}/replay', 'POST /webhooks/{id}/rotate_secret', 'GET /webhook_notifications', 'POST /webhook_notifications/{id}/redeliver',
  'GET /parties', 'POST /parties', 'GET /parties/{id}', 'PATCH /parties/{id}', 'GET /search', 'GET /events', 'GET /events/stream',
  ...['GET', 'POST'].map((method) => `${method} /custom_field_definitions`), ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /custom_field_definitions/{id}`),
  ...['GET', 'POST'].map((method) => `${method} /custom_field_definitions/{id}/options`), ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /custom_field_definitions/{id}/options/{id}`),
  ...['GET', 'POST'].map((method) => `${method} /custom_fields`), ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /custom_fields/{id}`),
  ...['shipments', 'containers', 'tracking_requests'].flatMap((kind) => [
    `GET /${kind}/{id}/custom_fields`, `POST /${kind}/{id}/custom_fields`, `PATCH /${kind}/{id}/custom_fields/{id}`, `DELETE /${kind}/{id}/custom_fields/{id}`,
    `GET /${kind}/{id}/party_roles`, `POST /${kind}/{id}/party_roles`, `DELETE /${kind}/{id}/party_roles/{id}`,
  ]),
  'GET /me', 'GET /api_keys', 'GET /api_keys/{id}', 'POST /api_keys', 'DELETE /api_keys/{id}', 'GET /sandbox/clock', 'POST /sandbox/clock',
];

/** Maps and positions come with the vessels that they show. */
const MAPS = ['GET /containers/{id}/map_geojson', 'GET /vessels/{id}/future_positions', 'GET /vessels/{id}/future_positions_with_coordinates'];

const served = routes.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/:\w+/g, '{id}')}`);

describe('the surface', () => {
  it('has every address of the interface', () => {
    expect(INTERFACE.filter((address) => !served.includes(address))).to.deep.equal([]);
  });

  it('has every address of the original that clients may call, and those that the decisions add', () => {
    expect(REFERENCE.filter((address) => !served.includes(address))).to.deep.equal([]);
  });

  it('has no address that no page names', () => {
    expect(served.filter((address) => ![...INTERFACE, ...REFERENCE, ...MAPS].includes(address))).to.deep.equal([]);
  });
});
