import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { authoriser } from '../src/outside/carriers/authorise.js';
import { dcsaCarriers } from '../src/outside/carriers/dcsa-client.js';
import { plainProfile, world } from './support/asking.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MIB = 1_048_576;
const BUDGET = { timeoutMs: 2_000, totalMs: 4_000, bytes: 16 * MIB, pages: 20 };
const BAD_NUMBERS = 4, GOOD_NUMBERS = 20;

// Four answers of 10 MB, which the default bound of 16 MiB lets in: as bytes, as text, as objects and as garbage of all
// three. Without bounds the same floods take gigabytes.
const MOST_HELD_MIB = 300;
const MOST_KEPT_MIB = 30;

const MISDEEDS: [kind: string, what: string][] = [
  ['same', 'floods with ten thousand words about one step'],
  ['different', 'floods with ten thousand different events'],
  ['endless_flood', 'floods with ten thousand events on every one of endless pages'],
  ['endless', 'leads from page to page for ever'],
  ['drip', 'sends a body without an end'],
  ['hang', 'hangs'],
  ['truncated', 'stops in the middle'],
  ['cut', 'hangs up in the middle'],
];

const inUse = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
};

/** The most that was in use while something went on, and what still is, above what was before. */
const measured = async (work: () => Promise<void>): Promise<{ peak: number; keptNow: () => number }> => {
  collect();
  const before = inUse();
  let peak = before;
  const watching = setInterval(() => (peak = Math.max(peak, inUse())), 5);
  await work().finally(() => clearInterval(watching));
  const keptNow = (): number => {
    collect();
    return inUse() - before;
  };
  return { peak: peak - before, keptNow };
};

describe('a carrier that floods, lies, hangs or stops', () => {
  let carrier: ChildProcess, url: string;

  before(async () => {
    carrier = fork(new URL('./support/misbehaving-carrier.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    const [port] = (await once(carrier, 'message')) as [number];
    url = `http://127.0.0.1:${port}`;
  });
  after(() => carrier.kill());

  for (const [kind, what] of MISDEEDS) {
    it(`and ${what} holds up no other carrier, and takes no more memory than its bound [D-23]`, async () => {
      const profiles = [plainProfile({ scac: 'BADX', baseUrl: `${url}/${kind}`, concurrency: 4 }), plainProfile({ scac: 'GOOD', baseUrl: `${url}/good` })];
      const now = () => new Date();
      const carriers = dcsaCarriers({ profiles: new Map(profiles.map((profile) => [profile.scac, profile])), authorise: authoriser({ timeoutMs: 1_000, bytes: 65_536 }, now), budget: BUDGET, now });
      const { memory, use, wanted } = world(profiles, { carriers, now });
      const answered = (scac: string) => memory.said.filter((said) => (said.fact === 'lookup_failed' ? said.scac : said.watch.scac) === scac);

      const { peak, keptNow } = await measured(async () => {
        for (let index = 0; index < BAD_NUMBERS; index += 1) await use.lookUp(wanted({ scac: 'BADX', normalizedNumber: `BAD${index}` }), 0);
        for (let index = 0; index < GOOD_NUMBERS; index += 1) await use.lookUp(wanted({ scac: 'GOOD', normalizedNumber: `GOOD${index}` }), 0);
        await until('the good carrier has answered for all its numbers', async () => {
          use.poller.kick('GOOD');
          await use.poller.turn();
          return answered('GOOD').filter(({ fact }) => fact === 'snapshot_taken').length === GOOD_NUMBERS;
        });
        await use.poller.settled();
      });
      expect(answered('BADX')).to.have.length(BAD_NUMBERS);
      expect(memory.faults).to.deep.equal([]);
      expect(peak, 'MiB at the worst moment').to.be.lessThan(MOST_HELD_MIB);
      // What was said and what the store would hold is let go: nothing else may stay.
      memory.payloads.clear();
      memory.said.length = 0;
      await until('the rest is let go', () => keptNow() < MOST_KEPT_MIB);
    });
  }
});
