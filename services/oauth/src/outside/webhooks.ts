import { webhookDispatchClient } from '@landfall/clients/webhook-dispatch';
import type { TlsFiles } from '@landfall/kit/grpc';
import type { Log } from '@landfall/kit/log';
import type { Part } from '@landfall/kit/lifecycle';
import type { Webhooks } from '../app/ports.js';
import { fromWebhook } from '../messages.js';

/** A person waits for the page, which is as good without this. */
const DEADLINE_MS = 1_000;
// More than anybody has; the rest is a REST call away.
const MOST = { number: 1, size: 100, after: '' };

/** Asks the owner of webhooks how they are doing (ADR-0125). Without an address nobody is asked. */
export const webhooks = (address: string | undefined, { log, tls }: { log: Log; tls?: TlsFiles | undefined }): Webhooks & Part => {
  const client = address === undefined ? undefined : webhookDispatchClient(address, { deadlineMs: DEADLINE_MS, ...(tls && { tls }) });
  return {
    list: async (accountId) => {
      try {
        const { items } = (await client?.listWebhooks({ accountId, page: MOST, filters: [], sort: [] })) ?? {};
        return items?.map(fromWebhook);
      } catch (error) {
        log.warn({ err: error }, 'webhooks.not_asked');
        return undefined;
      }
    },
    name: 'webhooks',
    start: async () => undefined,
    stop: async () => client?.close(),
  };
};
