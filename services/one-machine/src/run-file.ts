import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './home.js';
import type { PartState } from './keep-running.js';
import type { Settings } from './config.js';
import { natsUrlOf, type Ports, publicUrl } from './plan.js';

/** What other programs may know of a running copy: the CLI reads it. It holds no secret of ours. */
export type RunFile = {
  pid: number;
  state: 'starting' | 'ready' | 'stopping';
  mode: Settings['mode'];
  started_at: string;
  public_url: string;
  nats_url: string;
  services: string[];
  ports: Ports;
  parts: PartState[];
};

export type RunFiles = { write: (state: RunFile['state'], parts: PartState[]) => void; remove: () => void };

export function runFile(settings: Settings, ports: Ports, services: string[], now: () => Date): RunFiles {
  const file = join(settings.home, 'run.json');
  const fixed = {
    pid: process.pid,
    mode: settings.mode,
    started_at: now().toISOString(),
    public_url: publicUrl(settings),
    nats_url: natsUrlOf(settings, ports),
    services,
    ports,
  };
  return {
    write: (state, parts) => writeWhole(file, { ...fixed, state, parts } satisfies RunFile),
    remove: () => rmSync(file, { force: true }),
  };
}
