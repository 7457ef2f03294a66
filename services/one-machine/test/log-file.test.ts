import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logFile } from '../src/log-file.js';
import { scene, type Scene } from './fixtures/scene.js';

describe('log file', () => {
  let here: Scene;
  beforeEach(() => (here = scene()));
  afterEach(() => here.clear());

  const write = (log: ReturnType<typeof logFile>, ...lines: string[]) => lines.forEach((line) => log.write(Buffer.from(line)));

  it('appends to what an earlier run wrote', () => {
    const path = join(here.folder, 'a.log');
    for (const line of ['one\n', 'two\n']) {
      const log = logFile(path);
      write(log, line);
      log.close();
    }
    expect(readFileSync(path, 'utf8')).to.equal('one\ntwo\n');
  });

  it('keeps two older files when it has grown, and never more', () => {
    const path = join(here.folder, 'a.log');
    const log = logFile(path, 4);
    write(log, 'one\n', 'two\n', 'three\n', 'four\n', 'five\n');
    log.close();
    expect([path, `${path}.1`, `${path}.2`].map((file) => readFileSync(file, 'utf8'))).to.deep.equal(['five\n', 'four\n', 'three\n']);
    expect(existsSync(`${path}.3`)).to.equal(false);
  });

  it('remembers the last thirty lines, torn chunks joined', () => {
    const log = logFile(join(here.folder, 'a.log'));
    write(log, ...Array.from({ length: 40 }, (_, n) => `line ${n}\n`), 'the ', 'end\nand a rest');
    log.close();
    expect(log.tail()).to.have.lengthOf(31);
    expect(log.tail().slice(-3)).to.deep.equal(['line 39', 'the end', 'and a rest']);
  });
});
