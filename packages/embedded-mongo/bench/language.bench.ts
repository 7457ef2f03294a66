import { ObjectId } from 'bson';
import { Bench } from 'tinybench';
import { decode, decodeTrusted, encode } from '../src/bson/document.js';
import { encodeKey } from '../src/bson/key.js';
import { rawGet } from '../src/bson/raw.js';
import { compileFilter } from '../src/query/matcher.js';
import { compileProjection } from '../src/query/projection.js';
import { compileUpdate, spliceUpdate } from '../src/update/compile.js';

// About 1 KB, shaped like a container: what the services store most.
const document = {
  _id: new ObjectId(), number: 'MSCU6639871', accountId: '0190d3b2-7c1e-7000-8000-0123456789ab', revision: 7, live: true,
  createdAt: new Date(), updatedAt: new Date(), weightLbs: 48_500.5,
  events: Array.from({ length: 8 }, (_, n) => ({ code: `milestone_${n}`, at: new Date(n), locode: 'USLAX', sequence: n })),
  ports: { origin: { locode: 'CNSHA', name: 'Shanghai' }, destination: { locode: 'USLAX', name: 'Los Angeles' } },
  note: 'x'.repeat(300),
};
const bytes = encode(document);
const read = decode(bytes);
const now = new Date();

const accepts = compileFilter({ accountId: document.accountId, live: true, 'events.code': 'milestone_7', revision: { $gte: 3 } });
const project = compileProjection({ number: 1, 'ports.origin.locode': 1 });
const top = compileUpdate({ $set: { live: false, updatedAt: now }, $inc: { revision: 1 } }, { now });
const deep = compileUpdate({ $set: { 'ports.origin.name': 'Yangshan' }, $inc: { revision: 1 } }, { now });

const bench = new Bench({ time: 300 })
  .add('decode 1 KB', () => void decode(bytes))
  .add('decode 1 KB, trusted', () => void decodeTrusted(bytes))
  .add('encode 1 KB', () => void encode(read))
  .add('compile a filter of four', () => void compileFilter({ accountId: 'a', live: true, 'events.code': 'b', revision: { $gte: 3 } }))
  .add('match four conditions', () => void accepts(read))
  .add('project', () => void project(read))
  .add('key of text and date', () => void encodeKey([document.accountId, document.createdAt], [1, -1]))
  .add('raw value at a nested path', () => void rawGet(bytes, 'ports.destination.locode'))
  .add('compile an update', () => void compileUpdate({ $set: { live: false }, $inc: { revision: 1 } }, { now }))
  .add('splice two $set and an $inc', () => void spliceUpdate(bytes, top))
  .add('the same, decoded and encoded', () => void encode(top(decodeTrusted(bytes)).doc))
  .add('a nested $set, decoded and encoded', () => void encode(deep(decodeTrusted(bytes)).doc));

await bench.run();
console.log(`document: ${bytes.length} bytes`);
for (const task of bench.tasks) {
  const { result } = task;
  if ('latency' in result) console.log(`${task.name.padEnd(40)} ${(result.latency.p50 * 1000).toFixed(2).padStart(8)} µs median`);
}
