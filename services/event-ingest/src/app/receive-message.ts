import { problem } from '@landfall/kit/problem';
import { isScac } from '@landfall/shipping/scac';
import { eventsOfMessage, numbersOf, type KeptMessage } from '../domain/partner-message.js';
import { readIftsta } from '../domain/edi/iftsta.js';
import { readX12Status } from '../domain/edi/x12-315.js';
import { tellWatch } from './hear-messages.js';
import type { Ports, SetOfMessage, Received, ReceivedMessage, Verdict } from './ports.js';

const MOST_BYTES = 16 * 1_024 * 1_024;

/** The carrier's code as the message has it, else as the partner is known. */
const scacOf = (kept: KeptMessage, partner: string | undefined): string | null => {
  if (kept.format === 'dcsa_push') return partner ?? null;
  const said = (kept.format === 'x12' ? readX12Status(kept.segments) : readIftsta(kept.segments))?.scac;
  // A partner may forward several carriers, or write its own code where the carrier's belongs.
  return partner ?? (said !== undefined && isScac(said) ? said : null);
};

/** Keeps one message under every number it names, then tells the watches of those numbers. */
const take = async (ports: Ports, { accountId, channel }: ReceivedMessage, set: SetOfMessage): Promise<Verdict> => {
  const refused = (detail: string): Verdict => ({ reference: set.reference, verdict: 'refused', detail });
  if (set.fault !== null) return refused(set.fault);
  const events = eventsOfMessage(set.message);
  if (events.length === 0) return refused('The message holds no status.');
  const scac = scacOf(set.message, ports.partners.scacOf(channel));
  if (scac === null) return refused('The carrier of the message cannot be told.');
  const numbers = [...new Set(events.flatMap((event) => numbersOf(event, scac)))];
  if (numbers.length === 0) return refused('The message names no number.');

  const text = JSON.stringify(set.message);
  const now = ports.now();
  const digest = ports.digest([text]);
  const added = await ports.payloads.add({
    id: ports.nameId('message', accountId, scac, digest),
    scac,
    channel: set.message.format === 'dcsa_push' ? 'push' : 'edi',
    numbers,
    accountId: accountId === '' ? null : accountId,
    takenAt: now,
    until: new Date(now.getTime() + ports.settings.payloadKeptMs),
    digest,
    texts: [text],
  });
  // Told even when it is a repeat: a crash may have come between keeping and telling.
  for (const watch of await ports.watches.byNumbers(scac, numbers)) await tellWatch(ports, watch.id, accountId === '' ? null : accountId);
  return { reference: set.reference, verdict: added === 'exists' ? 'duplicate' : 'accepted', detail: '' };
};

const process = async (ports: Ports, received: ReceivedMessage): Promise<Omit<Received, 'receiptId' | 'duplicate'>> => {
  const interchange = ports.syntax.read(received.format, received.body);
  const verdicts: Verdict[] = [];
  for (const set of interchange.sets) verdicts.push(await take(ports, received, set));
  return { verdicts, acknowledgement: interchange.acknowledge(verdicts, ports.now()) };
};

const verified = async (ports: Ports, { accountId, channel, format, body, headers }: ReceivedMessage): Promise<void> => {
  if (format !== 'dcsa_push') return;
  const subscription = headers['subscription-id'] ?? channel;
  const credential = await ports.credentials.find(`push:${subscription}`, accountId);
  const signature = headers['notification-signature'] ?? headers['signature'];
  if (!credential?.['secret'] || !signature || !ports.syntax.isSigned(body, signature, credential['secret'])) {
    throw problem('unauthorized', 'The notification is not signed with the secret of the subscription.');
  }
};

/**
 * An interchange or a notification. It is kept before it is read and read again when it is repeated, so that nothing
 * is lost to a crash; what was read before is a duplicate and changes nothing.
 */
export const receive = (ports: Ports) => async (received: ReceivedMessage): Promise<Received> => {
  if (received.body.length > MOST_BYTES) throw problem('payload_too_large', `A message has at most ${MOST_BYTES} bytes.`);
  await verified(ports, received);
  const digest = ports.digest([received.body.toString('base64')]);
  const receiptId = ports.nameId('receipt', received.accountId, received.format, received.channel, digest);
  const done = await ports.receipts.keep(receiptId, received, ports.now());
  if (done) return { ...done, receiptId, duplicate: true };
  const result = await process(ports, received);
  await ports.receipts.finish(receiptId, result);
  return { ...result, receiptId, duplicate: false };
};

// Long enough for the one who is reading it now.
const UNFINISHED_AFTER_MS = 60_000;

/** What was kept and never finished, because a process died in between. */
export const finishReceipts = (ports: Ports) => async (): Promise<boolean> => {
  const open = await ports.receipts.unfinished(new Date(ports.now().getTime() - UNFINISHED_AFTER_MS), 10);
  for (const { id, received } of open) await ports.receipts.finish(id, await process(ports, received));
  return open.length === 10;
};
