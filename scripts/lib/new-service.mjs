import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';
import { endOnFailure, StepFailed } from './steps.mjs';

// As package names, database names and durables are written.
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const CONFIG = `import { common, defineConfig } from '@landfall/kit/config';

/** Every variable this service reads. \`npm run docs\` prints docs/env.md from here. */
export const { schema, load } = defineConfig({ ...common });

export type Config = ReturnType<typeof load>;
`;

const wireOf = (name) => `import { bus } from '@landfall/kit/bus';
import { consumers } from '@landfall/kit/consumer';
import { health } from '@landfall/kit/health';
import { service, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { relay } from '@landfall/kit/relay';
import { parkedFacts } from '@landfall/kit/parked-facts';
import { tracing } from '@landfall/kit/trace';
import type { Config } from './config.js';

const NAME = '${name}';

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: NAME, log });
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas: config.NATS_REPLICAS });
  const parked = parkedFacts({ connection: store.connection, bus: nats, service: NAME });
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready, nats: nats.ready } }),
    store,
    nats,
    parked,
    relay({ connection: store.connection, bus: nats, log, service: NAME }),
    consumers({ bus: nats, log, service: NAME, parked }, []),
  ]);
};
`;

const mainOf = (name) => `import { run } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { load } from './config.js';
import { wire } from './wire.js';

await run(() => wire(load()), logger('${name}'));
`;

const testOf = (name) => `import { freePort } from '@landfall/testkit/free-port';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import { load } from '../src/config.js';
import { wire } from '../src/wire.js';

describe('${name}, whole: real store, real bus', () => {
  let store: TestMongo;
  let nats: TestBus;
  before(async () => {
    [store, nats] = [await testMongo(), await testBus()];
  });
  after(async () => {
    await store.stop();
    await nats.stop();
  });

  it('is ready when it has started, and gone when it has stopped', async () => {
    const port = await freePort();
    const running = wire(load({ MONGODB_URI: store.uri, NATS_URL: nats.url, HEALTH_PORT: String(port), LOG_LEVEL: 'silent' }));
    const ask = () => fetch(\`http://127.0.0.1:\${port}/readyz\`).then(({ status }) => status, () => 'gone');
    await running.start();
    expect(await ask()).to.equal(200);
    await running.stop();
    expect(await ask()).to.equal('gone');
  });
});
`;

const readmeOf = (name) => `# ${name}

## Owns

Its database \`${name}\`.

## Serves

\`/livez\`, \`/readyz\` and \`/metrics\` on HEALTH_PORT.

## Hears

Nothing yet: a consumer is a file in \`src/bus\`, named like its use case.

## Says

Nothing yet: \`npm run fact new ${name} <noun> <verb>\` adds a fact to the contracts.

## Reads

<!-- printed by \`npm run docs\`; do not edit -->
`;

/** The pattern's own manifest: what is true of its build is true of the next service's. */
const manifestOf = (root, name) => {
  const { exports, scripts, devDependencies, ...pattern } = JSON.parse(readFileSync(join(root, 'services/tracking-request/package.json'), 'utf8'));
  const { build, test, check, start } = scripts;
  const wanted = ['@landfall/testkit', '@types/chai', '@types/mocha', '@types/node', 'chai', 'mocha', 'tsx', 'typescript'];
  return {
    ...pattern,
    name: `@landfall/${name}`,
    description: `The service ${name}.`,
    exports,
    scripts: { build, test, check, start },
    devDependencies: Object.fromEntries(wanted.map((dependency) => [dependency, devDependencies[dependency]])),
    dependencies: { '@landfall/contracts': 'workspace:*', '@landfall/kit': 'workspace:*' },
  };
};

/** Writes the service below \`root\` and answers its files. */
export function scaffold(root, name) {
  if (!NAME.test(name ?? '')) throw new StepFailed(`A service needs a name in kebab-case, such as berth-planner:  npm run new <name>`);
  const folder = join(root, 'services', name);
  if (existsSync(folder)) throw new StepFailed(`There is a service ${name} already.`);
  const tsconfig = (file) => readFileSync(join(root, 'services/tracking-request', file), 'utf8').replace(', "bench"', '');
  const files = {
    'package.json': `${JSON.stringify(manifestOf(root, name), null, 2)}\n`,
    'tsconfig.json': tsconfig('tsconfig.json'),
    'tsconfig.build.json': tsconfig('tsconfig.build.json'),
    'README.md': readmeOf(name),
    'src/config.ts': CONFIG,
    'src/wire.ts': wireOf(name),
    'src/main.ts': mainOf(name),
    'test/service.test.ts': testOf(name),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return Object.keys(files).map((path) => `services/${name}/${path}`);
}

const nextOf = (name) => `
Next:
  npx pnpm install                                    its dependencies
  npx pnpm --filter @landfall/${name} test            it starts and stops
  services/one-machine/src/services.ts, package.json  a row, so that npm start runs it
  infra/services.mjs, then node infra/print.mjs       a row, so that clusters run it; and docker-compose.yml
  services/tracking-request                           the pattern for domain, app, store and doors`;

export async function newService([name]) {
  await endOnFailure(async () => {
    for (const path of scaffold(ROOT, name)) console.log(path);
    console.log(nextOf(name));
  });
}
