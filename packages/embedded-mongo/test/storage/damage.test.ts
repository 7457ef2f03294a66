import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startServer } from '../../src/server.js';
import { newFolder, refusal, removeFolder, running } from '../running.js';

describe('a damaged data file', () => {
  let path: string;
  let file: string;
  beforeEach(async () => {
    path = newFolder();
    file = join(path, 'data.mdb');
    const up = await running({ path });
    await up.db.collection('c').insertMany(Array.from({ length: 500 }, (_, n) => ({ n, text: 'x'.repeat(200) })));
    await up.stop();
  });
  afterEach(() => removeFolder(path));

  const damages: [string, () => void][] = [
    ['cut off', () => truncateSync(file, 40_960)],
    ['of another kind', () => writeFileSync(file, 'not a database, and long enough to be looked at '.repeat(300))],
    ['too short to be one', () => truncateSync(file, 100)],
  ];
  for (const [how, damage] of damages) {
    it(`that is ${how} is refused, with what to do, and left as it is [EM-52]`, async () => {
      damage();
      const before = readFileSync(file);
      expect((await refusal(startServer({ path }))).message).to.match(/is damaged.*Restore it from a copy/);
      expect(readFileSync(file).equals(before)).to.equal(true);
    });
  }
});
