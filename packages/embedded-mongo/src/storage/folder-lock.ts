import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'embedded-mongo.lock';

/** Signal 0 asks only whether the process is there; EPERM means it is, and another's. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process started, so that a pid the system has given to somebody else is not taken for the old owner. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // Not Linux, or gone: the pid alone has to do.
    return '';
  }
}

function holder(file: string): { pid: number; start: string } | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(file, 'utf8').split(' ');
    return { pid: Number(pid), start };
  } catch {
    // Removed between the two looks.
    return undefined;
  }
}

const isAlive = ({ pid, start }: { pid: number; start: string }): boolean =>
  pid > 0 && isRunning(pid) && (start === '' || startOf(pid) === start);

function tryTake(file: string): boolean {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, `${process.pid} ${startOf(process.pid)}`);
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two servers on one folder would each believe their own catalog, so the second is refused. Answers how to let go. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, NAME);
  if (!tryTake(file)) {
    const owner = holder(file);
    if (owner && isAlive(owner)) {
      throw new Error(`The data folder ${folder} is in use by process ${owner.pid}. Stop it, or choose another folder.`);
    }
    // Left behind by a crash.
    unlinkSync(file);
    if (!tryTake(file)) throw new Error(`The data folder ${folder} was taken by another process at this moment.`);
  }
  return () => unlinkSync(file);
}
