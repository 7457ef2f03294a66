import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What nobody here wrote, in the versions that our figures speak of. Both programs want a newer Node than ours. */
const PACKAGES = ['node@24.21.0', '@modelcontextprotocol/conformance@0.2.0-alpha.12', '@modelcontextprotocol/inspector@2.12.0'];

export interface Programs {
  readonly node: string;
  readonly conformance: string;
  readonly inspector: string;
}

interface Scripts {
  cacheFolder(): string;
  must(program: string, args: string[], options: object): Promise<string>;
  step<Result>(title: string, work: () => Promise<Result>): Promise<Result>;
}

const script = async (name: string): Promise<Partial<Scripts>> => (await import(new URL(`../../../scripts/lib/${name}.mjs`, import.meta.url).href)) as Partial<Scripts>;
const scripts = async (): Promise<Scripts> => ({ ...(await script('paths')), ...(await script('steps')) }) as Scripts;

const HOW_TO_GET_IT = `The suites of the protocol come from npm, and the registry did not give them. Either
  · let \`npm install ${PACKAGES.join(' ')}\` work here, behind your proxy or mirror,
  · or install them elsewhere and name the folder:  LANDFALL_MCP_SUITE=/path/to/folder
and run the same command again.`;

const programsIn = (folder: string): Programs => {
  const modules = join(folder, 'node_modules');
  return {
    node: join(modules, 'node', 'bin', 'node'),
    conformance: join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
    inspector: join(modules, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'),
  };
};

const areThere = (programs: Programs): boolean => Object.values(programs).every((path: string) => existsSync(path));

/** Into a folder beside it first: an install that was cut short never looks like a whole one. */
const install = async ({ must, step }: Scripts, folder: string): Promise<void> => {
  mkdirSync(join(folder, '..'), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  writeFileSync(join(fresh, 'package.json'), '{"private":true}\n');
  try {
    await step('fetching the suites of MCP from npm', () => must('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error', ...PACKAGES], { cwd: fresh }));
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(HOW_TO_GET_IT, { cause });
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
};

/** Node, the conformance suite and the inspector: named, fetched before, or fetched now into the cache of this user. */
export const programs = async (): Promise<Programs> => {
  const named = process.env['LANDFALL_MCP_SUITE'];
  const tools = await scripts();
  const folder = named ?? join(tools.cacheFolder(), `mcp-suite-${createHash('sha256').update(PACKAGES.join()).digest('hex').slice(0, 12)}`);
  if (named === undefined && !areThere(programsIn(folder))) await install(tools, folder);
  if (!areThere(programsIn(folder))) throw new Error(`${folder} lacks a part of the suites.\n${HOW_TO_GET_IT}`);
  return programsIn(folder);
};
