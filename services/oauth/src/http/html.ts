/** HTML that may be put into HTML. Only `html` makes it, so what comes from outside is always escaped. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Html[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const markupOf = (part: Part): string => {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
};

/** html`<p>${text}</p>`: texts are escaped, HTML goes in as it is, undefined is nothing. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly Part[]): Html => ({ markup: fixed.map((text, place) => text + (place < parts.length ? markupOf(parts[place]) : '')).join('') });
