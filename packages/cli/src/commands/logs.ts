import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command, World } from '../command.js';
import { running } from '../running.js';

const LOOK_EVERY_MS = 200;
const SHOWN_LINES = '50';

export const logs: Command = {
  name: 'logs',
  says: 'The end of what a part or a service wrote, and with -f what it writes next.',
  positionals: [{ name: 'part', required: false, says: 'store, nats, services, or one service; all of them when left out' }],
  flags: {
    follow: { short: 'f', says: 'go on with what is written next, until Ctrl-C or until Landfall stops' },
    lines: { short: 'n', takes: 'number', says: `how many lines of the past to show (${SHOWN_LINES})` },
  },
  run: async ({ positionals: [part], flags }, world) => {
    const sources = sourcesOf(world.home, part);
    const lines = Number(flags['lines'] ?? SHOWN_LINES);
    if (sources.length === 0) {
      world.err(part ? `Nothing is known of "${part}". There are: ${partsIn(world.home).join(', ') || 'no logs yet'}.\n` : `There are no logs in ${world.home} yet.\n`);
      return 1;
    }
    if (!Number.isInteger(lines) || lines < 0) {
      world.err('--lines takes a whole number.\n');
      return 64;
    }
    for (const source of sources) print(source, lastLines(source, lines), sources, world);
    if (flags['follow']) await follow(sources, world);
    return 0;
  },
};

type Source = { name: string; file: string; takes: (line: string) => boolean };

/** A part has a file of its own; a service in the common process has its lines in the file of that process. */
export function sourcesOf(home: string, part: string | undefined): Source[] {
  const file = (name: string) => join(home, 'logs', `${name}.log`);
  const isLine = (line: string) => line !== '';
  if (part === undefined) return partsIn(home).map((name) => ({ name, file: file(name), takes: isLine }));
  if (existsSync(file(part))) return [{ name: part, file: file(part), takes: isLine }];

  const isHosted = existsSync(file('services')) && (running(home)?.services ?? [part]).includes(part);
  const takes = (line: string) => line.includes(`"service":"${part}"`);
  return isHosted && readFileSync(file('services'), 'utf8').split('\n').some(takes) ? [{ name: part, file: file('services'), takes }] : [];
}

function partsIn(home: string): string[] {
  const folder = join(home, 'logs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith('.log') && name !== 'up.log').map((name) => name.slice(0, -'.log'.length)).sort();
}

function lastLines({ file, takes }: Source, count: number): string[] {
  const all = readFileSync(file, 'utf8').split('\n').filter(takes);
  return all.slice(Math.max(0, all.length - count));
}

function print({ name }: Source, lines: string[], sources: Source[], { out }: World): void {
  for (const line of lines) out(sources.length > 1 ? `${name} | ${line}\n` : `${line}\n`);
}

async function follow(sources: Source[], world: World): Promise<void> {
  const ends = new Map(sources.map(({ file }) => [file, statSync(file).size]));
  do {
    await wait(LOOK_EVERY_MS);
    for (const source of sources) {
      const { text, end } = added(source.file, ends.get(source.file) ?? 0);
      ends.set(source.file, end);
      print(source, text.split('\n').filter(source.takes), sources, world);
    }
  } while (running(world.home));
}

/** Whole lines behind `from`; a file that became shorter was rotated and is read from its start. */
function added(file: string, from: number): { text: string; end: number } {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  const begin = size < from ? 0 : from;
  if (size === begin) return { text: '', end: begin };
  const fd = openSync(file, 'r');
  const chunk = Buffer.alloc(size - begin);
  readSync(fd, chunk, 0, chunk.length, begin);
  closeSync(fd);
  const whole = chunk.lastIndexOf('\n') + 1;
  return { text: chunk.toString('utf8', 0, whole), end: begin + whole };
}
