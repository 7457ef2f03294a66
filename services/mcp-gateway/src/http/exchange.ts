import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';

export type McpRequest = IncomingMessage & { auth?: AuthInfo };

const bodyOf = async (req: IncomingMessage, mostBytes: number): Promise<string | undefined> => {
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** What is no JSON goes on as it came: the protocol has an answer of its own for it. */
const parsed = (text: string): { parsedBody: unknown } | { body: string } => {
  try {
    return { parsedBody: JSON.parse(text) as unknown };
  } catch {
    return { body: text };
  }
};

const requestOf = ({ headers: given, url = '/' }: IncomingMessage, signal: AbortSignal, body: string | undefined): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(`http://${given.host ?? 'localhost'}${url}`, { method: 'POST', headers, signal, ...(body !== undefined && body !== '' && { body }) });
};

const tooLarge = (res: ServerResponse, mostBytes: number): void => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: `A request has at most ${mostBytes} bytes.` } });
  res.writeHead(413, { 'content-type': 'application/json', connection: 'close' }).end(body);
};

/** An event stream goes out as it comes, and waits for a reader who is slow. */
const streamed = async (body: ReadableStream<Uint8Array>, res: ServerResponse): Promise<void> => {
  for await (const chunk of body) {
    if (res.destroyed) return;
    if (!res.write(chunk)) await new Promise<void>((resolve) => res.once('drain', resolve).once('close', resolve));
  }
  res.end();
};

const send = async (response: Response, res: ServerResponse): Promise<void> => {
  const headers = Object.fromEntries(response.headers);
  if (response.body !== null && headers['content-type']?.startsWith('text/event-stream')) {
    res.writeHead(response.status, headers);
    return streamed(response.body, res);
  }
  const body = Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status, { ...headers, 'content-length': body.length }).end(body);
};

/**
 * Between Node's requests and the web's, which the library speaks. Its own adapter turns every body into a stream and back
 * again, which took a third of a short call: here a body is read once, parsed once, and goes out in one piece.
 */
export const exchange = ({ fetch }: Pick<McpHttpHandler, 'fetch'>, mostBytes: number) => async (req: McpRequest, res: ServerResponse): Promise<void> => {
  const abort = new AbortController();
  // Hanging up cancels the call.
  res.once('close', () => !res.writableFinished && abort.abort());
  const text = await bodyOf(req, mostBytes);
  if (text === undefined) return tooLarge(res, mostBytes);
  const { body, ...known } = { body: undefined, ...parsed(text) };
  await send(await fetch(requestOf(req, abort.signal, body), { ...(req.auth !== undefined && { authInfo: req.auth }), ...known }), res);
};
