/** Writes the service below `root` and answers its files. */
export function scaffold(root: string, name: string | undefined): string[];
