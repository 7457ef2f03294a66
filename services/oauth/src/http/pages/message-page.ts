import { html } from '../html.js';
import { page } from './layout.js';

export interface MessagePage {
  stylesheet: string;
  title: string;
  text: string;
  /** For whoever is asked for help. */
  code?: string | undefined;
  link?: { href: string; text: string } | undefined;
}

export const messagePage = ({ stylesheet, title, text, code, link }: MessagePage): string =>
  page({
    title,
    stylesheet,
    width: 'narrow',
    body: html`<section class="card">
<h1>${title}</h1>
<p>${text}</p>
${code === undefined ? undefined : html`<p class="quiet">Code: <code>${code}</code></p>`}
${link === undefined ? undefined : html`<p><a href="${link.href}">${link.text}</a></p>`}
</section>`,
  });
