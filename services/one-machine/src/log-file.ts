import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

// Three files of 10 MiB hold days of a quiet machine and cannot fill a disk.
const MOST_BYTES = 10 * 1024 * 1024;
const OLDER_FILES = 2;
const TAIL_LINES = 30;

export type LogFile = {
  write(chunk: Buffer): void;
  /** The last lines of what was written through this handle. */
  tail(): string[];
  close(): void;
};

/** Appends to `path`, and moves it to `path.1`, `path.2` when it has grown to `mostBytes`. */
export function logFile(path: string, mostBytes = MOST_BYTES): LogFile {
  let fd = openSync(path, 'a');
  let size = fstatSync(fd).size;
  let lines: string[] = [];
  let rest = '';

  const rotate = () => {
    closeSync(fd);
    for (let age = OLDER_FILES; age >= 1; age -= 1) {
      const younger = age === 1 ? path : `${path}.${age - 1}`;
      if (existsSync(younger)) renameSync(younger, `${path}.${age}`);
    }
    fd = openSync(path, 'a');
    size = 0;
  };

  return {
    // Written at once, so that the last words of a crash are on disk when somebody looks for them.
    write: (chunk) => {
      if (size >= mostBytes) rotate();
      writeSync(fd, chunk);
      size += chunk.length;
      const whole = (rest + chunk.toString('utf8')).split('\n');
      rest = whole.pop() ?? '';
      lines = [...lines, ...whole].slice(-TAIL_LINES);
    },
    tail: () => (rest ? [...lines, rest] : lines),
    close: () => closeSync(fd),
  };
}
