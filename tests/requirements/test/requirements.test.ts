import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BUILT, requirements } from '../../../spec/requirements.js';

const ROOT = new URL('../../..', import.meta.url).pathname;
const ID = /\[((?:[A-Z]{2}|[AD])-\d{2})\]/g;
const OUTSIDE = new Set(['node_modules', 'dist', 'gen']);

// Walked by hand: a recursive reading follows the links of node_modules from package to package, and takes minutes.
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return OUTSIDE.has(entry.name) ? [] : filesIn(path);
    return entry.isFile() && path.endsWith('.ts') ? [path] : [];
  });

// A figure that needs several services has no folder of its own: it is a `bench….ts` beside the tests.
const ROOMS = { test: /\/test\//, bench: /\/bench[/.-]/ };

/** id → the files whose titles cite it. */
const citations = (room: keyof typeof ROOMS): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const file of ['packages', 'services', 'tests'].flatMap((folder) => filesIn(join(ROOT, folder))).filter((path) => ROOMS[room].test(path))) {
    for (const [, id] of readFileSync(file, 'utf8').matchAll(ID)) if (id) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
};

describe('requirements', () => {
  const cited = citations('test');
  const benched = citations('bench');

  it('are all known by the ids that tests cite', () => {
    // Other prefixes number the guarantees of one package (EM-…: the store's README) or of a source text (CD-…, B3-…).
    const prefixes = new Set(Object.keys(requirements).map((id) => id.split('-')[0]));
    const unknown = [...cited].filter(([id]) => prefixes.has(id.split('-')[0]) && !(id in requirements)).map(([id, files]) => `${id} in ${files[0]}`);
    expect(unknown).to.deep.equal([]);
  });

  it('have a citing test once their piece of work has landed', () => {
    const due = Object.entries(requirements).filter(([, { issue }]) => BUILT.includes(issue));
    const bare = due.filter(([id, { provedBy }]) => !(provedBy === 'bench' ? benched : cited).has(id)).map(([id, { says }]) => `${id} ${says}`);
    expect(bare).to.deep.equal([]);
  });

  it('cover every decision there is', () => {
    const numbers = Object.keys(requirements).filter((id) => id.startsWith('D-'));
    expect(numbers).to.have.length(52);
    expect(new Set(numbers).size).to.equal(numbers.length);
  });
});
