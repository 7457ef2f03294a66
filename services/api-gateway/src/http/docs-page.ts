import { ERRORS } from '@landfall/contracts/errors';
import { answerTable, bodyTable } from './docs-fields.js';
import { anchor, code, escaped, fold, page, table } from './docs-html.js';
import { PREFIX } from './gateway.js';
import { parametersOf } from './openapi-parameters.js';
import { typeOf, type Route } from './route.js';

const givesOf = ({ gives, status }: Route): string => {
  const number = String(status ?? 200);
  if (gives === 'nothing') return `${number}, no body`;
  if ('one' in gives) return `${number}, ${code(gives.one)}`;
  if ('many' in gives) return `${number}, list of ${code(gives.many)}`;
  return 'stream' in gives ? `${number}, ${gives.stream}` : `${number}, JSON`;
};

const templateOf = ({ path }: Route): string => `${PREFIX}${path.replace(/:(\w+)/g, '{$1}')}`;

/** A line to paste: what a reader tries first. */
const sample = (route: Route, origin: string): string => {
  const lines = [`curl ${route.method === 'get' ? '' : `-X ${route.method.toUpperCase()} `}'${origin}${templateOf(route)}'`, "-H 'Authorization: Token YOUR_API_KEY'"];
  if (route.body?.isRequired === true) lines.push("-H 'Content-Type: application/vnd.api+json'", "-d '{ … }'");
  return `<pre tabindex="0"><code>${escaped(lines.join(' \\\n  '))}</code></pre>`;
};

const parameterTable = (route: Route): string => {
  const rows = parametersOf(route).filter((one) => one.in !== 'header').map((one) => [code(one.name), one.in, escaped(String(one['description'] ?? ''))]);
  return table(`Parameters of ${route.name}`, ['Parameter', 'In', 'Meaning'], rows);
};

const operation = (route: Route, origin: string): string => {
  const type = typeOf(route);
  return `<section class="operation" id="${route.name}"><h3><span class="method ${route.method}">${route.method.toUpperCase()}</span> <code>${escaped(templateOf(route))}</code></h3>
<p>${escaped(route.says)}</p><ul class="facts"><li>Answers ${givesOf(route)}</li><li>Scope ${code(route.scope ?? 'any')}</li><li>Limit ${code(route.bucket ?? 'other')}</li></ul>
${fold('Parameters', parameterTable(route))}${fold('Body', bodyTable(route))}${type === undefined ? '' : fold('Answer', answerTable(route.name, type))}${fold('Example', sample(route, origin))}</section>`;
};

const contents = (tags: readonly string[], routes: readonly Route[]): string => {
  const entry = (route: Route) => `<li><a href="#${route.name}">${route.method.toUpperCase()} ${escaped(route.path.replace(/:(\w+)/g, '{$1}'))}</a></li>`;
  const part = (tag: string) => `<li><details><summary>${escaped(tag)}</summary><ul><li><a href="#${anchor(tag)}">Whole part</a></li>${routes.filter((one) => one.tag === tag).map(entry).join('')}</ul></details></li>`;
  return `<aside><strong>Landfall API</strong><nav aria-label="Contents"><ul>${tags.map(part).join('')}</ul></nav></aside>`;
};

const intro = (): string => `<h1>Landfall API</h1>
<p class="lead">Tracks ocean shipments and their containers across shipping lines and terminals. Every address lies under ${code(PREFIX)} and speaks JSON:API 1.1; send your key as ${code('Authorization: Token YOUR_API_KEY')}.</p>
<p class="lead">For machines: <a href="${PREFIX}/openapi.json">openapi.json</a> (OpenAPI 3.1). Refusals carry stable codes, listed under <a href="/docs/errors">errors</a>. Answers tell their rate limits in ${code('RateLimit')}; writes may carry an ${code('Idempotency-Key')}.</p>`;

/** The reference for people: made from the same list of routes, without a script, from this address alone. */
export const docsPage = (routes: readonly Route[], origin: string): string => {
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const parts = tags.map((tag) => `<h2 id="${anchor(tag)}">${escaped(tag)}</h2>${routes.filter((route) => route.tag === tag).map((route) => operation(route, origin)).join('')}`);
  return page('Landfall API', `<a class="skip" href="#content">Skip to the content</a><div class="layout">${contents(tags, routes)}<main id="content">${intro()}${parts.join('')}</main></div>`);
};

export const errorsPage = (): string => {
  const rows = Object.entries(ERRORS).map(([name, row]) => [`<code id="${name}">${name}</code>`, String(row.http), escaped(row.title), escaped(row.says), row.again ? 'yes' : 'no']);
  return page('Landfall API: errors', `<main class="plain"><h1>Errors</h1><p class="lead">Every refusal is a JSON:API ${code('errors')} array with one of these codes. <a href="/docs">Back to the reference</a>.</p>${table('Codes', ['Code', 'Status', 'Title', 'Meaning', 'May succeed later unchanged'], rows)}</main>`);
};
