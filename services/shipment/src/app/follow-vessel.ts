import type { Sailing } from './ports.js';
import type { Ships } from './ships.js';

export type Sighting = Sailing & { navigationStatus?: number };

type Backs = { ships: Ships; arrivals: { noted: (sailing: Sailing) => void } };

export const vesselUseCase = ({ ships, arrivals }: Backs) =>
  async (sighting: Sighting): Promise<void> => {
    const { navigationStatus: _status, ...sailing } = sighting;
    await ships.seen(sailing);
    arrivals.noted(sailing);
  };
