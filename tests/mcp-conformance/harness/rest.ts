export interface Rest {
  // A test looks at whatever member it knows to be there.
  get(path: string): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any
  post(path: string, body: unknown): Promise<unknown>;
}

/** The REST interface with the key of one account. */
export const rest = (origin: string, key: string): Rest => {
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}/v2${path}`, { method, headers: { authorization: `Token ${key}`, 'content-type': body === undefined || path.startsWith('/sandbox') ? 'application/json' : 'application/vnd.api+json' }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return { get: (path) => ask('GET', path), post: (path, body) => ask('POST', path, body) };
};
