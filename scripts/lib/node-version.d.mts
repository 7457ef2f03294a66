/** The lowest Node that package.json allows, as numbers. */
export function wantedNode(): number[];
export function isEnough(version: string, wanted: readonly number[]): boolean;
