const LONGEST = 2_048;
const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const parsed = (uri: string): URL | undefined => {
  try {
    return new URL(uri);
  } catch {
    return undefined;
  }
};

/** Dots that a browser would resolve after the comparison, written plainly or as %2e. */
const hasDotSegment = (uri: string): boolean =>
  (uri.split(/[?#]/)[0] ?? '').split('/').slice(3).some((segment) => ['.', '..'].includes(segment.replace(/%2e/gi, '.')));

/** http to this very machine: a native client's callback, whose port may change (RFC 8252). */
export const isLoopback = (uri: string): boolean => {
  const url = parsed(uri);
  return url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
};

/** What a person is shown: where the code goes. */
export const redirectHost = (uri: string): string => parsed(uri)?.host ?? uri;

/** For the form-action of a page that ends in a redirect there. IPv6 hosts cannot be written in a policy. */
export const redirectSource = (uri: string): string => {
  const url = parsed(uri);
  if (!url) return "'none'";
  return url.hostname.startsWith('[') ? url.protocol : url.origin;
};

/** Why it may not be registered, or nothing (interface: https, or http to localhost). */
export const redirectFault = (uri: unknown): string | undefined => {
  if (typeof uri !== 'string' || uri.length > LONGEST) return `must be a URL of at most ${LONGEST} characters`;
  const url = parsed(uri);
  if (!url || !/^[\x21-\x5b\x5d-\x7e]+$/.test(uri)) return 'must be a URL in plain ASCII without spaces and backslashes';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https URL or an http URL of localhost';
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) return 'may use http for localhost only';
  // Shortened and octal forms name loopback too, but a person could not tell.
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.some((host) => uri.toLowerCase().startsWith(`http://${host}`))) return 'must name localhost plainly';
  if ((uri.split('/')[2] ?? '').includes('@')) return 'must not carry user information';
  if (uri.includes('#')) return 'must not carry a fragment';
  return hasDotSegment(uri) ? 'must not carry dot segments' : undefined;
};
