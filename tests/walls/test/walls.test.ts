import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { ESLint } from 'eslint';
import { breaches } from '../../../tooling/scripts/check-rooms.mjs';

const ROOT = new URL('../../..', import.meta.url).pathname;
const rules = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as IFlattenedRuleSet & { options: Record<string, unknown> };

type Tree = Record<string, string>;

const planted = async <Answer>(tree: Tree, look: (folder: string) => Promise<Answer>): Promise<Answer> => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-walls-'));
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  try {
    return await look(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The names of the rules that a small tree breaks. */
const broken = (tree: Tree): Promise<string[]> =>
  planted(tree, async (folder) => {
    const folders = [...new Set(Object.keys(tree).map((path) => path.split('/')[0] ?? ''))];
    const { output } = await cruise(folders, { ruleSet: { forbidden: rules.forbidden ?? [] }, validate: true, baseDir: folder, tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } });
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  });

const say = (from: string) => `import { it } from '${from}';\nexport const use = it;\n`;
const IT = 'export const it = 1;\n';

describe('the walls', () => {
  it('let a tidy service through', async () => {
    const tidy = {
      'services/a/src/domain/rule.ts': say('@landfall/shipping/locode'),
      'services/a/src/app/ports.ts': say('../domain/rule.js').replace('it }', 'use as it }'),
      'services/a/src/app/act.ts': say('@landfall/kit/problem'),
      'services/a/src/store/things.ts': say('mongoose'),
      'services/a/src/rpc/door.ts': say('../app/act.js').replace('it }', 'use as it }'),
    };
    expect(await broken(tidy)).to.deep.equal([]);
  });

  const violations: [rule: string, what: string, tree: Tree][] = [
    ['no-circles', 'two files that import each other', { 'services/a/src/app/one.ts': say('./two.js'), 'services/a/src/app/two.ts': `${say('./one.js')}${IT}`.replace('it }', 'use as x }').replace('= it', '= x') }],
    ['domain-inside', 'a domain that imports its app', { 'services/a/src/domain/rule.ts': say('../app/act.js'), 'services/a/src/app/act.ts': IT }],
    ['domain-outside', 'a domain that imports mongoose', { 'services/a/src/domain/rule.ts': say('mongoose') }],
    ['domain-outside', 'a domain that imports the kit', { 'services/a/src/domain/rule.ts': say('@landfall/kit/problem') }],
    ['app-inside', 'an app that imports its store', { 'services/a/src/app/act.ts': say('../store/things.js'), 'services/a/src/store/things.ts': IT }],
    ['app-outside', 'an app that imports kit/grpc', { 'services/a/src/app/act.ts': say('@landfall/kit/grpc') }],
    ['doors-inside', 'an rpc door that imports the store', { 'services/a/src/rpc/door.ts': say('../store/things.js'), 'services/a/src/store/things.ts': IT }],
    ['doors-without-store', 'an http door that imports the store', { 'services/a/src/http/door.ts': say('../store/things.js'), 'services/a/src/store/things.ts': IT }],
    ['backs-inside', 'a store that imports a door', { 'services/a/src/store/things.ts': say('../rpc/door.js'), 'services/a/src/rpc/door.ts': IT }],
    ['backs-without-use-cases', 'a store that imports a use case', { 'services/a/src/store/things.ts': say('../app/act.js'), 'services/a/src/app/act.ts': IT }],
    ['mongoose-in-store-only', 'a door that imports mongoose', { 'services/a/src/rpc/door.ts': say('mongoose') }],
    ['nobody-imports-wire', 'an app that imports the wire', { 'services/a/src/bus/door.ts': say('../wire.js'), 'services/a/src/wire.ts': IT }],
    ['messages-inside', 'a mapper that imports the store', { 'services/a/src/messages.ts': say('./store/things.js'), 'services/a/src/store/things.ts': IT }],
    ['services-apart', 'a service that imports another', { 'services/a/src/outside/other.ts': say('../../../b/src/main.js'), 'services/b/src/main.ts': IT }],
    ['packages-below-services', 'a package that imports a service', { 'packages/p/src/act.ts': say('../../../services/a/src/main.js'), 'services/a/src/main.ts': IT }],
    ['clients-at-edges', 'an owner that calls another by its client', { 'services/a/src/outside/other.ts': say('@landfall/clients/shipment') }],
    ['shipping-alone', 'shipping that imports a library', { 'packages/shipping/src/word.ts': say('zod') }],
    ['contracts-alone', 'contracts that import the kit', { 'packages/contracts/src/word.ts': say('@landfall/kit/problem') }],
    ['kit-knows-no-trade', 'a kit that imports shipping', { 'packages/kit/src/tool.ts': say('@landfall/shipping/locode') }],
    ['resources-below', 'resources that import the kit', { 'packages/resources/src/shape.ts': say('@landfall/kit/problem') }],
    ['testkit-in-tests', 'a service that ships the testkit', { 'services/a/src/outside/tool.ts': say('@landfall/testkit/until') }],
    ['gen-behind-the-mapper', 'a store that imports generated messages', { 'services/a/src/store/things.ts': say('@landfall/contracts/gen/oauth/v1/oauth') }],
    ['shipping-without-outside', 'a domain that reads a file', { 'services/a/src/domain/rule.ts': say('node:fs') }],
  ];
  for (const [rule, what, tree] of violations) {
    it(`report ${what} (${rule})`, async () => {
      expect(await broken(tree)).to.include(rule);
    });
  }
});

describe('the rooms', () => {
  it('have known names, and the kit no word of the trade', async () => {
    const tree = { 'services/a/src/helpers/x.ts': IT, 'services/a/src/domain/x.ts': IT, 'services/a/src/extra.ts': IT, 'packages/kit/src/x.ts': '// for every shipment\n' };
    const found = await planted(tree, async (folder) => breaches(folder));
    expect(found).to.have.length(3);
    expect(found.join()).to.include('services/a/src/helpers').and.to.include('services/a/src/extra.ts').and.to.include('packages/kit/src/x.ts:1');
  });
});

describe('the purity of a domain', () => {
  const lint = async (text: string): Promise<string[]> => {
    const eslint = new ESLint({ cwd: ROOT });
    const [result] = await eslint.lintText(text, { filePath: join(ROOT, 'services/tracking-request/src/domain/planted.ts') });
    return (result?.messages ?? []).map(({ ruleId }) => String(ruleId));
  };
  const impure: [what: string, text: string][] = [
    ['the clock', 'export const now = () => new Date();'],
    ['the clock, another way', 'export const now = () => Date.now();'],
    ['chance', 'export const luck = () => Math.random();'],
    ['a promise', 'export const act = async () => 1;'],
    ['a throw', 'export const act = () => { throw new Error("no"); };'],
    ['the process', 'export const act = () => process.env;'],
    ['a node module', "import { readFileSync } from 'node:fs';\nexport const act = () => readFileSync('x');"],
  ];
  for (const [what, text] of impure) {
    it(`keeps out ${what}`, async () => {
      expect(await lint(text)).not.to.deep.equal([]);
    });
  }

  it('lets a given instant through', async () => {
    expect(await lint('export const at = (ms: number) => new Date(ms);\n')).to.deep.equal([]);
  });
});
