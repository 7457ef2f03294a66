export type TreeState = { install: string; build?: string };

/** What the tree is now. */
export function treeState(root: string): TreeState;
/** What still has to be done to run this tree. */
export function whatIsStale(root: string): { install: boolean; build: boolean; now: TreeState };
export function writeStamp(root: string, state: TreeState): void;
