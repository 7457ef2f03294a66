/** What still has to be done to run this tree. */
export function whatIsStale(root: string): { install: boolean; build: boolean };
