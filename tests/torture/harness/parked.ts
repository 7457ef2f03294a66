import { until } from '@landfall/testkit/until';
import { connect } from 'nats';
import type { Cluster } from '../../e2e/harness/cluster.js';

interface Parked {
  durable: string;
  reason: string;
}

/** Facts that a service put aside as bugs, as `landfall facts list` shows them: what only broke for a while is no bug. */
export const parkedIn = async ({ busUrl, nodes }: Cluster): Promise<string[]> => {
  const bus = await connect({ servers: busUrl });
  try {
    const services = [...new Set(nodes.flatMap(({ replicas }) => replicas.map(({ service }) => service)))];
    // A gateway keeps nothing and has no such door.
    const asked = services.filter((service) => !service.endsWith('-gateway') && service !== 'oauth');
    const answers = await Promise.all(asked.map((service) => until(`${service} tells what it parked`, () => bus.request(`control.${service}.parked.list`, '', { timeout: 2_000 }))));
    return answers.flatMap((answer) => answer.json<Parked[]>()).map(({ durable, reason }) => `${durable}: ${reason}`);
  } finally {
    await bus.close();
  }
};
