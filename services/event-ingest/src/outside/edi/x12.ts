import { createRequire } from 'node:module';
import type * as NodeX12 from 'node-x12';
import type { X12Interchange, X12Segment, X12Transaction } from 'node-x12';
import type { Segment } from '../../domain/edi/segment.js';
import type { Verdict } from '../../app/ports.js';
import { unreadable, type Interchange, type RawSet } from './interchange.js';

// node-x12 is CommonJS whose exports an ESM import cannot see by name.
const { X12Parser } = createRequire(import.meta.url)('node-x12') as typeof NodeX12;

const MOST_SETS = 5_000;

const valuesOf = (segment: X12Segment | undefined): string[] => (segment?.elements ?? []).map(({ value }) => String(value ?? '').trim());

const plain = (segment: X12Segment): Segment => ({ tag: segment.tag, elements: valuesOf(segment).map((value) => [value]) });

/** Counts and numbers of the envelope must agree: they are all that tells a cut message from a short one. */
const faultOf = (transaction: X12Transaction): string | null => {
  const [kind, reference] = valuesOf(transaction.header);
  const [count, closing] = valuesOf(transaction.trailer);
  if (!transaction.trailer) return 'The message has no end (SE).';
  if (Number(reference) !== Number(closing)) return `The message ${reference ?? ''} ends as ${closing ?? ''}.`;
  const real = transaction.segments.length + 2;
  if (Number(count) !== real) return `The message says ${count ?? ''} segments and has ${real}.`;
  return kind === '315' ? null : `Messages of kind ${kind ?? ''} are not read here.`;
};

const setOf = (transaction: X12Transaction): RawSet => {
  const [kind, reference] = valuesOf(transaction.header);
  return { reference: reference ?? '', kind: kind ?? '', segments: transaction.segments.map(plain), fault: faultOf(transaction) };
};

const isInterchange = (parsed: unknown): parsed is X12Interchange => typeof parsed === 'object' && parsed !== null && 'functionalGroups' in parsed;

/** ISA has fixed widths; node-x12 turns its control number into a number, and the receiver wants it back as it was. */
const controlOf = (text: string): string => text.slice(90, 99).trim();

const padded = (segment: X12Segment | undefined, width: number): string[] => {
  const values = valuesOf(segment);
  return Array.from({ length: width }, (_, index) => values[index] ?? '');
};

const partiesOf = ([, , , , senderQualifier = '', sender = '', receiverQualifier = '', receiver = '']: string[]) => ({ senderQualifier, sender, receiverQualifier, receiver });

const groupOf = ([code = '', sender = '', receiver = '', , , control = '', , version = '']: string[]) => ({ code: code || 'QO', sender, receiver, control, version: version || '004010' });

export const readX12 = (text: string): Interchange => {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('ISA') || trimmed.length < 106) return unreadable('The text does not begin with an interchange header (ISA).');
  try {
    const parsed = new X12Parser(false).parse(trimmed);
    if (!isInterchange(parsed)) return unreadable('The text holds no interchange.');
    const isa = padded(parsed.header, 8);
    const gs = padded(parsed.functionalGroups[0]?.header, 8);
    const sets = parsed.functionalGroups.flatMap(({ transactions }) => transactions.map(setOf));
    if (sets.length > MOST_SETS) return unreadable(`An interchange has at most ${MOST_SETS} messages.`);
    return {
      control: controlOf(trimmed),
      ...partiesOf(isa),
      group: groupOf(gs),
      sets: sets.length > 0 ? sets : unreadable('The interchange holds no message.').sets,
    };
  } catch (error) {
    return unreadable(`The interchange cannot be read (${error instanceof Error ? error.name : 'error'}).`);
  }
};

const two = (value: number): string => String(value).padStart(2, '0');

const field = (value: string, width: number): string => value.slice(0, width).padEnd(width);

/** 997: every message of the group accepted (A) or rejected (R), and the group as a whole. */
export const functionalAcknowledgement = (interchange: Interchange, verdicts: readonly Verdict[], at: Date): string => {
  if (interchange.control === '') return '';
  const day = `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`;
  const time = `${two(at.getUTCHours())}${two(at.getUTCMinutes())}`;
  const { group, sets } = interchange;
  const accepted = verdicts.filter(({ verdict }) => verdict !== 'refused').length;
  const whole = accepted === sets.length ? 'A' : accepted === 0 ? 'R' : 'P';
  const answers = sets.flatMap(({ kind, reference }, index) => [`AK2*${kind}*${reference}`, verdicts[index]?.verdict === 'refused' ? 'AK5*R*5' : 'AK5*A']);
  const body = [`AK1*${group.code}*${group.control}`, ...answers, `AK9*${whole}*${sets.length}*${sets.length}*${accepted}`];
  const isa = ['ISA', '00', field('', 10), '00', field('', 10), field(interchange.receiverQualifier, 2), field(interchange.receiver, 15), field(interchange.senderQualifier, 2), field(interchange.sender, 15), day.slice(2), time, 'U', '00401', interchange.control.padStart(9, '0'), '0', 'P', '>'];
  const lines = [isa.join('*'), `GS*FA*${group.receiver}*${group.sender}*${day}*${time}*${group.control}*X*${group.version}`, 'ST*997*0001', ...body, `SE*${body.length + 2}*0001`, `GE*1*${group.control}`, `IEA*1*${interchange.control.padStart(9, '0')}`];
  return `${lines.join('~')}~`;
};
