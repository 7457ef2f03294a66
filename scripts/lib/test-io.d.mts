export const IO_ROOMS: readonly string[];
/** The packages that have tests which meet the world, with the rooms those are in. */
export function ioFolders(root: string): { folder: string; rooms: string[] }[];
