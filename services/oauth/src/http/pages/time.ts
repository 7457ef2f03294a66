import { html, type Html } from '../html.js';

/** A moment for people and for programs, to the minute, in UTC. */
export const time = (at: Date | undefined, otherwise: string): Html | string => (at ? html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>` : otherwise);
