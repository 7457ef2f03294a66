import type { Bus } from '@landfall/kit/bus';
import type { Part } from '@landfall/kit/lifecycle';
import { NatsError, StorageType, type KV } from 'nats';
import type { Claim, IdempotencyStore, KeptAnswer } from '../app/ports.js';

interface Row {
  fingerprint: string;
  startedAt: number;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

const BUCKET = 'idempotency_keys';
const KEEP_MS = 24 * 3_600_000;
/** A claim whose gateway died is open again after the longest that a request can take. */
const ABANDONED_MS = 60_000;

const isConflict = (error: unknown): boolean => error instanceof NatsError && error.api_error?.err_code === 10_071;

const answerOf = ({ status = 200, headers = {}, body = '' }: Row): KeptAnswer => ({ status, headers, body: Buffer.from(body, 'base64') });

type Put = (key: string, row: Row, revision: number) => Promise<number | undefined>;

const first = (put: Put, key: string, row: Row, revision: number): Claim => ({
  is: 'first',
  keep: async ({ status, headers, body }) => void (await put(key, { ...row, status, headers: { ...headers }, body: body.toString('base64') }, revision)),
  // An answer that may be better next time is not kept, and the key is free for that next time.
  release: async () => void (await put(key, { ...row, startedAt: 0 }, revision)),
});

/** What an earlier claim means for the one who comes now; nothing when the key is free. */
const met = (row: Row | undefined, fingerprint: string, now: number): Claim | undefined => {
  if (row === undefined) return undefined;
  const isOpen = row.status === undefined && row.startedAt + ABANDONED_MS <= now;
  if (isOpen) return undefined;
  if (row.fingerprint !== fingerprint) return { is: 'other_body' };
  return row.status === undefined ? { is: 'running' } : { is: 'done', answer: answerOf(row) };
};

/** First answers, kept for a day in the bus, so that every replica and the next deployment know them. */
export const idempotencyStore = ({ bus, now, replicas = 1 }: { bus: Bus; now: () => number; replicas?: number }): IdempotencyStore & Part => {
  let store: KV | undefined;

  const open = (): KV => {
    if (store === undefined) throw new Error('The idempotency store was asked before it was started.');
    return store;
  };

  const put: Put = async (key, row, revision) => {
    try {
      // Named even when it is 0: then the key must not exist.
      return await open().put(key, JSON.stringify(row), { previousSeq: revision });
    } catch (error) {
      if (isConflict(error)) return undefined;
      throw error;
    }
  };

  const claim = async (key: string, fingerprint: string): Promise<Claim> => {
    const entry = await open().get(key);
    const row = entry?.operation === 'PUT' ? (JSON.parse(entry.string()) as Row) : undefined;
    const earlier = met(row, fingerprint, now());
    if (earlier !== undefined) return earlier;
    const claimed: Row = { fingerprint, startedAt: now() };
    const revision = await put(key, claimed, entry?.revision ?? 0);
    // Somebody was faster; their claim is read like any other.
    return revision === undefined ? claim(key, fingerprint) : first(put, key, claimed, revision);
  };

  return {
    name: 'idempotency-keys',
    start: async () => {
      store = await bus.stream.views.kv(BUCKET, { history: 1, ttl: KEEP_MS, storage: StorageType.File, replicas });
    },
    stop: async () => {
      store = undefined;
    },
    claim,
  };
};
