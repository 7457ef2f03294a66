import { outbox } from '@landfall/kit/outbox';
import { Schema } from 'mongoose';
import type { KeptEvent } from '../domain/carrier-event.js';
import type { Container } from '../domain/container.js';
import type { Shipment } from '../domain/shipment.js';
import type { TrackedRequest } from '../domain/tracked-request.js';
import type { Findable } from './findable.js';

export interface ShipmentRow extends Omit<Shipment, 'id'>, Findable {
  _id: string;
  /** Every number it may be found by when a carrier or a request names it. */
  numbers: string[];
}

export interface ContainerRow extends Omit<Container, 'id'>, Findable {
  _id: string;
}

export interface RequestRow extends Omit<TrackedRequest, 'id'> {
  _id: string;
  /** Rows of ended and linked requests are of no use after a while. */
  forgetAt?: Date;
}

export interface ArchivedRow {
  _id: string;
  accountId: string;
  containerId: string;
  row: KeptEvent;
}

// The rules decide what a document holds and messages check what comes in; a third list of fields would only drift.
const OPTIONS = { versionKey: false, minimize: false, strict: false } as const;
const KEY = { _id: String, accountId: { type: String, required: true } } as const;

export const shipmentSchema = new Schema<ShipmentRow>(KEY as never, { ...OPTIONS, collection: 'shipments' });
export const containerSchema = new Schema<ContainerRow>(KEY as never, { ...OPTIONS, collection: 'containers' });
export const requestSchema = new Schema<RequestRow>(KEY as never, { ...OPTIONS, collection: 'tracking_requests' });
export const archivedSchema = new Schema<ArchivedRow>(KEY as never, { ...OPTIONS, collection: 'archived_events' });

outbox(shipmentSchema as never);
outbox(containerSchema as never);
