import { readFileSync } from 'node:fs';

// Linux counts processor time in hundredths of a second.
const TICK_MS = 10;

/**
 * Processor time that a process has used in all its threads. On a shared machine rates differ two- or threefold between
 * runs; this does not. 0 where there is no /proc.
 */
export const cpuMsOf = (pid: number): number => {
  try {
    // The name may hold spaces and brackets, so counting starts behind its last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)\s/s, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
};

export const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** What a process holds in memory. */
export const residentMibOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
