/** Chapters of latest.md by package, in order. */
export function chaptersOf(markdown: string): Record<string, string>;
export function benchIndex(day: string, machine: string, chapters: Record<string, string>): string;
