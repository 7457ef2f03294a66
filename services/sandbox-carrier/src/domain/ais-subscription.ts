import type { AisMessage, VesselPosition } from './vessel-position.js';
import { positionReport, shipStaticData } from './vessel-position.js';

type Corner = readonly [latitude: number, longitude: number];

/** What a listener wants to hear, as aisstream.io lets it say. */
export type AisSubscription = { boxes: readonly (readonly [Corner, Corner])[]; ships: ReadonlySet<string> | null; kinds: ReadonlySet<string> | null };

type Read = { ok: true; subscription: AisSubscription } | { ok: false; error: string };

const isCorner = (value: unknown): value is Corner => Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number' && Number.isFinite(one));

const isBox = (value: unknown): value is readonly [Corner, Corner] => Array.isArray(value) && value.length === 2 && value.every(isCorner);

const textsIn = (value: unknown): ReadonlySet<string> | null => (Array.isArray(value) && value.length > 0 ? new Set(value.map(String)) : null);

export const readSubscription = (message: unknown): Read => {
  if (typeof message !== 'object' || message === null) return { ok: false, error: 'Malformed JSON' };
  const { APIKey, BoundingBoxes, FiltersShipMMSI, FilterMessageTypes } = message as Record<string, unknown>;
  if (typeof APIKey !== 'string' || APIKey === '') return { ok: false, error: 'Api Key Is Not Valid' };
  if (!Array.isArray(BoundingBoxes) || BoundingBoxes.length === 0 || !BoundingBoxes.every(isBox)) return { ok: false, error: 'Malformed Bounding Box' };
  return { ok: true, subscription: { boxes: BoundingBoxes, ships: textsIn(FiltersShipMMSI), kinds: textsIn(FilterMessageTypes) } };
};

const between = (value: number, a: number, b: number): boolean => value >= Math.min(a, b) && value <= Math.max(a, b);

const hears = ({ boxes, ships }: AisSubscription, { mmsi, latitude, longitude }: VesselPosition): boolean =>
  (ships === null || ships.has(mmsi)) && boxes.some(([a, b]) => between(latitude, a[0], b[0]) && between(longitude, a[1], b[1]));

// A ship says who it is every six minutes; here the seconds between stand for hours.
const NAMED_EVERY = 10;

/** What one listener hears in one round. Who a ship is comes first, so that its number can be learnt before its place. */
export const heardBy = (subscription: AisSubscription, positions: readonly VesselPosition[], now: Date, round: number): AisMessage[] =>
  positions
    .filter((position) => hears(subscription, position))
    .flatMap((position) => [...(round % NAMED_EVERY === 0 ? [shipStaticData(position, now)] : []), positionReport(position)])
    .filter(({ MessageType }) => subscription.kinds === null || subscription.kinds.has(MessageType));
