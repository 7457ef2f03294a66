import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type PartState = { name: string; pid: number; state: string; restarts: number };

/** run.json as services/one-machine writes it; tests/commands holds the two together. */
export type Running = {
  pid: number;
  state: 'starting' | 'ready' | 'stopping';
  mode: 'host' | 'processes';
  started_at: string;
  public_url: string;
  nats_url: string;
  services: string[];
  ports: Record<string, number>;
  parts: PartState[];
};

/** The copy that runs in this folder; a file whose process is gone tells of none. */
export function running(home: string): Running | undefined {
  const found = readJson<Running>(join(home, 'run.json'));
  return found && isAlive(found.pid) ? found : undefined;
}

export const NOT_RUNNING = (home: string): string => `Landfall is not running here (${home}). Start it with \`npm start\` or \`npx landfall up\`.\n`;

export function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    // Not there, or not yet whole: both read as nothing known.
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
