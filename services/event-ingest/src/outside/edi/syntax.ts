import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedMessage, SetOfMessage, Syntax } from '../../app/ports.js';
import { controlMessage, readEdifact } from './edifact.js';
import type { Interchange } from './interchange.js';
import { functionalAcknowledgement, readX12 } from './x12.js';

const toSets = (format: 'x12' | 'edifact', { sets }: Interchange): SetOfMessage[] =>
  sets.map(({ reference, fault, segments }) => ({ reference, fault, message: { format, segments } }));

const pushed = (body: Buffer): SetOfMessage[] => {
  const set = (fault: string | null, events: unknown[]): SetOfMessage[] => [{ reference: 'notification', fault, message: { format: 'dcsa_push', events } }];
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(parsed) ? set(null, parsed) : set('The notification is no array of events.', []);
  } catch {
    return set('The notification is not JSON.', []);
  }
};

/** The published interface leaves open whether the secret is decoded; the reference implementation decodes it. */
export const signatureOf = (body: Buffer, base64Secret: string): string => createHmac('sha256', Buffer.from(base64Secret, 'base64')).update(body).digest('hex');

/** Reads and answers what comes into the mailboxes. */
export const syntax = (): Syntax => ({
  read: (format: ReceivedMessage['format'], body) => {
    if (format === 'dcsa_push') return { sets: pushed(body), acknowledge: () => '' };
    const interchange = format === 'x12' ? readX12(body.toString('latin1')) : readEdifact(body.toString('latin1'));
    const acknowledge = format === 'x12' ? functionalAcknowledgement : controlMessage;
    return { sets: toSets(format, interchange), acknowledge: (verdicts, at) => acknowledge(interchange, verdicts, at) };
  },

  isSigned: (body, signature, base64Secret) => {
    const given = Buffer.from(signature.replace(/^sha256=/i, '').toLowerCase(), 'utf8');
    const expected = Buffer.from(signatureOf(body, base64Secret), 'utf8');
    return given.length === expected.length && timingSafeEqual(given, expected);
  },
});
