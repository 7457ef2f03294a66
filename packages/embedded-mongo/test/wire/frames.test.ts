import { connect } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import fc from 'fast-check';
import { serialize } from 'bson';
import { frameReader } from '../../src/wire/frames.js';
import { MAX_MESSAGE_BYTES, readRequest, validateRequest } from '../../src/wire/message.js';
import { MongoError } from '../../src/errors.js';
import { MalformedFrame } from '../../src/wire/message.js';
import { running, type Running } from '../running.js';

function frame(body: Uint8Array, opcode = 2_013): Buffer {
  const out = Buffer.alloc(21 + body.length);
  out.writeInt32LE(out.length, 0);
  out.writeInt32LE(7, 4);
  out.writeInt32LE(opcode, 12);
  out.set(body, 21);
  return out;
}

const ping = frame(serialize({ ping: 1, $db: 'admin' }));

describe('frames', () => {
  it('come out whole, however the stream was cut [EM-10]', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (cuts) => {
      const sent = Array.from({ length: 5 }, (_, n) => frame(serialize({ ping: n, $db: 'admin' })));
      const stream = Buffer.concat(sent);
      const seen: Buffer[] = [];
      const read = frameReader((each) => seen.push(Buffer.from(each)));
      let at = 0;
      for (let n = 0; at < stream.length; n += 1) {
        const size = cuts[n % cuts.length] as number;
        read(stream.subarray(at, at + size));
        at += size;
      }
      expect(seen).to.deep.equal(sent);
    }));
  });

  it('with a lying length are refused before anything is kept for them [EM-11]', () => {
    for (const length of [-1, 0, 15, MAX_MESSAGE_BYTES + 1, 0x7fffffff]) {
      const lying = Buffer.from(ping);
      lying.writeInt32LE(length, 0);
      expect(() => frameReader(() => undefined)(lying)).to.throw(MalformedFrame);
    }
  });

  it('mutated at random are answered or refused, and never crash the reader [EM-12]', () => {
    const source = frame(serialize({ find: 'c', filter: { a: [1, { b: 'text' }], c: new Date(0) }, limit: 3, $db: 'x' }));
    const edits = fc.array(fc.tuple(fc.nat(source.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(fc.property(edits, fc.nat(source.length), (list, cut) => {
      const broken = Buffer.from(source.subarray(0, Math.max(17, cut)));
      for (const [at, byte] of list) if (at < broken.length) broken[at] = byte;
      try {
        validateRequest(readRequest(broken));
      } catch (error) {
        expect(error instanceof MalformedFrame || error instanceof MongoError, String(error)).to.equal(true);
      }
    }), { numRuns: 5_000 });
  });
});

describe('a connection', () => {
  let up: Running;
  before(async () => {
    up = await running();
  });
  after(() => up.stop());

  it('that sends garbage is closed, and the others go on [EM-13]', async () => {
    const socket = connect(up.server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
    await once(socket, 'close');
    expect(await up.db.command({ ping: 1 })).to.include({ ok: 1 });
  });

  it('answers invalid BSON with an error and lives on [EM-14]', async () => {
    const socket = connect(up.server.port, '127.0.0.1');
    await once(socket, 'connect');
    const body = Buffer.from(serialize({ ping: 1, text: 'abcd', $db: 'admin' }));
    body[body.indexOf('abcd')] = 0xff;
    socket.write(frame(body));
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.includes('InvalidBSON')).to.equal(true);
    socket.write(ping);
    const [second] = (await once(socket, 'data')) as [Buffer];
    expect(second.includes('errmsg')).to.equal(false);
    socket.destroy();
  });

  it('refuses documents nested deeper than 100 levels [EM-15]', async () => {
    let deep: Record<string, unknown> = { end: 1 };
    for (let n = 0; n < 150; n += 1) deep = { n: deep };
    try {
      await up.db.collection('deep').insertOne(deep);
      expect.fail('it was accepted');
    } catch (error) {
      expect((error as MongoError).code).to.equal(15);
    }
  });
});
