import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { LoginStore } from './login.js';

/** One connection of a client, with the login that its SDK goes through by itself. */
export interface Attempt {
  /** Connects and asks for the tools; fails when the person must be asked. */
  tools(): Promise<string[]>;
  finish(callback: URL): Promise<void>;
  close(): Promise<void>;
}

export type Sdk = (url: string, login: LoginStore) => Attempt;

const INFO = { name: 'assistant', version: '1.0.0' };

const names = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name);

const oldSdk: Sdk = (url, { provider }) => {
  const transport = new OldTransport(new URL(url), { authProvider: provider });
  const client = new OldClient(INFO);
  return {
    tools: async () => {
      await client.connect(transport as unknown as Transport);
      return names(await client.listTools());
    },
    finish: (callback) => transport.finishAuth(callback.searchParams.get('code') ?? ''),
    close: () => client.close(),
  };
};

const newSdk: Sdk = (url, { provider }) => {
  const transport = new NewTransport(new URL(url), { authProvider: provider });
  const client = new NewClient(INFO, { versionNegotiation: { mode: 'auto' } });
  return {
    tools: async () => {
      await client.connect(transport);
      return names(await client.listTools());
    },
    // It looks at everything the callback brought, the issuer included.
    finish: (callback) => transport.finishAuth(callback.searchParams),
    close: () => client.close(),
  };
};

/** Two clients that share no code and speak the two eras. */
export const SDKS: Readonly<Record<string, Sdk>> = { 'SDK v1': oldSdk, 'SDK v2': newSdk };
