import type { Client } from './client.js';
import { cluster } from './cluster.js';
import { landfall } from './landfall.js';
import { tenant } from './tenant.js';

export interface World extends Client {
  stop(): Promise<void>;
}

/** The ways to run the same services; whoever stands at the public door cannot tell them apart. */
export const worlds: Readonly<Record<string, () => Promise<World>>> = {
  'all services in one process': () => landfall(),
  'two replicas of every service, a process each': async () => {
    const running = await cluster();
    return { ...(await tenant(running, 'shop')), stop: running.stop };
  },
};
