import { expect } from 'chai';
import fc from 'fast-check';
import type { Engine } from '../../src/storage/engine.js';
import { edge, prefixed } from '../../src/storage/keys.js';
import { lmdbEngine } from '../../src/storage/lmdb.js';
import { memoryEngine } from '../../src/storage/memory.js';
import { newFolder, removeFolder } from '../running.js';

const key = (n: number): Buffer => prefixed(20, edge(n));
const bound = fc.integer({ min: 0, max: 400 });

type Step = { put: boolean; n: number };
const steps = fc.array(fc.record({ put: fc.boolean(), n: bound }), { maxLength: 400 });

/** What any ordered map would answer. */
function naive(model: Map<number, string>, from: number, to: number, reverse: boolean): string[] {
  const found = [...model].filter(([n]) => n >= from && n < to).sort(([one], [other]) => one - other);
  return (reverse ? found.reverse() : found).map(([n, value]) => `${n}=${value}`);
}

async function agree(engine: Engine, list: Step[], from: number, to: number, reverse: boolean): Promise<void> {
  const model = new Map<number, string>();
  await engine.write((writer) => {
    for (const { key: old } of [...writer.range({ start: edge(20), end: edge(21) })]) writer.remove(old);
    for (const [at, { put, n }] of list.entries()) {
      if (put) {
        model.set(n, `v${at}`);
        writer.put(key(n), Buffer.from(`v${at}`));
      } else {
        model.delete(n);
        writer.remove(key(n));
      }
    }
  });
  const seen = [...engine.range({ start: key(from), end: key(to), reverse })]
    .map(({ key: found, value }) => `${found.readUInt32BE(4)}=${value.toString()}`);
  expect(seen).to.deep.equal(naive(model, from, to, reverse));
  expect(engine.count({ start: key(from), end: key(to), reverse })).to.equal(seen.length);
  for (const [n, value] of model) expect(engine.get(key(n))?.toString()).to.equal(value);
}

for (const [name, open] of [['memory', () => memoryEngine()], ['lmdb', (folder: string) => lmdbEngine(folder)]] as const) {
  describe(`engine ${name}`, () => {
    const folder = newFolder();
    const engine = open(folder);
    after(async () => {
      await engine.close();
      removeFolder(folder);
    });

    it('answers get and both directions of a range as an ordered map would [EM-01]', async () => {
      await fc.assert(
        fc.asyncProperty(steps, bound, bound, fc.boolean(), (list, from, to, reverse) => agree(engine, list, from, to, reverse)),
        { numRuns: 60 },
      );
    });

    it('shows a writer what it has just written, before the commit [EM-02]', async () => {
      const seen = await engine.write((writer) => {
        writer.put(key(999), Buffer.from('now'));
        return writer.get(key(999))?.toString();
      });
      expect(seen).to.equal('now');
      expect(engine.get(key(999))?.toString()).to.equal('now');
    });
  });
}

describe('memory engine', () => {
  it('splits and empties its leaves without losing an entry [EM-01]', () => {
    const engine = memoryEngine();
    void engine.write((writer) => {
      for (let n = 0; n < 2_000; n += 1) writer.put(key((n * 7_919) % 2_000), Buffer.from(String(n)));
      for (let n = 0; n < 2_000; n += 1) if (n % 3 !== 0) writer.remove(key(n));
    });
    expect([...engine.range({ start: edge(20), end: edge(21) })]).to.have.length(667);
  });
});
