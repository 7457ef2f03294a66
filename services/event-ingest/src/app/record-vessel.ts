import type { AisReport } from '../domain/ais.js';
import { hear, isFollowed, newTrack, type Followed, type VesselTrack } from '../domain/vessel-track.js';
import type { Ports } from './ports.js';
import { tellBerthing, type BerthingPorts } from './tell-berthing.js';

// A busy feed names tens of thousands of ships; those heard last are remembered.
const REMEMBERED = 20_000;

const REFRESH_MS = 60_000;

/** Hears AIS reports of one feed. Tracks are held in memory, since a feed has one listener at a time. */
export const recordVessel = (ports: Pick<Ports, 'vessels' | 'now'> & BerthingPorts, followAll: boolean) => {
  const tell = tellBerthing(ports);
  const tracks = new Map<string, VesselTrack>();
  let followed: Followed = followAll ? { kind: 'all' } : { kind: 'ships', imos: new Set() };
  let followedAt = 0;

  const remember = (track: VesselTrack): void => {
    tracks.delete(track.id);
    tracks.set(track.id, track);
    const oldest = tracks.size > REMEMBERED ? tracks.keys().next().value : undefined;
    if (oldest !== undefined) tracks.delete(oldest);
  };

  const trackOf = async (mmsi: string): Promise<VesselTrack> => tracks.get(mmsi) ?? (await ports.vessels.find(mmsi)) ?? newTrack(mmsi);

  const refreshFollowed = async (): Promise<void> => {
    const now = ports.now().getTime();
    if (followAll || now - followedAt < REFRESH_MS) return;
    followedAt = now;
    followed = { kind: 'ships', imos: new Set(await ports.watches.followedVessels()) };
  };

  return async (report: AisReport): Promise<void> => {
    await refreshFollowed();
    const before = await trackOf(report.mmsi);
    if (!isFollowed(followed, before, report)) return;
    const { track, position } = hear(before, report, ports.now());
    if (track === before) return;
    // Before the track is kept: a crash in between repeats it, and its id makes it one.
    if (position) await tell(track, before.last, position);
    const saved = position || track.imo !== before.imo || track.name !== before.name ? await ports.vessels.save(track, position) : track;
    remember(saved);
  };
};
