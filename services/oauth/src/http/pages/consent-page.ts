import { html, type Html } from '../html.js';
import { page } from './layout.js';

export interface ConsentPage {
  stylesheet: string;
  action: string;
  switchAction: string;
  formToken: string;
  clientName: string;
  /** The host whose metadata document the client is, if it is one; nobody vouches for the others. */
  clientHost?: string | undefined;
  clientUri?: string | undefined;
  redirectHost: string;
  isLoopback: boolean;
  email: string;
  accountName: string;
}

const origin = ({ clientHost, redirectHost, isLoopback }: ConsentPage): Html => {
  if (isLoopback) {
    return html`<p class="note warn"><strong>This client runs on your own computer</strong> (${redirectHost}). Any program there can pretend to be it. Allow it only if you started it just now.</p>`;
  }
  if (clientHost === undefined) return html`<p class="note">This client registered itself. Its name is what it says of itself; check the address above.</p>`;
  if (clientHost === redirectHost) return html`<p class="note">This client is published by <strong>${clientHost}</strong>.</p>`;
  return html`<p class="note warn"><strong>Two addresses are involved.</strong> The client is published by <strong>${clientHost}</strong>, but your data goes to <strong>${redirectHost}</strong>. Allow it only if you trust both.</p>`;
};

/** One question, and everything a person needs to answer it. */
export const consentPage = (view: ConsentPage): string => {
  const { stylesheet, action, switchAction, formToken, clientName, clientUri, redirectHost, email, accountName } = view;
  return page({
    title: `Allow ${clientName}?`,
    stylesheet,
    width: 'narrow',
    body: html`<section class="card">
<h1>Allow <span class="name">${clientName}</span> to use your Landfall account?</h1>
<dl class="facts">
<div><dt>It answers at</dt><dd><strong>${redirectHost}</strong></dd></div>
${clientUri === undefined ? undefined : html`<div><dt>Its home page</dt><dd>${clientUri}</dd></div>`}
<div><dt>Your account</dt><dd>${accountName}, as ${email}</dd></div>
</dl>
<h2>It will be able to</h2>
<ul class="ticks">
<li>see shipments, containers, events and routes of this account</li>
<li>start tracking new numbers, which counts against your limits</li>
</ul>
<h2>It will not be able to</h2>
<ul class="crosses">
<li>see your password or API keys, or change account settings</li>
</ul>
${origin(view)}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<div class="choice">
<button type="submit" name="decision" value="deny">Do not allow</button>
<button class="main" type="submit" name="decision" value="allow">Allow</button>
</div>
</form>
<p class="quiet">You can end this at any time in your account settings.</p>
<form class="inline" method="post" action="${switchAction}">
<input type="hidden" name="form_token" value="${formToken}">
<button class="link" type="submit">Not ${email}? Sign in as somebody else</button>
</form>
</section>`,
  });
};
