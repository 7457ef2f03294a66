import type { CarrierProfile } from '../../domain/carrier-profile.js';

export type Next = { kind: 'end' } | { kind: 'next'; url: URL } | { kind: 'elsewhere'; host: string };

const linkIn = (value: string): string => /<([^>]+)>/.exec(value)?.[1] ?? value;

const looksLikeLink = (value: string): boolean => /^(https?:|\/|\?)/.test(linkIn(value).trim());

const sameOrigin = (link: string, current: URL): Next => {
  const url = new URL(link, current);
  // Our credential goes with the question, so a page never leads to another host.
  return url.origin === current.origin ? { kind: 'next', url } : { kind: 'elsewhere', host: url.host };
};

/**
 * Where the next page is. The published interface names one header, the conformance suite reads another, and a link
 * may be a link or a bare cursor: each is understood, and a cursor is replayed unchanged.
 */
export const nextPage = (profile: CarrierProfile, headers: Headers, current: URL): Next => {
  const { paging } = profile;
  if (paging.kind !== 'link' && paging.kind !== 'cursor') return { kind: 'end' };
  const value = paging.headers.map((name) => headers.get(name)?.trim()).find((text) => text);
  if (value === undefined) return { kind: 'end' };
  if (looksLikeLink(value)) return sameOrigin(linkIn(value).trim(), current);
  const url = new URL(current);
  url.searchParams.set(paging.kind === 'cursor' ? paging.parameter : 'cursor', value);
  return { kind: 'next', url };
};
