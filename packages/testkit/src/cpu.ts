import { readFileSync } from 'node:fs';

const TICK_MS = 10;

/**
 * Processor time that a process has used. On a shared machine rates differ two- or threefold between runs; this does
 * not. Undefined where there is no /proc.
 */
export const cpuMsOf = (pid: number): number | undefined => {
  try {
    // The name may hold spaces and brackets, so counting starts behind its last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)\s/s, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
};
