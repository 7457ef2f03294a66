import { expect } from 'chai';
import { landfall, type Landfall } from '../harness/landfall.js';
import { newAccount } from '../harness/new-account.js';
import { interleaved, tenant, type Tenant } from '../harness/tenants.js';

// `MCP_TENANT_CALLS=10000` is the long run.
const CALLS = Number(process.env['MCP_TENANT_CALLS'] ?? 120);

describe('two tenants of the tool server', function () {
  this.timeout(120_000 + CALLS * 100);
  let product: Landfall;
  const tenants: Tenant[] = [];
  before(async () => {
    product = await landfall({ RATE_LIMIT_OTHER: '1000000' });
    const url = `${product.origin}/mcp`;
    tenants.push(await tenant(url, product.key, 'TEST-RAIL'), await tenant(url, await newAccount(product.accounts, 'Other'), 'TEST-DIRECT'));
  });
  after(async () => {
    await Promise.all(tenants.map((each) => each.stop()));
    await product.stop();
  });

  it('never see anything of each other, however their calls in both eras interleave [MC-02] [D-08]', async () => {
    expect(await interleaved(tenants as [Tenant, Tenant], CALLS)).to.deep.equal([]);
  });
});
