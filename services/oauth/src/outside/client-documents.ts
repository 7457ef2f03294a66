import { request as httpsRequest, type RequestOptions } from 'node:https';
import { guardedLookup, isPublicAddress, type Resolve } from '@landfall/kit/public-address';

/** Long enough for a slow site, short enough for the person who waits for the consent page. */
const TIMEOUT_MS = 3_000;
// One byte more than is ever read on: enough to see that a document is too large.
const MOST_BYTES = 5 * 1_024 + 1;

export interface ClientDocumentsOptions {
  resolve?: Resolve;
  /** For tests, which have no certificate that the world trusts. */
  tls?: Pick<RequestOptions, 'ca' | 'port'>;
  isAllowed?: (address: string) => boolean;
}

/** An IP address in the URL is dialled without any look-up, so it is not taken at all; neither is another port. */
const isPlainHost = ({ hostname, port }: URL): boolean => port === '' && !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);

/** Fetches client ID metadata documents as `fetch` would, from public hosts only, without redirects, and a few kilobytes at most. */
export const clientDocuments = ({ resolve, tls = {}, isAllowed = isPublicAddress }: ClientDocumentsOptions = {}) => {
  const lookup = guardedLookup(isAllowed, resolve);
  return (given: string | URL): Promise<Response> => {
    const url = new URL(given);
    if (url.protocol !== 'https:' || !isPlainHost(url)) return Promise.reject(new Error('only https URLs of named hosts on the usual port are fetched'));
    return new Promise((settle, reject) => {
      const options = { ...tls, lookup, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: 'application/json', 'user-agent': 'landfall-oauth' } };
      const request = httpsRequest(url, options, (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        // Only a 200 is read; other statuses may not even have a body.
        const done = () => settle(new Response(answer.statusCode === 200 ? Buffer.concat(chunks) : null, { status: answer.statusCode ?? 502, headers: { 'content-type': answer.headers['content-type'] ?? '', 'cache-control': answer.headers['cache-control'] ?? '' } }));
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length < MOST_BYTES) return;
          done();
          request.destroy();
        });
        answer.once('end', done);
        answer.once('error', reject);
      });
      request.once('error', reject).end();
    });
  };
};
