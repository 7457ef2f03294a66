/** FNV-1a with a final mix: the same text gives the same number, near texts give far numbers. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
};

export const pick = <Item>(items: readonly Item[], text: string): Item | undefined => items[hashOf(text) % items.length];

export const digitsOf = (text: string, count: number): string => String(hashOf(text) % 10 ** count).padStart(count, '0');
