const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);

export const code = (text: string): string => `<code>${escaped(text)}</code>`;

export const anchor = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Cells are HTML already. A wide table scrolls by itself, and with the keyboard too. */
export const table = (name: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : `<div class="wide" tabindex="0" role="region" aria-label="${escaped(name)}"><table><thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`;

export const fold = (title: string, inner: string): string => (inner === '' ? '' : `<details><summary>${title}</summary>${inner}</details>`);

export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><link rel="stylesheet" href="/docs/style.css"></head><body>${body}</body></html>`;
