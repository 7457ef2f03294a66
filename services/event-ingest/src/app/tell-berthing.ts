import type { VesselPosition } from '../domain/ais.js';
import { hasMadeFast } from '../domain/berthing.js';
import type { VesselTrack } from '../domain/vessel-track.js';
import type { Ports } from './ports.js';

export type BerthingPorts = Pick<Ports, 'berthings' | 'reference' | 'watches'>;

/** A ship made fast in a port: whoever has a number on it hears of it. What it means for the journey is decided by the shipment. */
export const tellBerthing = ({ berthings, reference, watches }: BerthingPorts) => async (track: VesselTrack, before: VesselPosition | null, position: VesselPosition): Promise<void> => {
  if (track.imo === null || !hasMadeFast(before, position)) return;
  const harbour = reference.harbourAt(position.latitude, position.longitude);
  if (harbour.locodes.length === 0) return;
  const followers = await watches.followersOf(track.imo);
  if (followers.length > 0) await berthings.say({ mmsi: track.id, imo: track.imo, name: track.name, position, harbour }, followers);
};
