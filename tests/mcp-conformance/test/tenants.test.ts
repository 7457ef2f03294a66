import { landfallProcess, type LandfallProcess } from '@landfall/testkit/landfall-process';
import { expect } from 'chai';
import { newAccount } from '../../e2e/harness/new-account.js';
import { interleaved, tenant, type Tenant } from '../harness/tenants.js';

// `MCP_TENANT_CALLS=10000` is the long run.
const CALLS = Number(process.env['MCP_TENANT_CALLS'] ?? 120);

describe('two tenants of the tool server', function () {
  this.timeout(120_000 + CALLS * 100);
  let product: LandfallProcess;
  const tenants: Tenant[] = [];
  before(async () => {
    product = await landfallProcess({ env: { RATE_LIMIT_OTHER: '1000000' } });
    const url = `${product.origin}/mcp`;
    const other = await newAccount(`127.0.0.1:${product.ports['oauth.grpc']}`, 'Other', ['read', 'write']);
    tenants.push(await tenant(url, product.apiKey, 'TEST-RAIL'), await tenant(url, other.apiKey, 'TEST-DIRECT'));
  });
  after(async () => {
    await Promise.all(tenants.map((each) => each.stop()));
    await product.stop();
  });

  it('never see anything of each other, however their calls in both eras interleave [MC-02] [D-08]', async () => {
    expect(await interleaved(tenants as [Tenant, Tenant], CALLS)).to.deep.equal([]);
  });
});
