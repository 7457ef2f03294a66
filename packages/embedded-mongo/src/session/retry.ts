import { mongoError } from '../errors.js';
import type { Writer } from '../storage/engine.js';
import { edge, prefixed, SPACE } from '../storage/keys.js';
import { bytesOf, int64Of, type Command } from '../wire/command.js';
import { child, zeroEnded } from '../index/raw-fields.js';

const TRANSACTION_TOO_OLD = 225;
const HEAD_BYTES = 16;
/** As promised in `hello`: a session nobody used this long, and its retry record, are forgotten. */
export const SESSION_TIMEOUT_MS = 30 * 60_000;
const ID = zeroEnded('id');

/** Says which write this is, so that its second arrival can be told from a new one. */
export type RetryKey = { session: Buffer; number: bigint };

export function sessionId(lsid: Buffer): Buffer {
  const place = child(lsid, 0, ID);
  if (place?.type !== 0x05) throw mongoError(14, "BSON field 'lsid.id' is the wrong type, expected type 'binData'");
  return lsid.subarray(place.start + 5, place.end);
}

/** A command that believes to be part of a transaction must not take effect alone. */
export function refuseTransaction({ fields }: Command): void {
  if (!fields.has('autocommit') && !fields.has('startTransaction')) return;
  throw mongoError(20, 'Transaction numbers are only allowed on a replica set member or mongos: embedded-mongo has no multi-document transactions');
}

/** Undefined for a write the client did not mark as retryable. */
export function retryKey(command: Command): RetryKey | undefined {
  const number = int64Of(command, 'txnNumber');
  if (number === undefined) return undefined;
  const lsid = bytesOf(command, 'lsid');
  if (!lsid) throw mongoError(72, 'Transaction number requires a session ID to also be specified');
  return { session: sessionId(lsid), number };
}

const sessionKey = (session: Buffer): Buffer => prefixed(SPACE.sessions, session);

/**
 * Runs a write once, however often it is sent: its answer is kept in the commit that holds its effect,
 * so there is no moment at which one exists without the other.
 */
export function once(writer: Writer, key: RetryKey | undefined, act: () => Buffer): Buffer {
  if (!key) return act();
  const stored = writer.get(sessionKey(key.session));
  const last = stored?.readBigInt64LE(0);
  if (stored && last === key.number) return stored.subarray(HEAD_BYTES);
  if (last !== undefined && last > key.number) {
    throw mongoError(TRANSACTION_TOO_OLD, `Cannot start transaction ${key.number} on session because a newer transaction ${last} has already started`);
  }
  const answer = act();
  const record = Buffer.allocUnsafe(HEAD_BYTES + answer.length);
  record.writeBigInt64LE(key.number, 0);
  record.writeBigInt64LE(BigInt(Date.now()), 8);
  record.set(answer, HEAD_BYTES);
  writer.put(sessionKey(key.session), record);
  return answer;
}

export const endSession = (writer: Writer, session: Buffer): void => writer.remove(sessionKey(session));

/** Drops the records of sessions that have timed out. */
export function endStaleSessions(writer: Writer, now: number): number {
  const stale: Buffer[] = [];
  for (const { key, value } of writer.range({ start: edge(SPACE.sessions), end: edge(SPACE.sessions + 1) })) {
    if (now - Number(value.readBigInt64LE(8)) > SESSION_TIMEOUT_MS) stale.push(key);
  }
  for (const key of stale) writer.remove(key);
  return stale.length;
}
