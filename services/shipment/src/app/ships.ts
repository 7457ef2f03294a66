import type { Gazetteer, VesselRow } from '../domain/gazetteer.js';
import type { Sailing, Vessels } from './ports.js';

/** Ships of the list and ships met at sea, with where they were last seen. */
export const shipUseCases = ({ vessels, gazetteer }: { vessels: Vessels; gazetteer: Gazetteer }) => {
  const idsOf = (key: string): string[] => {
    const listed = gazetteer.vessels.find(key);
    if (listed) return [listed.id];
    return /^\d{7}$/.test(key) ? [gazetteer.vesselId(key)] : [key];
  };

  return {
    /** By id, IMO number or MMSI; what was learnt at sea wins over the list. */
    find: async (keys: readonly string[]): Promise<VesselRow[]> => {
      const wanted = [...new Set(keys.flatMap(idsOf))];
      const learnt = new Map((await vessels.findMany(wanted, keys)).map((row) => [row.id, row]));
      const ids = [...new Set([...wanted, ...learnt.keys()])];
      return ids.flatMap((id) => {
        const listed = gazetteer.vessels.find(id);
        const seen = learnt.get(id);
        return listed || seen ? [{ id, name: '', ...listed, ...seen }] : [];
      });
    },

    seen: (sailing: Sailing): Promise<void> => vessels.seen(sailing),

    /** Carriers name ships that no list has; they must be there when an event points at them. */
    named: async (imo: string, name: string): Promise<void> => {
      if (!gazetteer.vessels.find(imo)) await vessels.named(gazetteer.vesselId(imo), imo, name);
    },
  };
};

export type Ships = ReturnType<typeof shipUseCases>;
