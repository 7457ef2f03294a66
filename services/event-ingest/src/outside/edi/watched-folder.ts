import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loop, type Part } from '@landfall/kit/lifecycle';
import type { Log } from '@landfall/kit/log';
import type { Received, ReceivedMessage } from '../../app/ports.js';

type Options = {
  path: string;
  log: Log;
  everyMs: number;
  now: () => Date;
  accountOf: (channel: string) => string;
  receive: (message: ReceivedMessage) => Promise<Received>;
};

// A file that still grows is being written; one that has not changed for this long is whole.
const QUIET_MS = 2_000;

const formatOf = (body: Buffer): 'x12' | 'edifact' => (body.toString('latin1', 0, 16).trimStart().startsWith('ISA') ? 'x12' : 'edifact');

/** Whole or not at all: a partner may fetch it at any moment. */
const writeWhole = async (file: string, text: string): Promise<void> => {
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
};

/**
 * One sub-folder a partner, named as its channel. What was read moves to `done`, its answer lies in `out`, what was
 * refused as a whole moves to `bad`. A crash in between reads the file again, and the receipt says that it is known.
 */
export const watchedFolder = ({ path, log, everyMs, now, accountOf, receive }: Options): Part => {
  const take = async (channel: string, name: string): Promise<void> => {
    const folder = join(path, channel);
    const file = join(folder, name);
    const about = await stat(file);
    if (!about.isFile() || now().getTime() - about.mtimeMs < QUIET_MS) return;
    const body = await readFile(file);
    const received = await receive({ accountId: accountOf(channel), format: formatOf(body), body, headers: {}, channel });
    const allBad = received.verdicts.every(({ verdict }) => verdict === 'refused');
    if (received.acknowledgement !== '') await writeWhole(join(folder, 'out', `${name}.ack`), received.acknowledgement);
    await rename(file, join(folder, allBad ? 'bad' : 'done', name));
    log.info({ channel, file: name, duplicate: received.duplicate, messages: received.verdicts.length, refused: received.verdicts.filter(({ verdict }) => verdict === 'refused').length }, 'edi.received');
  };

  const visit = async (channel: string): Promise<void> => {
    for (const place of ['done', 'bad', 'out']) await mkdir(join(path, channel, place), { recursive: true });
    // In the order of names: partners number their files.
    for (const entry of (await readdir(join(path, channel), { withFileTypes: true })).filter((each) => each.isFile()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      await take(channel, entry.name).catch((error: unknown) => log.warn({ err: error, channel, file: entry.name }, 'edi.failed'));
    }
  };

  return loop('edi-inbox', log, everyMs, async () => {
    const channels = (await readdir(path, { withFileTypes: true })).filter((each) => each.isDirectory());
    for (const { name } of channels) await visit(name);
    return false;
  });
};
