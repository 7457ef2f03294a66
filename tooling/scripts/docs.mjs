// Prints the docs that have a table as their source: errors, facts, environment, and each service's "reads".
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const built = (path) => import(pathToFileURL(join(ROOT, path)).href);
const table = (head, rows) => [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
const write = (path, text) => writeFileSync(join(ROOT, path), `${text.trimEnd()}\n`);
const PRINTED = '<!-- printed by `npm run docs`; do not edit -->';

const errors = async () => {
  const { ERRORS } = await built('packages/contracts/dist/src/errors.js');
  const rows = Object.entries(ERRORS).map(([code, { http, title, says, again }]) => [`<a id="${code}"></a>\`${code}\``, http, title, says, again ? 'yes' : '']);
  write('docs/errors.md', `# Errors\n\n${PRINTED}\n\nEvery code the API answers. *Again* means that the same request may succeed later, unchanged.\n\n${table(['code', 'HTTP', 'title', 'means', 'again'], rows)}`);
};

const sources = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts')).map((name) => readFileSync(join(folder, name), 'utf8')) : []);
const services = () => readdirSync(join(ROOT, 'services')).filter((name) => existsSync(join(ROOT, 'services', name, 'src'))).sort();

const facts = async () => {
  const catalogue = await built('packages/contracts/dist/src/facts.js');
  const heard = new Map();
  for (const service of services()) {
    for (const text of sources(join(ROOT, 'services', service, 'src'))) {
      for (const [, path] of text.matchAll(/\bfacts\.([a-zA-Z]+\.[a-zA-Z]+)\b/g)) {
        if (new RegExp(`reads:\\s*facts\\.${path.replace('.', '\\.')}\\b`).test(text)) heard.set(path, [...(heard.get(path) ?? []), service]);
      }
    }
  }
  const rows = Object.entries(catalogue.facts).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, fact]) => [`\`${fact.subject}\``, fact.saidBy, [...new Set(heard.get(`${noun}.${verb}`) ?? [])].join(', ') || '–']));
  write('docs/facts.md', `# Facts\n\n${PRINTED}\n\nWho says what on the bus, and who hears it. Public events travel as \`notice.<event name>\` and are heard by webhook-dispatch.\n\n${table(['subject', 'says', 'hear'], rows)}`);
};

/** The default of a zod schema, through whatever it is wrapped in. */
const fallback = (schema) => {
  const def = schema?.def ?? {};
  if (def.type === 'default') return def.defaultValue;
  if (def.type === 'optional') return '(off)';
  return def.type === 'pipe' ? fallback(def.in) : undefined;
};

const readsOf = async (service) => {
  const path = `services/${service}/dist/config.js`;
  if (!existsSync(join(ROOT, path))) return undefined;
  const { schema } = await built(path);
  return schema ? Object.entries(schema.shape).map(([name, type]) => ({ name, says: type.description ?? '', fallback: fallback(type) })) : undefined;
};

const shown = (value) => (value === undefined ? 'required' : value === '' ? '(empty)' : `\`${value}\``);

const environment = async () => {
  const byName = new Map();
  for (const service of services()) {
    const reads = await readsOf(service);
    if (!reads) continue;
    for (const read of reads) byName.set(read.name, { ...read, services: [...(byName.get(read.name)?.services ?? []), service] });
    intoReadme(service, reads);
  }
  const rows = [...byName.values()].sort((a, b) => a.name.localeCompare(b.name)).map(({ name, says, fallback: value, services: who }) => [`\`${name}\``, shown(value), says, who.length > 3 ? `${who.length} services` : who.join(', ')]);
  write('docs/env.md', `# Environment\n\n${PRINTED}\n\nEvery variable a service reads; all faults are reported at once, at start, with exit code 78.\n\n${table(['variable', 'default', 'means', 'read by'], rows)}`);
};

/** The fifth heading of a service's README is printed; the other four are written. */
const intoReadme = (service, reads) => {
  const path = join(ROOT, 'services', service, 'README.md');
  if (!existsSync(path)) return;
  const written = readFileSync(path, 'utf8').split(/^## Reads$/m)[0].trimEnd();
  const rows = reads.map(({ name, says, fallback: value }) => [`\`${name}\``, shown(value), says]);
  writeFileSync(path, `${written}\n\n## Reads\n\n${PRINTED}\n\n${table(['variable', 'default', 'means'], rows)}\n`);
};

const walls = () => {
  const collapse = '^(packages/[^/]+|services/[^/]+)';
  const drawing = execFileSync(join(ROOT, 'node_modules/.bin/depcruise'), ['--config', '.dependency-cruiser.cjs', '--include-only', '^(packages|services)/[^/]+/(src|gen|dist)', '--collapse', collapse, '--output-type', 'mermaid', 'packages', 'services'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 });
  write('docs/walls.md', `# Walls\n\n${PRINTED}\n\nWho imports whom, package by package, as dependency-cruiser sees it.\n\n\`\`\`mermaid\n${drawing.trim()}\n\`\`\``);
};

await errors();
await facts();
await environment();
walls();
