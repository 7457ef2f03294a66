import { landfallProcess, type LandfallProcess, type LandfallStart } from '@landfall/testkit/landfall-process';
import { client, type Client } from './client.js';

export type Landfall = LandfallProcess & Client;

/** Everything on one machine, and a caller of its REST interface with the key of the demo account. */
export const landfall = async (start: LandfallStart = {}): Promise<Landfall> => {
  const running = await landfallProcess(start);
  return { ...running, ...client(running.baseUrl, running.apiKey) };
};
