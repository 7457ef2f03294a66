import type { Listening } from '@landfall/testkit/listening';
import { expect } from 'chai';
import { bearerProxy } from '../harness/bearer-proxy.js';
import { fixtureStack, type FixtureStack } from '../harness/fixture-stack.js';
import { faultsIn, judgeServer, requiredOf, type Revision } from '../harness/suite.js';

/** How many scenarios of servers each revision was frozen with. */
const REQUIRED: Readonly<Record<Revision, number>> = { '2025-11-25': 30, '2026-07-28': 37 };

describe('the conformance suite of MCP, on its fixtures behind the real gateway and sign-in', function () {
  // A first run fetches the suite.
  this.timeout(300_000);
  let stack: FixtureStack;
  let proxy: Listening;
  before(async () => {
    stack = await fixtureStack();
    proxy = await bearerProxy(stack.origin, stack.key);
  });
  after(async () => {
    await proxy.stop();
    await stack.stop();
  });

  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    it(`finds no fault and nothing to warn of in any of the ${REQUIRED[revision]} scenarios of ${revision} [MC-01] [MC-07]`, async () => {
      const required = await requiredOf(revision);
      const { code, checks } = await judgeServer(`${proxy.url}/mcp`, revision);
      expect(faultsIn(checks, required)).to.deep.equal([]);
      expect([required.length, code]).to.deep.equal([REQUIRED[revision], 0]);
    });
  }

  it('would find nothing at all without the key: what it judged stands behind the sign-in [AU-05]', async () => {
    const { code } = await judgeServer(`${stack.origin}/mcp`, '2026-07-28');
    expect(code).to.equal(1);
  });
});
