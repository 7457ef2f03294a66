import { decode, type Document } from '../bson/document.js';
import { isDocument } from '../bson/types.js';
import { COMMON_OPTIONS, type Command } from '../wire/command.js';

/** What drivers send of themselves, whoever uses them: nobody declares these. */
const OF_THE_DRIVER = new Set([
  'hello', 'isMaster', 'ismaster', 'ping', 'buildInfo', 'connectionStatus', 'saslStart', 'saslContinue', 'logout',
  'endSessions', 'refreshSessions', 'getMore', 'killCursors', 'explain',
]);

/** Which part of a command speaks which language; what is not named here holds no operators. */
const LANGUAGES: Readonly<Record<string, string>> = {
  filter: 'filter', query: 'filter', q: 'filter', arrayFilters: 'filter', partialFilterExpression: 'filter',
  update: 'update', u: 'update', pipeline: 'pipeline', projection: 'projection', fields: 'projection',
};
const STATEMENTS = new Set(['updates', 'deletes', 'indexes']);

/** Every name that begins with a dollar, however deep: in a filter or an update no other name does. */
function operators(language: string, value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) operators(language, each, found);
    return;
  }
  if (!isDocument(value)) return;
  for (const name of Object.keys(value)) {
    if (name.startsWith('$')) found.add(`${language} ${name}`);
    operators(name === '$match' ? 'filter' : language, value[name], found);
  }
}

function parts(where: string, document: Document, skip: ReadonlySet<string>, found: Set<string>): void {
  for (const [name, value] of Object.entries(document)) {
    if (skip.has(name)) continue;
    found.add(`${where}.${name}`);
    if (STATEMENTS.has(name)) {
      for (const each of value as Document[]) parts(`${where}.${name}`, each, new Set(), found);
      continue;
    }
    const language = LANGUAGES[name];
    // An update that is a list is a pipeline, which is another language.
    if (language) operators(language === 'update' && Array.isArray(value) ? 'pipeline' : language, value, found);
  }
}

/** The command, its options and the operators inside: all that has to mean the same here and on MongoDB. */
export function shapesOf({ name, bytes, sequences }: Command): Set<string> {
  const found = new Set<string>();
  if (OF_THE_DRIVER.has(name)) return found;
  found.add(name);
  const body = decode(bytes);
  for (const [sequence, documents] of sequences) {
    body[sequence] = STATEMENTS.has(sequence) ? documents.map((each) => decode(each)) : [];
  }
  parts(name, body, new Set([...COMMON_OPTIONS, name]), found);
  return found;
}
