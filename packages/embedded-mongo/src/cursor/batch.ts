import { mongoError } from '../errors.js';
import { SLICE_MS } from './slices.js';
import { BREATH, type Pace } from '../query/scan.js';
import { endDocument, newBytes, putDocument, putDouble, putInt64, putName, putText, startDocument, written } from '../wire/bytes.js';

// A batch may be as long as the largest document; the answer around it is small beside the 48 MB of a message.
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

export type Source = {
  next: Iterator<Buffer | typeof BREATH>;
  pace: Pace;
  ns: string;
  /** Documents that may still be handed out; Infinity without a limit. */
  remaining: number;
  /** One that did not fit into the last batch. */
  held?: Buffer | undefined;
  deadline?: number;
};

export type Batch = { documents: Buffer[]; bytes: number; finished: boolean };

/** Takes what there is until the batch is full; false when others should run first. */
function take(source: Source, batch: Batch, size: number, until: number): boolean {
  while (batch.documents.length < size && !batch.finished) {
    const next = source.held ? { done: false, value: source.held } : source.next.next();
    source.held = undefined;
    if (next.done) batch.finished = true;
    else if (next.value === BREATH) {
      const now = performance.now();
      if (source.deadline !== undefined && now > source.deadline) throw mongoError(50, 'operation exceeded time limit');
      if (now > until) return false;
    } else if (batch.documents.length > 0 && batch.bytes + next.value.length > MAX_BATCH_BYTES) {
      source.held = next.value;
      return true;
    } else {
      batch.documents.push(next.value);
      batch.bytes += next.value.length + 8;
      source.remaining -= 1;
      if (source.remaining <= 0) batch.finished = true;
    }
  }
  return true;
}

async function takeInSlices(source: Source, batch: Batch, size: number): Promise<Batch> {
  do {
    source.pace.turn += 1;
    await new Promise((resolve) => setImmediate(resolve));
  } while (!take(source, batch, size, performance.now() + SLICE_MS));
  source.pace.turn += 1;
  return batch;
}

/** The next documents of a query: at once if they are near, in slices if the walk is long. */
export function fill(source: Source, size: number): Batch | Promise<Batch> {
  const batch: Batch = { documents: [], bytes: 0, finished: source.remaining <= 0 };
  if (!take(source, batch, size, performance.now() + SLICE_MS)) return takeInSlices(source, batch, size);
  source.pace.turn += 1;
  return batch;
}

/** `{ cursor: { firstBatch | nextBatch, id, ns }, ok: 1 }`, copied together from stored bytes. */
export function batchAnswer(batch: Batch, field: 'firstBatch' | 'nextBatch', id: bigint, ns: string): Buffer {
  const bytes = newBytes(160 + ns.length + batch.bytes);
  const all = startDocument(bytes);
  putName(bytes, 0x03, 'cursor');
  const cursor = startDocument(bytes);
  putName(bytes, 0x04, field);
  const list = startDocument(bytes);
  for (let at = 0; at < batch.documents.length; at += 1) putDocument(bytes, String(at), batch.documents[at] as Buffer);
  endDocument(bytes, list);
  putInt64(bytes, 'id', id);
  putText(bytes, 'ns', ns);
  endDocument(bytes, cursor);
  putDouble(bytes, 'ok', 1);
  endDocument(bytes, all);
  return written(bytes);
}
