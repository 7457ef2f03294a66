import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { track } from '../harness/client.js';
import { cluster, type Cluster } from '../harness/cluster.js';
import { load } from '../harness/load.js';
import { tenant, type Tenant } from '../harness/tenant.js';

const LIMITS = { RATE_LIMIT_TRACKING_REQUESTS: '100000', RATE_LIMIT_OTHER: '1000000' };
const PER_SECOND = 50;

describe('a rolling restart of every service, two replicas each', () => {
  let running: Cluster;
  let shop: Tenant;
  before(async function () {
    this.timeout(120_000);
    running = await cluster({ more: LIMITS });
    shop = await tenant(running, 'shop');
    await track(shop, 'TEST-DIRECT');
    await until('there is a container', async () => ((await shop.call('GET', '/containers')).data as unknown[]).length > 0);
  });
  after(() => running.stop());

  it(`fails no request of ${PER_SECOND} a second`, async () => {
    let over = false;
    const loading = load(shop, PER_SECOND, () => over);
    const restarted: string[] = [];
    for (const { replicas } of running.nodes) {
      for (const replica of replicas) {
        await replica.stop();
        await replica.start();
        restarted.push(replica.name);
      }
    }
    over = true;
    const { sent, failures } = await loading;
    expect(restarted).to.have.length(14);
    expect(sent).to.be.greaterThan(PER_SECOND);
    expect(failures.slice(0, 20)).to.deep.equal([]);
  });
}).timeout(300_000);
