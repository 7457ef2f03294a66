import { ObjectId } from 'bson';
import { encodeKey } from '../bson/key.js';
import { mongoError } from '../errors.js';
import { child, valueAt, zeroEnded, type Place } from '../index/raw-fields.js';
import { MAX_DOCUMENT_BYTES } from '../wire/message.js';

const ID = zeroEnded('_id');
const BAD_VALUE = 2;
const TOO_LARGE = 10_334;

const FORBIDDEN: Record<number, string> = { 0x04: 'array', 0x06: 'undefined', 0x0b: 'regex' };

/** The key a document is stored under: its `_id`, encoded so that equal ones are one key. */
export const recordKey = (id: unknown): Buffer => encodeKey([id], [1]);

export function checkSize(bytes: Buffer): void {
  if (bytes.length <= MAX_DOCUMENT_BYTES) return;
  throw mongoError(TOO_LARGE, `BSONObj size: ${bytes.length} (0x${bytes.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}(16MB)`);
}

/** Rebuilds the document with `_id` in front, where every document has it. */
function withIdFirst(bytes: Buffer, id: Buffer, cut?: { from: number; to: number }): Buffer {
  const rest = cut
    ? [bytes.subarray(4, cut.from), bytes.subarray(cut.to)]
    : [bytes.subarray(4)];
  const out = Buffer.concat([Buffer.alloc(4), id, ...rest]);
  out.writeInt32LE(out.length, 0);
  return out;
}

const idElement = (type: number, value: Buffer): Buffer => Buffer.concat([Buffer.from([type]), ID, value]);

function checkId(place: Place, bytes: Buffer): void {
  const forbidden = FORBIDDEN[place.type];
  if (forbidden) throw mongoError(BAD_VALUE, `can't use ${forbidden === 'array' ? 'an' : 'a'} ${forbidden} for _id`);
  if (place.type === 0x03 && place.end - place.start > 5 && bytes[place.start + 5] === 0x24) {
    throw mongoError(52, '_id fields may not contain \'$\'-prefixed fields');
  }
}

/** A document as it is stored: `_id` first (made if there was none), and its record key. */
export function stored(bytes: Buffer): { bytes: Buffer; id: unknown; record: Buffer } {
  const place = child(bytes, 0, ID);
  if (!place) {
    const id = new ObjectId();
    const whole = withIdFirst(bytes, idElement(0x07, Buffer.from(id.id)));
    checkSize(whole);
    return { bytes: whole, id, record: recordKey(id) };
  }
  checkId(place, bytes);
  checkSize(bytes);
  const id = valueAt(bytes, place);
  const from = place.start - ID.length - 1;
  const whole = from === 4
    ? bytes
    : withIdFirst(bytes, idElement(place.type, bytes.subarray(place.start, place.end)), { from, to: place.end });
  return { bytes: whole, id, record: recordKey(id) };
}
