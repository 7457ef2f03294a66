import { CHECKS } from '../checks.js';
import type { Command } from '../command.js';

export const doctor: Command = {
  name: 'doctor',
  says: 'Look for whatever keeps Landfall from running on this machine, and say what to do.',
  positionals: [],
  flags: {},
  run: async (_input, world) => {
    let faults = 0;
    for (const check of CHECKS) {
      const { ok, what, more } = await check(world);
      if (!ok) faults += 1;
      world.out(`${ok ? '✓' : '✗'} ${what}${more ? `: ${more}` : ''}\n`);
    }
    return faults === 0 ? 0 : 1;
  },
};
