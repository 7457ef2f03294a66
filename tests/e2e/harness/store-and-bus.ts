import { join } from 'node:path';
import { findNatsServer } from '@landfall/testkit/nats-server';
import { listens, programOf } from './ports.js';
import { victim, type Victim } from './process.js';

/** The embedded store and nats-server, each a process that may die, with data and logs in the folder. */
export const storeAndBus = async (folder: string, { storePort, busPort }: { storePort: number; busPort: number }): Promise<{ store: Victim; bus: Victim }> => ({
  store: victim({ name: 'store', command: process.execPath, args: [programOf('packages/embedded-mongo'), '--path', join(folder, 'store'), '--port', String(storePort)], logPath: join(folder, 'store.log'), ready: listens(storePort) }),
  bus: victim({ name: 'bus', command: await findNatsServer(), args: ['-js', '-sd', join(folder, 'bus'), '-a', '127.0.0.1', '-p', String(busPort)], logPath: join(folder, 'bus.log'), ready: listens(busPort) }),
});
