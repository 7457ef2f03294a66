import { readRegistration, UNUSED_FOR_MS, USED_FOR_MS, type InvalidMetadata, type OAuthClient } from '../domain/client-registration.js';
import type { Ports } from './ports.js';

/** Dynamic client registration (RFC 7591) for public clients. */
export const registerClient =
  ({ clients, credentials, around }: Ports) =>
  async (body: unknown): Promise<OAuthClient | InvalidMetadata> => {
    const metadata = readRegistration(body);
    if ('error' in metadata) return metadata;
    const createdAt = around.now();
    const client = { id: credentials.newClientId(), metadata, createdAt, expiresAt: new Date(createdAt.getTime() + UNUSED_FOR_MS) };
    await clients.add(client);
    return client;
  };

/** Tokens were issued: the client is in use. */
export const clientUsed =
  ({ clients, around }: Ports) =>
  (id: string): Promise<void> =>
    clients.keepUntil(id, new Date(around.now().getTime() + USED_FOR_MS));
