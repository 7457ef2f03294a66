import { html, type Html } from '../html.js';

export interface PageFrame {
  title: string;
  stylesheet: string;
  /** Wide for lists, narrow for one question. */
  width: 'narrow' | 'wide';
  header?: Html;
  body: Html;
}

const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><path d="M4 20h24l-3.2 6.4H7.2z"/><path d="M8 12h5v6H8zM14.5 12h5v6h-5zM14.5 5h5v5.5h-5zM21 12h3v6h-3z"/></svg>`;

/** The same frame around every page: a landmark each, one heading, no script. */
export const page = ({ title, stylesheet, width, header, body }: PageFrame): string =>
  html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Landfall</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header class="bar"><span class="brand">${MARK}<span>Landfall</span></span>${header}</header>
<main class="${width}">
${body}
</main>
</body>
</html>
`.markup;

/** Said aloud by screen readers as soon as the page is there. */
export const alert = (text: string | undefined): Html | undefined => (text === undefined ? undefined : html`<p class="alert" role="alert">${text}</p>`);
