import { ERRORS } from '@landfall/contracts/errors';
import { PREFIX } from './gateway.js';
import { parametersOf } from './openapi-parameters.js';
import type { Route } from './route.js';

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);

const anchor = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><link rel="stylesheet" href="/docs/style.css"></head><body>${body}</body></html>`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : `<div class="wide"><table><thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`;

const givesOf = ({ gives, status }: Route): string => {
  const code = String(status ?? 200);
  if (gives === 'nothing') return `${code}, no body`;
  if ('one' in gives) return `${code}, <code>${gives.one}</code>`;
  if ('many' in gives) return `${code}, list of <code>${gives.many}</code>`;
  return 'stream' in gives ? `${code}, ${gives.stream}` : `${code}, JSON`;
};

const operation = (route: Route): string => {
  const parameters = parametersOf(route).filter((one) => one.in !== 'header');
  const rows = parameters.map((one) => [`<code>${escaped(one.name)}</code>`, one.in, escaped(String(one['description'] ?? ''))]);
  return `<section class="operation" id="${route.name}"><h3><span class="method ${route.method}">${route.method.toUpperCase()}</span> <code>${PREFIX}${escaped(route.path)}</code></h3>
<p>${escaped(route.says)}</p><p class="facts">Answers ${givesOf(route)} · scope <code>${route.scope ?? 'any'}</code> · bucket <code>${route.bucket ?? 'other'}</code></p>${table(['Parameter', 'In', 'Meaning'], rows)}</section>`;
};

/** The reference for people: made from the same list of routes, without a script, from this address alone. */
export const docsPage = (routes: readonly Route[]): string => {
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const nav = tags.map((tag) => `<li><a href="#${anchor(tag)}">${escaped(tag)}</a></li>`).join('');
  const parts = tags.map((tag) => `<h2 id="${anchor(tag)}">${escaped(tag)}</h2>${routes.filter((route) => route.tag === tag).map(operation).join('')}`);
  return page('Landfall API', `<header><h1>Landfall API</h1><p>JSON:API 1.1 under <code>${PREFIX}</code>, with <code>Authorization: Token &lt;API key&gt;</code>. The machine-readable form is <a href="${PREFIX}/openapi.json">openapi.json</a>; refusals are listed under <a href="/docs/errors">errors</a>.</p></header><nav aria-label="Parts"><ul>${nav}</ul></nav><main>${parts.join('')}</main>`);
};

export const errorsPage = (): string => {
  const rows = Object.entries(ERRORS).map(([code, row]) => [`<code id="${code}">${code}</code>`, String(row.http), escaped(row.title), escaped(row.says), row.again ? 'yes' : 'no']);
  return page('Landfall API: errors', `<header><h1>Errors</h1><p>Every refusal is a JSON:API <code>errors</code> array with one of these codes. <a href="/docs">Back to the reference</a>.</p></header><main>${table(['Code', 'Status', 'Title', 'Meaning', 'May succeed later unchanged'], rows)}</main>`);
};

export const STYLE = `:root{color-scheme:light dark;--line:#8884;--dim:#667;--get:#0a6b4f;--post:#1d4fa8;--patch:#8a5a00;--delete:#a61b29}
@media(prefers-color-scheme:dark){:root{--dim:#aab;--get:#5fd3ae;--post:#8db7ff;--patch:#f0bd5a;--delete:#ff8d97}}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1.5rem}
h1{margin:0 0 .5rem}h2{border-bottom:1px solid var(--line);margin-top:2.5rem;padding-bottom:.3rem}h3{font-size:1rem;margin:0}
code{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}nav ul{columns:14rem;list-style:none;padding:0}
.operation{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0;padding:1rem}.facts{color:var(--dim);font-size:.9rem}
.method{font-weight:700}.get{color:var(--get)}.post{color:var(--post)}.patch{color:var(--patch)}.delete{color:var(--delete)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;width:100%}th,td{border-top:1px solid var(--line);padding:.35rem .5rem;text-align:left;vertical-align:top}
`;
