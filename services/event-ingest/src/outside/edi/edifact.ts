import { createRequire } from 'node:module';
import type { EventEmitter } from 'node:events';
import { part, type Segment } from '../../domain/edi/segment.js';
import type { Verdict } from '../../app/ports.js';
import { unreadable, type Interchange, type RawSet } from './interchange.js';

type EdifactParser = EventEmitter & { encoding(level: string): void; write(text: string): void; end(): void };

// The package is CommonJS without types.
const Parser = createRequire(import.meta.url)('edifact/parser.js') as new () => EdifactParser;

const MOST_SEGMENTS = 500_000;

const segmentsOf = (text: string): Segment[] => {
  const parser = new Parser();
  const segments: Segment[] = [];
  let components: string[] = [];
  parser.on('opensegment', (tag: string) => {
    if (segments.length >= MOST_SEGMENTS) throw new Error('too many segments');
    segments.push({ tag, elements: [] });
  });
  parser.on('element', () => {
    components = [];
    segments.at(-1)?.elements.push(components);
  });
  parser.on('component', (value: string) => components.push(value));
  parser.encoding('UNOC');
  parser.write(text);
  parser.end();
  return segments;
};

const faultOf = (head: Segment, body: readonly Segment[], tail: Segment | undefined): string | null => {
  const reference = part(head, 0);
  if (!tail) return 'The message has no end (UNT).';
  if (part(tail, 1) !== reference) return `The message ${reference ?? ''} ends as ${part(tail, 1) ?? ''}.`;
  const real = body.length + 2;
  if (Number(part(tail, 0)) !== real) return `The message says ${part(tail, 0) ?? ''} segments and has ${real}.`;
  const kind = part(head, 1);
  return kind === 'IFTSTA' ? null : `Messages of kind ${kind ?? ''} are not read here.`;
};

const setsOf = (segments: readonly Segment[]): RawSet[] => {
  const sets: RawSet[] = [];
  let head: Segment | undefined;
  let body: Segment[] = [];
  const close = (tail: Segment | undefined) => {
    if (head) sets.push({ reference: part(head, 0) ?? '', kind: part(head, 1) ?? '', segments: body, fault: faultOf(head, body, tail) });
    head = undefined;
  };
  for (const segment of segments) {
    if (segment.tag === 'UNH') {
      close(undefined);
      head = segment;
      body = [];
    } else if (segment.tag === 'UNT') close(segment);
    else if (segment.tag === 'UNZ') close(undefined);
    else if (head) body.push(segment);
  }
  close(undefined);
  return sets;
};

export const readEdifact = (text: string): Interchange => {
  try {
    const segments = segmentsOf(text.trim());
    const head = segments.find(({ tag }) => tag === 'UNB');
    if (!head) return unreadable('The text does not begin with an interchange header (UNB).');
    const sets = setsOf(segments);
    return {
      control: part(head, 4) ?? '',
      sender: part(head, 1) ?? '',
      senderQualifier: part(head, 1, 1) ?? '',
      receiver: part(head, 2) ?? '',
      receiverQualifier: part(head, 2, 1) ?? '',
      group: { control: '', code: '', version: '', sender: '', receiver: '' },
      sets: sets.length > 0 ? sets : unreadable('The interchange holds no message.').sets,
    };
  } catch (error) {
    return unreadable(`The interchange cannot be read (${error instanceof Error ? error.name : 'error'}).`);
  }
};

const two = (value: number): string => String(value).padStart(2, '0');

const partyOf = (name: string, qualifier: string): string => (qualifier === '' ? name : `${name}:${qualifier}`);

/** CONTRL: 7 accepted, 4 rejected, for the interchange and for each message. */
export const controlMessage = (interchange: Interchange, verdicts: readonly Verdict[], at: Date): string => {
  if (interchange.control === '') return '';
  const { control, sets } = interchange;
  const sender = partyOf(interchange.sender, interchange.senderQualifier);
  const receiver = partyOf(interchange.receiver, interchange.receiverQualifier);
  const stamp = `${two(at.getUTCFullYear() % 100)}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}:${two(at.getUTCHours())}${two(at.getUTCMinutes())}`;
  const accepted = verdicts.some(({ verdict }) => verdict !== 'refused');
  const answers = sets.map(({ kind, reference }, index) => `UCM+${reference}+${kind}:D:99B:UN+${verdicts[index]?.verdict === 'refused' ? 4 : 7}`);
  const body = ['UNH+1+CONTRL:4:1:UN', `UCI+${control}+${sender}+${receiver}+${accepted ? 7 : 4}`, ...answers];
  return `${[`UNB+UNOC:3+${receiver}+${sender}+${stamp}+${control}`, ...body, `UNT+${body.length + 1}+1`, `UNZ+1+${control}`].join("'")}'`;
};
