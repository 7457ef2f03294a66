/** Adds one fact to the contracts below `root`: its message and its line in the catalogue. */
export function scaffoldFact(root: string, args: readonly string[]): { proto: string; source: string; subject: string };
