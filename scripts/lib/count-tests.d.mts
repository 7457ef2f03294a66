export type Task = {
  taskId: string;
  task: string;
  package: string;
  directory: string;
  command: string;
  cache?: { status?: string };
  execution?: { exitCode?: number };
};
export type Count = { passed: number; failed: number; skipped: number; complaints: string[] };

/** Adds up what every package reported. */
export function countRun(root: string, summary: { tasks: Task[] } | undefined, exitCode: number): Count;
export function closingLine(count: Omit<Count, 'complaints'>): string;
