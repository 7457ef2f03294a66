import type { Document, Resource } from '../../e2e/harness/client.js';
import type { Cluster } from '../../e2e/harness/cluster.js';
import { tenant, type Tenant } from '../../e2e/harness/tenant.js';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';

export type Call = (method: string, path: string, body?: unknown) => Promise<Document>;

/** A customer: an account, its receiver of webhooks, and a client that asks again when it was cut off. */
export interface Shop {
  accountId: string;
  call: Call;
  /** Asks once, and throws what it got. */
  askOnce: Call;
  receiver: LocalServer;
  stop(): Promise<void>;
}

const PATIENT_MS = 90_000;
const AGAIN_MS = 250;

const patient = ({ call }: Tenant): Call => (method, path, body) => until(`${method} ${path} answers`, () => call(method, path, body), PATIENT_MS, AGAIN_MS);

const subscribe = async (call: Call, url: string): Promise<void> => {
  const kinds = (await call('GET', '/webhooks/events')).data as Resource[];
  const events = kinds.flatMap(({ attributes }) => (attributes['events'] as { name: string }[]).map(({ name }) => name));
  await call('POST', '/webhooks', { data: { type: 'webhook', attributes: { url, active: true, events } } });
};

export const shop = async (cluster: Cluster, name: string): Promise<Shop> => {
  const made = await tenant(cluster, name);
  const receiver = await localServer((_, res) => res.writeHead(204).end());
  const call = patient(made);
  await subscribe(call, receiver.url);
  return { accountId: made.accountId, call, askOnce: made.call, receiver, stop: () => receiver.stop() };
};

export const submit = async ({ askOnce }: Shop, number: string): Promise<void> => {
  const attributes = { request_type: 'bill_of_lading', request_number: number, scac: 'TEST' };
  await until(`${number} is taken`, async () => {
    try {
      return Boolean(await askOnce('POST', '/tracking_requests', { data: { type: 'tracking_request', attributes } }));
    } catch (error) {
      // The answer to the first try was lost, and the request was not.
      return String(error).includes('duplicate');
    }
  }, PATIENT_MS, AGAIN_MS);
};

/** Has nothing of that kind. */
export const hasNone = async ({ call }: Shop, path: string): Promise<boolean> => ((await call('GET', path)).data as Resource[]).length === 0;

/** The whole event log, from its beginning. */
export const logOf = async ({ call }: Shop): Promise<Resource[]> => {
  const all: Resource[] = [];
  for (let after = ''; ; ) {
    const rows = (await call('GET', `/events?page[size]=100${after ? `&page[after]=${after}` : ''}`)).data as Resource[];
    all.push(...rows);
    const last = rows.at(-1)?.attributes['sequence'];
    if (rows.length < 100 || last === undefined) return all;
    after = String(last);
  }
};

export const containersOf = async ({ call }: Shop, number: string): Promise<Resource[]> => {
  const [shipment] = (await call('GET', `/shipments?number=${number}&include=containers`)).data as Resource[];
  const ids = [shipment?.relationships?.['containers']?.data ?? []].flat().map(({ id }) => id);
  return Promise.all(ids.map(async (id) => (await call('GET', `/containers/${id}`)).data));
};
