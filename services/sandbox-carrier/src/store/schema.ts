import { Schema } from 'mongoose';

export type ClockRow = { _id: string; realAt: Date; sandboxAt: Date; speed: number; paused: boolean; playsUntil: Date; revision: number };

export const clockSchema = new Schema<ClockRow>(
  { _id: String, realAt: Date, sandboxAt: Date, speed: Number, paused: Boolean, playsUntil: Date, revision: Number },
  { collection: 'clocks', versionKey: false, minimize: false },
);

export type JourneyRow = { _id: string; account: string; number: string; firstAskedAt: Date; attempts: number; startedAt: Date | null; containers: string[] };

export const journeySchema = new Schema<JourneyRow>(
  { _id: String, account: String, number: String, firstAskedAt: Date, attempts: Number, startedAt: { type: Date, default: null }, containers: [String] },
  { collection: 'journeys', versionKey: false, minimize: false },
);

export type SubscriptionRow = { _id: string; account: string; callbackUrl: string; secret: string; given: [string, string][]; sentUntil: Date; failures: number; dueAt: Date };

export const subscriptionSchema = new Schema<SubscriptionRow>(
  { _id: String, account: String, callbackUrl: String, secret: String, given: [[String]], sentUntil: Date, failures: Number, dueAt: Date },
  { collection: 'subscriptions', versionKey: false, minimize: false },
);
