import type { Sailing } from './ports.js';
import type { Ships } from './ships.js';

export type Sighting = Sailing & { navigationStatus?: number };

export const vesselUseCase = ({ ships }: { ships: Ships }) =>
  async (sighting: Sighting): Promise<void> => {
    const { navigationStatus: _status, ...sailing } = sighting;
    await ships.seen(sailing);
  };
