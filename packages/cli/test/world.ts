import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { World } from '../src/command.js';
import { main } from '../src/main.js';
import type { Running } from '../src/running.js';

/** A folder of its own for one test, and what a command said in it. */
export function testWorld() {
  const home = mkdtempSync(join(tmpdir(), 'landfall-cli-'));
  const said = { out: '', err: '' };
  const world: World = {
    root: fileURLToPath(new URL('../../../', import.meta.url)),
    home,
    env: process.env,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  };
  return {
    home,
    said,
    world,
    landfall: (...args: string[]) => main(args, world),
    put: (name: string, content: string) => {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), content);
    },
    clear: () => rmSync(home, { recursive: true, force: true }),
  };
}

export const aRun = (more: Partial<Running> = {}): string =>
  JSON.stringify({
    pid: process.pid, state: 'ready', mode: 'host', started_at: '2026-11-21T04:00:00.000Z', public_url: 'http://127.0.0.1:3000',
    nats_url: 'nats://127.0.0.1:4222', services: ['tracking-request'], ports: {}, parts: [{ name: 'services', pid: process.pid, state: 'ready', restarts: 2 }],
    ...more,
  } satisfies Running);
