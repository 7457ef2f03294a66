import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BUILT, requirements } from '../../../spec/requirements.js';

const ROOT = new URL('../../..', import.meta.url).pathname;
const ID = /\[((?:[A-Z]{2}|D)-\d{2})\]/g;
const OUTSIDE = /node_modules|\/dist\/|\/gen\//;

const filesBelow = (folder: string, room: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && `/${path}`.includes(`/${room}/`) && !OUTSIDE.test(`/${path}`))
    .map((path) => join(ROOT, folder, path));

/** id → the files whose titles cite it. */
const citations = (room: string): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const file of ['packages', 'services', 'tests'].flatMap((folder) => filesBelow(folder, room))) {
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
