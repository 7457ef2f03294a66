import { html } from '../html.js';
import { alert, page } from './layout.js';

export interface SignInPage {
  stylesheet: string;
  action: string;
  formToken: string;
  email?: string | undefined;
  fault?: string | undefined;
  /** On the way to a client: which one asks. */
  clientName?: string | undefined;
}

export const signInPage = ({ stylesheet, action, formToken, email, fault, clientName }: SignInPage): string =>
  page({
    title: 'Sign in',
    stylesheet,
    width: 'narrow',
    body: html`<section class="card">
<h1>Sign in</h1>
${clientName === undefined ? html`<p class="quiet">to see and change your account settings.</p>` : html`<p class="quiet">to continue to <strong>${clientName}</strong>. You decide on the next page what it may do.</p>`}
${alert(fault)}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email ?? ''}" spellcheck="false" autocapitalize="none">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="main" type="submit">Sign in</button>
</form>
</section>`,
  });
