export interface Fault {
  readonly code: 'unknown_parameter' | 'invalid_parameter' | 'missing_parameter';
  readonly parameter: string;
  readonly detail: string;
}

export type Parameters = ReadonlyMap<string, readonly string[]>;

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

// A list written with `[]` may repeat; of anything else two values would be a guess which one counts.
const mayRepeat = (name: string): boolean => name.endsWith('[]');

/** Reads a raw query string. Brackets may come literal or percent-encoded; clients of the original send both. */
export const readQueryString = (raw: string): { parameters: Parameters; faults: readonly Fault[] } => {
  const parameters = new Map<string, string[]>();
  const faults: Fault[] = [];
  for (const part of raw.split('&').filter((piece) => piece !== '')) {
    const equals = part.indexOf('=');
    const name = decoded(equals < 0 ? part : part.slice(0, equals));
    const value = decoded(equals < 0 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) {
      faults.push({ code: 'invalid_parameter', parameter: part.slice(0, 100), detail: 'The parameter is not percent-encoded UTF-8.' });
      continue;
    }
    const before = parameters.get(name);
    if (before === undefined) parameters.set(name, [value]);
    else if (mayRepeat(name)) before.push(value);
    else faults.push({ code: 'invalid_parameter', parameter: name, detail: 'The parameter is given more than once.' });
  }
  return { parameters, faults };
};

/** The part between the brackets of `fields[shipment]`, for a given family. */
export const inBrackets = (name: string, family: string): string | undefined =>
  name.startsWith(`${family}[`) && name.endsWith(']') ? name.slice(family.length + 1, -1) : undefined;
