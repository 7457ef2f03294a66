/** A JSON-RPC message as it came; only what the transport needs is looked at. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly name?: unknown; readonly uri?: unknown; readonly requestId?: string | number; readonly _meta?: Readonly<Record<string, unknown>> };
  readonly result?: { readonly protocolVersion?: unknown };
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Headers carry ASCII; other names travel encoded, as the protocol says. */
const headerText = (value: string): string => (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`);

/** The era of 2026-07-28 repeats in headers what the body says, for proxies to read. */
const headersOf = ({ method, params }: Message, negotiated: string | undefined): Record<string, string> => {
  const version = params?._meta?.[VERSION_KEY];
  if (typeof version !== 'string') return negotiated === undefined ? {} : { 'MCP-Protocol-Version': negotiated };
  const name = params?.name ?? params?.uri;
  return { 'MCP-Protocol-Version': version, ...(method !== undefined && { 'Mcp-Method': method }), ...(typeof name === 'string' && { 'Mcp-Name': headerText(name) }) };
};

const refusal = ({ id }: Message, text: string) => ({ jsonrpc: '2.0', id: id ?? null, error: { code: -32_603, message: text } });

/** The messages of an event stream, each as soon as it is whole. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncIterable<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const parts = `${rest}${decoder.decode(chunk, { stream: true })}`.split(/\r?\n\r?\n/);
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const data = part.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5)).join('\n');
      if (data.trim() !== '') yield JSON.parse(data) as unknown;
    }
  }
}

async function* answersIn(response: Response, message: Message): AsyncIterable<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && response.body !== null) return yield* eventsIn(response.body);
  const text = await response.text();
  if (text !== '' && type.startsWith('application/json')) return yield JSON.parse(text) as unknown;
  // Answers of the door itself: they are about the key or the limit, not about the message.
  if (!response.ok && message.id !== undefined) yield refusal(message, `${response.status} ${response.statusText}: ${text.slice(0, 500)}`);
}

/** A tool server somewhere else, asked one message at a time. */
export const toolServer = ({ url, key }: { url: string; key: string }) => {
  let negotiated: string | undefined;
  return {
    async *ask(message: Message, signal: AbortSignal): AsyncIterable<unknown> {
      try {
        const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', Authorization: `Bearer ${key}`, ...headersOf(message, negotiated) };
        const response = await fetch(`${url.replace(/\/+$/, '')}/mcp`, { method: 'POST', headers, body: JSON.stringify(message), signal });
        for await (const answer of answersIn(response, message)) {
          const version = (answer as Message).result?.protocolVersion;
          if (message.method === 'initialize' && typeof version === 'string') negotiated = version;
          yield answer;
        }
      } catch (error) {
        if (!signal.aborted && message.id !== undefined) yield refusal(message, `The tool server at ${url} does not answer: ${String(error)}`);
      }
    },
  };
};
