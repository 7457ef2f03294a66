import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type Holder = { pid: number; command: string };

const LISTENING = '0A';

/** Who listens on a port, as far as this machine tells us: other users' processes stay hidden without root. */
export function portHolder(port: number): Holder | undefined {
  return existsSync('/proc/net/tcp') ? fromProc(port) : fromLsof(port);
}

function fromProc(port: number): Holder | undefined {
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].filter(existsSync).flatMap((file) => listeningInodes(readFileSync(file, 'utf8'), port));
  const wanted = new Set(inodes.map((inode) => `socket:[${inode}]`));
  const pid = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).find((name) => openFiles(name).some((file) => wanted.has(file)));
  return pid === undefined ? undefined : { pid: Number(pid), command: commandOf(pid) };
}

/** The inodes of the sockets that listen on `port`, from the kernel's own table. */
export function listeningInodes(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTENING)
    .flatMap((columns) => columns[9] ?? []);
}

function openFiles(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    // Another user's process, or one that just ended.
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return 'unknown';
  }
}

// macOS has no /proc, but always lsof.
function fromLsof(port: number): Holder | undefined {
  try {
    const answer = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = /^p(\d+)$/m.exec(answer)?.[1];
    return pid ? { pid: Number(pid), command: /^c(.*)$/m.exec(answer)?.[1] ?? 'unknown' } : undefined;
  } catch {
    // lsof is missing or found nobody: the port is taken all the same, only the name stays unknown.
    return undefined;
  }
}
