/** Media types of JSON:API 1.1 with the tolerance of D-02: what may come in, and whether anything we can say is welcome. */
export const JSON_API = 'application/vnd.api+json';
const JSON_PLAIN = 'application/json';

interface MediaType {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

// Quoted values may hold commas and semicolons, so splitting respects quotes.
const splitOutsideQuotes = (text: string, by: ',' | ';'): string[] => text.match(by === ',' ? /(?:"(?:\\.|[^"\\])*"|[^,"])+/g : /(?:"(?:\\.|[^"\\])*"|[^;"])+/g) ?? [];

const readMediaType = (text: string): MediaType => {
  const [name = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim());
  const parameters = rest.map((part): [string, string] => {
    const [key = '', value = ''] = part.split('=', 2);
    return [key.trim().toLowerCase(), value.trim().replace(/^"|"$/g, '')];
  });
  return { name: name.toLowerCase(), parameters: new Map(parameters) };
};

/** `ext` names extensions we would have to know; `profile` may always be ignored; anything else is forbidden. */
const isCleanJsonApi = ({ parameters }: MediaType): boolean => [...parameters.keys()].every((name) => name === 'profile');

/** Request bodies: the JSON:API type without strange parameters, or plain JSON in UTF-8. */
export const acceptsBody = (contentType: string): boolean => {
  const type = readMediaType(contentType);
  if (type.name === JSON_API) return isCleanJsonApi(type);
  const charset = type.parameters.get('charset')?.toLowerCase() ?? 'utf-8';
  return type.name === JSON_PLAIN && (charset === 'utf-8' || charset === 'utf8');
};

const isRefused = (type: MediaType): boolean => Number(type.parameters.get('q') ?? '1') === 0;

const matches = (range: MediaType, offered: string): boolean => {
  const [family = ''] = offered.split('/');
  return range.name === offered || range.name === '*/*' || range.name === `${family}/*`;
};

const withoutWeight = (type: MediaType): MediaType => ({ name: type.name, parameters: new Map([...type.parameters].filter(([name]) => name !== 'q')) });

/** May we answer with one of the offered types? JSON:API instances that carry strange parameters do not count. */
export const mayAnswer = (accept: string | undefined, offered: readonly string[]): boolean => {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = splitOutsideQuotes(accept, ',').map((part) => readMediaType(part.trim())).filter((range) => !isRefused(range));
  const usable = ranges.filter((range) => range.name !== JSON_API || isCleanJsonApi(withoutWeight(range)));
  const welcome = offered.includes(JSON_API) ? [...offered, JSON_PLAIN] : offered;
  return usable.some((range) => welcome.some((type) => matches(range, type)));
};
