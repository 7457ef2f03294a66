import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from './programs.js';
import { running, type Running } from './ran.js';

export type Revision = '2025-11-25' | '2026-07-28';

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** The checks of each scenario that ran, by its name. */
export type Checks = ReadonlyMap<string, readonly Check[]>;

export interface Judged {
  readonly code: number | null;
  readonly checks: Checks;
}

const readChecks = (folder: string): Checks =>
  new Map(readdirSync(folder).map((name) => {
    // `server-<scenario>-<when>`: the time has no place in a comparison.
    const scenario = name.replace(/^(?:server|authorization-server)-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const file = join(folder, name, 'checks.json');
    // A scenario that broke off has a folder and nothing in it.
    return [scenario, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Check[]) : []];
  }));

/** The suite under way; `judged` is there when it has ended. */
export const judge = async (what: 'server' | 'authorization', args: readonly string[]): Promise<Running & { judged: Promise<Judged> }> => {
  const { node, conformance } = await programs();
  const folder = mkdtempSync(join(tmpdir(), 'landfall-conformance-'));
  const under = running(node, [conformance, what, ...args, '--output-dir', folder]);
  const judged = under.ended.then(({ code }) => ({ code, checks: readChecks(folder) })).finally(() => rmSync(folder, { recursive: true, force: true }));
  return { ...under, judged };
};

export const judgeServer = async (url: string, revision: Revision): Promise<Judged> => (await judge('server', ['--url', url, '--requirements', revision])).judged;

/** The scenarios of servers that a revision was frozen with. */
export const requiredOf = async (revision: Revision): Promise<string[]> => {
  const { node, conformance } = await programs();
  const { out } = await running(node, [conformance, 'list', '--requirements', revision]).ended;
  const [, servers = ''] = /^Server scenarios.*\n((?: +- .*\n)+)/m.exec(out) ?? [];
  return servers.split('\n').map((line) => line.replace(/^ +- /, '').trim()).filter(Boolean);
};

/** What went wrong in these scenarios, warnings too; empty is what one wants. */
export const faultsIn = (checks: Checks, scenarios: Iterable<string>): string[] =>
  [...scenarios].flatMap((scenario) => {
    const found = checks.get(scenario);
    if (found === undefined || found.length === 0) return [`${scenario}: did not run to its end`];
    return found.filter(({ status }) => status === 'FAILURE' || status === 'WARNING').map(({ id, status, errorMessage }) => `${scenario}: ${status} ${id}: ${errorMessage ?? ''}`);
  });
