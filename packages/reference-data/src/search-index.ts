export type Searchable = {
  /** Typed whole, a code puts its row first. */
  codes: readonly (string | null)[];
  /** The first name is the one the row is known by. */
  names: readonly (string | null)[];
  /** Breaks ties: the busier port first. */
  weight: number;
};

export type Search<Row> = (query: string, limit?: number) => readonly Row[];

// Letters that are no base letter with a mark on it, which is all that NFD can take apart.
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h' };

const EXACT_CODE = 1_000, WHOLE_NAME = 500, NAME_START = 200, WORD_START = 100;
const DEFAULT_LIMIT = 20;

/** Lower case, without accents, punctuation as spaces: what two spellings of a name share. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæøœđðłþıħ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

type Entry = { codes: readonly string[]; names: readonly string[]; weight: number };
type Word = readonly [word: string, at: number];

const present = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null).map(plain);

const entryOf = ({ codes, names, weight }: Searchable): Entry => ({ codes: present(codes), names: present(names), weight });

const byText = (a: Word, b: Word): number => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]);

const wordsOf = (entries: readonly Entry[]): readonly Word[] =>
  entries
    .flatMap((entry, at) => [...new Set([...entry.codes, ...entry.names].flatMap((text) => text.split(' ')))].map((word) => [word, at] as const))
    .sort(byText);

/** First place whose word is not smaller; the words that start with the prefix follow from there. */
const firstNotBelow = (words: readonly Word[], prefix: string): number => {
  let low = 0, high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle]?.[0] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
};

const startingWith = (words: readonly Word[], prefix: string): Set<number> => {
  const found = new Set<number>();
  for (let at = firstNotBelow(words, prefix); at < words.length; at += 1) {
    const [word, entry] = words[at] ?? ['', 0];
    if (!word.startsWith(prefix)) break;
    found.add(entry);
  }
  return found;
};

const scoreOf = ({ codes, names, weight }: Entry, query: string): number => {
  if (codes.includes(query)) return EXACT_CODE + weight;
  if (names.includes(query)) return WHOLE_NAME + weight;
  if (names.some((name) => name.startsWith(query))) return NAME_START + weight;
  return WORD_START + weight;
};

/** Every word of the query must start a word of the row. The index is built on the first query. */
export const searchIndex = <Row>(rows: readonly Row[], describe: (row: Row) => Searchable): Search<Row> => {
  let index: { entries: readonly Entry[]; words: readonly Word[] } | undefined;
  const built = () => {
    const entries = rows.map((row) => entryOf(describe(row)));
    return { entries, words: wordsOf(entries) };
  };

  return (text, limit = DEFAULT_LIMIT) => {
    const query = plain(text);
    if (query === '') return [];
    index ??= built();
    const { entries, words } = index;

    const [first = new Set<number>(), ...rest] = query.split(' ').map((word) => startingWith(words, word));
    return [...first]
      .filter((at) => rest.every((found) => found.has(at)))
      .map((at) => ({ at, score: scoreOf(entries[at] ?? { codes: [], names: [], weight: 0 }, query) }))
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .slice(0, limit)
      .flatMap(({ at }) => rows[at] ?? []);
  };
};
