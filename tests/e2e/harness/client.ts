export interface Resource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  relationships?: Record<string, { data: { type: string; id: string } | { type: string; id: string }[] | null }>;
}

export interface Document {
  data: Resource & Resource[];
  included?: Resource[];
}

/** A caller of the REST interface, with a key and nothing else. */
export interface Client {
  call(method: string, path: string, body?: unknown): Promise<Document>;
}

export const client = (baseUrl: string, apiKey: string): Client => ({
  call: async (method, path, body) => {
    const headers = { authorization: `Token ${apiKey}`, 'content-type': 'application/vnd.api+json' };
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const document = (await answer.json()) as Document & { errors?: unknown };
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(document.errors)}`);
    return document;
  },
});

/** Whom a relationship names: one, some or nobody. */
export const linked = (resource: Pick<Resource, 'relationships'> | undefined, relation: string): { type: string; id: string }[] => [resource?.relationships?.[relation]?.data ?? []].flat();

/** Asks to track a number of the sandbox line. */
export const track = ({ call }: Client, number: string): Promise<Document> =>
  call('POST', '/tracking_requests', { data: { type: 'tracking_request', attributes: { request_type: 'bill_of_lading', request_number: number, scac: 'TEST' } } });

/** Has events told to a receiver; no later answer shows the secret. */
export const subscribe = ({ call }: Client, url: string, events: readonly string[]): Promise<Document> =>
  call('POST', '/webhooks', { data: { type: 'webhook', attributes: { url, active: true, events } } });
