import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';
import { pnpmCommand, prepare } from './prepare.mjs';
import { endOnFailure, must, StepFailed } from './steps.mjs';

const built = (path) => import(pathToFileURL(join(ROOT, path)).href);

const catalogue = async () => {
  const { facts } = await built('packages/contracts/dist/src/facts.js');
  return Object.values(facts).flatMap((verbs) => Object.values(verbs));
};

const busOf = () => {
  if (process.env.NATS_URL) return process.env.NATS_URL;
  const file = join(process.env.LANDFALL_HOME ?? join(ROOT, '.landfall'), 'run.json');
  if (!existsSync(file)) throw new StepFailed('Landfall is not running here: start it with `npm start`, or name a bus with NATS_URL.');
  return JSON.parse(readFileSync(file, 'utf8')).nats_url;
};

/** Says a fact as its owner would: the body goes through the same codec, so that what cannot be read is refused here. */
async function say(subject, json) {
  const known = (await catalogue()).find((each) => each.subject === subject);
  if (!known) throw new StepFailed(`Nobody says ${subject}. \`npm run fact\` lists what is said.`);
  const [{ bus }, { logger }] = await Promise.all([built('packages/kit/dist/bus.js'), built('packages/kit/dist/log.js')]);
  const wire = bus({ url: busOf(), name: 'npm run fact', log: logger('fact', 'warn') });
  await wire.start();
  const id = `sample-${randomUUID()}`;
  const body = known.codec.toJSON(known.codec.fromJSON(JSON.parse(json ?? '{}')));
  await wire.publish(subject, body, id);
  await wire.stop();
  console.log(`${subject}  ${id}\n${JSON.stringify(body)}`);
}

const WORD = /^[a-z]+(_[a-z]+)*$/;
const pascal = (words) => words.split('_').map((word) => word[0].toUpperCase() + word.slice(1)).join('');
const camel = (words) => pascal(words).replace(/^./, (letter) => letter.toLowerCase());

const addMessage = (proto, { noun, verb, message }) => `${proto.trimEnd()}

// fact.${noun}.${verb}
message ${message} {
  string account_id = 1;
  string ${noun}_id = 2;
  google.protobuf.Timestamp at = 3;
}
`;

const addToCatalogue = (source, { service, folder, noun, verb, message }) => {
  const line = `    ${camel(verb)}: fact('${service}', 'fact.${noun}.${verb}', ${message}),`;
  const group = new RegExp(`^  ${camel(noun)}: \\{$`, 'm');
  const withLine = group.test(source) ? source.replace(group, (head) => `${head}\n${line}`) : source.replace(/^export const facts = \{$/m, (head) => `${head}\n  ${camel(noun)}: {\n${line}\n  },`);
  return `import { ${message} } from '../gen/${folder}/v1/facts.js';\n${withLine}`;
};

/** Adds one fact to the contracts below `root`: its message and its line in the catalogue. */
export function scaffoldFact(root, [service = '', noun = '', verb = '']) {
  const folder = service.replaceAll('-', '_');
  const proto = join(root, 'proto', folder, 'v1/facts.proto');
  const source = join(root, 'packages/contracts/src/facts.ts');
  if (!existsSync(proto)) throw new StepFailed(`${service || 'Nobody'} has no proto/${folder}/v1/facts.proto:  npm run fact new <service> <noun> <verb>`);
  if (!WORD.test(noun) || !WORD.test(verb)) throw new StepFailed('Noun and verb are words in snake_case, the verb in the past:  npm run fact new shipment shipment weighed');
  const message = pascal(noun) + pascal(verb);
  const told = readFileSync(source, 'utf8');
  if (told.includes(`'fact.${noun}.${verb}'`)) throw new StepFailed(`fact.${noun}.${verb} is said already.`);
  writeFileSync(proto, addMessage(readFileSync(proto, 'utf8'), { noun, verb, message }));
  writeFileSync(source, addToCatalogue(told, { service, folder, noun, verb, message }));
  return { proto, source, subject: `fact.${noun}.${verb}` };
}

async function add(args) {
  const { subject } = scaffoldFact(ROOT, args);
  const pnpm = pnpmCommand();
  for (const task of ['gen', 'build']) await must(pnpm.program, [...pnpm.args, '--filter', '@landfall/contracts', task], { cwd: ROOT, env: pnpm.env });
  console.log(`${subject} can be said:  entry(facts.…, message, id) in the store of its owner, and consumer({ reads: facts.… }) wherever it is heard.`);
}

export async function fact([first, ...rest]) {
  await endOnFailure(async () => {
    if (first === 'new') return add(rest);
    await prepare(ROOT);
    if (first) return say(first, rest[0]);
    for (const { subject, saidBy } of await catalogue()) console.log(`${subject.padEnd(44)}${saidBy}`);
  });
}
