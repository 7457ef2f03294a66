import { outbox } from '@landfall/kit/outbox';
import { Schema } from 'mongoose';
import type { TrackingRequest } from '../domain/tracking-request.js';

/** The document: the domain object, and what only the store needs to find it by. */
export interface Row extends Omit<TrackingRequest, 'id'> {
  _id: string;
  /** Takes part in the duplicate rule. */
  live: boolean;
  /** Everything `q` may find it by, upper-cased. */
  searchTerms: string[];
}

const customField = { _id: false, apiSlug: String, valueJson: String, number: String };

export const schema = new Schema<Row>(
  {
    _id: String,
    accountId: { type: String, required: true },
    requestType: String,
    requestNumber: String,
    normalizedNumber: String,
    scac: String,
    refNumbers: [String],
    tags: [String],
    createdAt: Date,
    updatedAt: Date,
    status: String,
    failedReason: String,
    isRetrying: Boolean,
    retryCount: Number,
    nextAttemptAt: Date,
    awaitingManifestSince: Date,
    seenByCarrier: Boolean,
    attempt: Number,
    dueAt: Date,
    shipmentId: String,
    customerId: String,
    userId: String,
    told: { _id: false, type: { stopped: Number, resumed: Number }, default: undefined },
    initialCustomFields: { shipment: [customField], containers: [customField] },
    revision: Number,
    live: Boolean,
    searchTerms: [String],
  },
  // The domain sets its own times; an empty object is a value here, not a gap.
  { collection: 'tracking_requests', versionKey: false, minimize: false },
);

outbox(schema);
