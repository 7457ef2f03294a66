import { html, type Html } from '../html.js';
import type { WebhookHealth } from '../../app/index.js';
import { alert, page } from './layout.js';
import { time } from './time.js';
import { webhooksSection } from './webhooks-section.js';

export interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  scopes: readonly string[];
  createdAt: Date;
  expiresAt?: Date | undefined;
  lastUsedAt?: Date | undefined;
  state: 'live' | 'expired' | 'revoked';
}

export interface GrantRow {
  id: string;
  clientName: string;
  redirectHost: string;
  createdAt: Date;
  lastUsedAt?: Date | undefined;
}

export interface AccountPage {
  stylesheet: string;
  accountName: string;
  email: string;
  formToken: string;
  /** Makes a form that is sent twice do its work once. */
  formId: string;
  scopes: readonly string[];
  keys: readonly KeyRow[];
  grants: readonly GrantRow[];
  /** Undefined when their owner does not answer. */
  webhooks: readonly WebhookHealth[] | undefined;
  fault?: string | undefined;
  /** The key just made: shown here and never again. */
  made?: { name: string; secret: string } | undefined;
  done?: string | undefined;
}

const SCOPE_WORDS: Record<string, string> = {
  read: 'see shipments, containers and events',
  write: 'start and stop tracking, edit labels',
  'webhooks:write': 'manage webhooks and see their secrets',
  admin: 'manage API keys and the account',
};

const hidden = (formToken: string): Html => html`<input type="hidden" name="form_token" value="${formToken}">`;

/** Two steps without a script: the question opens under its own button. */
const revoke = (action: string, what: string, formToken: string): Html => html`<details class="confirm">
<summary aria-label="Revoke ${what}">Revoke</summary>
<form method="post" action="${action}">${hidden(formToken)}
<p>Whatever uses it stops within seconds.</p>
<button class="danger" type="submit" aria-label="Revoke now: ${what}">Revoke now</button></form>
</details>`;

const keyItem = ({ id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, state }: KeyRow, formToken: string): Html => html`<li class="item ${state}">
<div><h3>${name}</h3>
<p><code>${prefix}…</code> ${scopes.map((scope) => html`<span class="tag">${scope}</span> `)}</p>
<p class="quiet">Made ${time(createdAt, '')} · last used ${time(lastUsedAt, 'never')} · ${state === 'live' ? html`expires ${time(expiresAt, 'never')}` : state}</p></div>
${state === 'live' ? revoke(`/account/api-keys/${id}/revoke`, name, formToken) : undefined}
</li>`;

const grantItem = ({ id, clientName, redirectHost, createdAt, lastUsedAt }: GrantRow, formToken: string): Html => html`<li class="item">
<div><h3>${clientName}</h3>
<p>answers at <strong>${redirectHost}</strong></p>
<p class="quiet">Allowed ${time(createdAt, '')} · last used ${time(lastUsedAt, 'never')}</p></div>
${revoke(`/account/clients/${id}/revoke`, clientName, formToken)}
</li>`;

const madeKey = ({ name, secret }: { name: string; secret: string }): Html => html`<section class="note good" role="status">
<h2>Your new key “${name}”</h2>
<p>Copy it now. It is shown this once and cannot be had again.</p>
<p><label for="made">API key</label><input id="made" class="secret" readonly value="${secret}" autocomplete="off"></p>
</section>`;

const newKey = ({ formToken, formId, scopes, fault }: AccountPage): Html => html`<h3>Make a key</h3>
${alert(fault)}
<form method="post" action="/account/api-keys">${hidden(formToken)}
<input type="hidden" name="form_id" value="${formId}">
<label for="name">Name</label>
<input id="name" name="name" required maxlength="100" autocomplete="off" placeholder="What will use it?">
<fieldset><legend>It may</legend>
${scopes.map((scope) => html`<label class="check"><input type="checkbox" name="scopes" value="${scope}"${scope === 'read' || scope === 'write' ? html` checked` : undefined}> <span><code>${scope}</code> ${SCOPE_WORDS[scope] ?? ''}</span></label>`)}
</fieldset>
<label for="days">Expires</label>
<select id="days" name="days"><option value="">never</option><option value="30">in 30 days</option><option value="90">in 90 days</option><option value="365">in a year</option></select>
<button class="main" type="submit">Make key</button>
</form>`;

const header = ({ formToken, email }: AccountPage): Html => html`<form class="inline" method="post" action="/account/sign-out">${hidden(formToken)}<span class="who">${email}</span><button type="submit">Sign out</button></form>`;

const list = (items: readonly Html[], none: string): Html => (items.length === 0 ? html`<p class="quiet">${none}</p>` : html`<ul class="items">${items}</ul>`);

export const accountPage = (view: AccountPage): string => {
  const { stylesheet, accountName, keys, grants, webhooks, made, done, formToken } = view;
  return page({
    title: 'Account settings',
    stylesheet,
    width: 'wide',
    header: header(view),
    body: html`<h1>Account settings <span class="quiet">${accountName}</span></h1>
${done === undefined ? undefined : html`<p class="note good" role="status">${done}</p>`}
${made === undefined ? undefined : madeKey(made)}
<section class="card" aria-labelledby="keys"><h2 id="keys">API keys</h2>
<p class="quiet">For programs that call the REST interface or the tool server. Send one as <code>Authorization: Token …</code></p>
${list(keys.map((key) => keyItem(key, formToken)), 'There is no key yet.')}
${newKey(view)}
</section>
<section class="card" aria-labelledby="clients"><h2 id="clients">Connected clients</h2>
<p class="quiet">AI clients that you allowed to use the tool server in your name.</p>
${list(grants.map((grant) => grantItem(grant, formToken)), 'No client is connected.')}
${grants.length === 0 ? undefined : html`<form method="post" action="/account/clients/revoke">${hidden(formToken)}<button type="submit">Disconnect all clients</button></form>`}
</section>
${webhooksSection(webhooks)}`,
  });
};
