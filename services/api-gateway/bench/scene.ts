import { nameId } from '@landfall/kit/identity';
import { until } from '@landfall/testkit/until';
import { MongoClient, type Document } from 'mongodb';
import { stack } from './stack.js';

export interface Got {
  bytes: Buffer;
  json: unknown;
  tag: string;
}

export interface Scene {
  origin: string;
  apiKey: string;
  containerId: string;
  pidOf(part: string): number;
  get(path: string): Promise<Got>;
  /** Copies of the one real container, under ids and numbers of their own, numbered from … to …. */
  fill(from: number, to: number): Promise<void>;
  stop(): Promise<void>;
}

const BATCH = 1_000;

interface Row {
  id: string;
  relationships: { shipment: { data: { id: string } } };
}

/** One journey played by the sandbox line, and as many copies of its container as a bench wants. */
export const scene = async (more: Record<string, string> = {}): Promise<Scene> => {
  const running = await stack(more);
  const { origin } = running;
  const headers = { authorization: `Token ${running.apiKey}`, 'content-type': 'application/json' };
  const get = async (path: string): Promise<Got> => {
    const response = await fetch(`${origin}${path}`, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${bytes.toString()}`);
    return { bytes, json: JSON.parse(bytes.toString()) as unknown, tag: response.headers.get('etag') ?? '' };
  };
  const attributes = { request_type: 'bill_of_lading', request_number: 'TEST-DIRECT', scac: 'TEST' };
  await fetch(`${running.baseUrl}/tracking_requests`, { method: 'POST', headers, body: JSON.stringify({ data: { type: 'tracking_request', attributes } }) });
  const container = await until('the container is known', async () => ((await get('/v2/containers')).json as { data: Row[] }).data[0], 30_000);
  // Nothing may change while it is measured, not even when the line was asked last.
  const { id: shipmentId } = container.relationships.shipment.data;
  await fetch(`${running.baseUrl}/shipments/${shipmentId}/stop_tracking`, { method: 'PATCH', headers });

  const client = await new MongoClient(running.storeUri).connect();
  const containers = client.db('shipment').collection<Document & { _id: string }>('containers');
  const counts = client.db('shipment').collection<Document & { _id: string }>('counts');
  const [pattern] = await containers.find({ _id: container.id }).toArray();
  if (pattern === undefined) throw new Error('the store does not know the container');
  const { outbox: _outbox, outboxAt: _at, ...plain } = pattern;
  const copy = (n: number) => {
    const changedAt = new Date(Date.UTC(2026, 0, 1) + n);
    return { ...plain, _id: nameId('bench container', String(n)), number: `N${n}`, terms: [`N${n}`], createdAt: changedAt, updatedAt: changedAt, facets: [...(plain['facets'] as string[]).filter((one) => !one.startsWith('pod_code=')), n % 50 === 0 ? 'pod_code=USLAX' : `pod_code=X${n % 50}`] };
  };
  return {
    origin, get, apiKey: running.apiKey, containerId: container.id, pidOf: running.pidOf,
    fill: async (from, to) => {
      for (let n = from; n < to; n += BATCH) await containers.insertMany(Array.from({ length: Math.min(BATCH, to - n) }, (_, k) => copy(n + k)) as never, { ordered: false });
      // The owner counts what it stores itself; these it has not seen.
      await counts.updateOne({ _id: `${String(plain['accountId'])}:0` }, { $inc: { containers: to - from } }, { upsert: true });
    },
    stop: async () => {
      await client.close();
      await running.stop();
    },
  };
};
