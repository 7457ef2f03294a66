import type { Route, RouteLocation } from '@landfall/contracts/gen/shipment/v1/shipment';
import { at, label, moment } from './json.js';
import { either, held, one, resource } from './resource.js';

export const route = resource<Route>('route', {
  fields: { created_at: moment, updated_at: moment },
  attributes: (r) => ({ created_at: at(r.createdAt), updated_at: at(r.updatedAt) }),
  relationships: {
    container: one('container', (r) => r.containerId),
    route_locations: held('route_location', (r) => r.locations),
  },
});

export const routeLocation = resource<RouteLocation>('route_location', {
  fields: {
    label,
    inbound_scac: label,
    inbound_mode: label,
    inbound_eta_at: moment,
    inbound_ata_at: moment,
    inbound_voyage_number: label,
    outbound_scac: label,
    outbound_mode: label,
    outbound_etd_at: moment,
    outbound_atd_at: moment,
    outbound_voyage_number: label,
  },
  attributes: (l) => ({
    label: l.label || null,
    inbound_scac: l.inboundScac ?? null,
    inbound_mode: l.inboundMode ?? null,
    inbound_eta_at: at(l.inboundEtaAt),
    inbound_ata_at: at(l.inboundAtaAt),
    inbound_voyage_number: l.inboundVoyageNumber ?? null,
    outbound_scac: l.outboundScac ?? null,
    outbound_mode: l.outboundMode ?? null,
    outbound_etd_at: at(l.outboundEtdAt),
    outbound_atd_at: at(l.outboundAtdAt),
    outbound_voyage_number: l.outboundVoyageNumber ?? null,
  }),
  relationships: {
    // The API says `location`, the original's own tool server reads `port`: both find the place.
    location: either(['port', 'metro_area'], (l) => l.locationId, (l) => l.locationType),
    port: one('port', (l) => (l.locationType === 'metro_area' ? undefined : l.locationId)),
    inbound_vessel: one('vessel', (l) => l.inboundVesselId),
    outbound_vessel: one('vessel', (l) => l.outboundVesselId),
  },
});
