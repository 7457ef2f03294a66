import type { ShippingLine } from '@landfall/contracts/gen/shipment/v1/place';
import { flag, label, text, texts } from './json.js';
import { providedData, providedDataSchema } from './places.js';
import { resource } from './resource.js';

export const shippingLine = resource<ShippingLine>('shipping_line', {
  fields: {
    scac: text,
    name: text,
    short_name: text,
    alternative_scacs: texts,
    bill_of_lading_tracking_support: flag,
    booking_number_tracking_support: flag,
    container_number_tracking_support: flag,
    provided_data: providedDataSchema,
    tracking_url: label,
    contact_url: label,
  },
  attributes: (l) => ({
    scac: l.scac,
    name: l.name,
    short_name: l.shortName,
    alternative_scacs: l.alternativeScacs,
    bill_of_lading_tracking_support: l.billOfLadingTrackingSupport,
    booking_number_tracking_support: l.bookingNumberTrackingSupport,
    container_number_tracking_support: l.containerNumberTrackingSupport,
    provided_data: providedData(l.providedData),
    tracking_url: l.trackingUrl ?? null,
    contact_url: l.contactUrl ?? null,
  }),
});
