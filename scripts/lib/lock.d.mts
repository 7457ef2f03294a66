/** Takes the lock and answers undefined, or answers the living process that holds it. */
export function takeLock(file: string): number | undefined;
export function releaseLock(file: string): void;
export function isAlive(pid: number): boolean;
