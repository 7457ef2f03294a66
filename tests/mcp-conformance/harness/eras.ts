import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  // A test looks at whatever member it knows to be there.
  readonly json: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** What a client of either era can do, in one form. */
export interface Era {
  readonly name: string;
  tools(): Promise<string[]>;
  call(tool: string, args?: Record<string, unknown>): Promise<Answer>;
  prompt(name: string, args: Record<string, string>): Promise<string>;
  read(uri: string): Promise<string>;
  complete(prompt: string, name: string, value: string): Promise<string[]>;
  close(): Promise<void>;
}

interface Called {
  content?: { type: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

/** The members of both SDKs' clients that are called alike. */
interface Callable {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: { content: unknown }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: object[] }>;
  complete(params: { ref: { type: 'ref/prompt'; name: string }; argument: { name: string; value: string } }): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

const textOf = (part: unknown): string => String((part as { text?: string } | undefined)?.text);

const era = (name: string, client: Callable): Era => ({
  name,
  tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
  call: async (tool, args = {}) => {
    const { content, structuredContent: json, isError = false } = (await client.callTool({ name: tool, arguments: args })) as Called;
    return { isError, text: textOf(content?.[0]), json };
  },
  prompt: async (prompt, args) => textOf((await client.getPrompt({ name: prompt, arguments: args })).messages[0]?.content),
  read: async (uri) => textOf((await client.readResource({ uri })).contents[0]),
  complete: async (prompt, argument, value) => (await client.complete({ ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value } })).completion.values,
  close: () => client.close(),
});

const INFO = { name: 'assistant', version: '1.0.0' };

/** A client of each era with the key of one account. Each SDK checks every answer against the schema it was told. */
export const eras = async (url: string, key: string): Promise<[older: Era, newer: Era]> => {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const older = new OldClient(INFO);
  await older.connect(new OldTransport(new URL(url), { requestInit }) as unknown as Transport);
  const newer = new NewClient(INFO, { versionNegotiation: { mode: 'auto' } });
  await newer.connect(new NewTransport(new URL(url), { requestInit }));
  return [era('2025-11-25', older as unknown as Callable), era(String(newer.getNegotiatedProtocolVersion()), newer as unknown as Callable)];
};
