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

// A client in use lives for months, so it is enough to say so once a day.
const NOTED_EVERY_MS = 86_400_000;
const MOST_NOTED = 10_000;

/** Tokens were issued: the client is in use. */
export const clientUsed = ({ clients, around }: Ports) => {
  const noted = new Map<string, number>();
  return async (id: string): Promise<void> => {
    const now = around.now().getTime();
    if (now - (noted.get(id) ?? 0) < NOTED_EVERY_MS) return;
    await clients.keepUntil(id, new Date(now + USED_FOR_MS));
    if (noted.size >= MOST_NOTED) noted.clear();
    noted.set(id, now);
  };
};
