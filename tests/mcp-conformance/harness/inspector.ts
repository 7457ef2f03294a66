import { programs } from './programs.js';
import { running, type Ran, type Running } from './ran.js';

export interface Inspector {
  start(args: readonly string[], more?: Record<string, string>): Running;
  run(args: readonly string[]): Promise<Ran>;
}

/** The inspector's command line, with a home of its own for what it remembers of logins. */
export const inspector = async (url: string, home: string): Promise<Inspector> => {
  const { node, inspector: program } = await programs();
  const start = (args: readonly string[], more: Record<string, string> = {}) =>
    running(node, [program, '--cli', url, ...args, '--format', 'json'], { HOME: home, MCP_INSPECTOR_SECRET_STORE: 'file', ...more });
  return { start, run: (args) => start(args).ended };
};
