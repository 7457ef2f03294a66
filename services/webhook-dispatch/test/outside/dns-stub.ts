import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import type { Resolve } from '@landfall/kit/public-address';

const A = 1, ANSWER_FLAGS = 0x8180, NAME_POINTER = 0xc00c, IN = 1, HEADER_BYTES = 12;

const addressRecord = (address: string): Buffer => {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(NAME_POINTER, 0);
  record.writeUInt16BE(A, 2);
  record.writeUInt16BE(IN, 4);
  // Bytes 6 to 9, the time to live, stay 0: a rebinding attacker wants to be asked again.
  record.writeUInt16BE(4, 10);
  Buffer.from(address.split('.').map(Number)).copy(record, 12);
  return record;
};

const questionIn = (query: Buffer): Buffer => {
  let end = HEADER_BYTES;
  while (query[end] !== 0) end += (query[end] ?? 0) + 1;
  return query.subarray(HEADER_BYTES, end + 5);
};

/** A name server of our own on the loopback: answers A questions with whatever `answer` says at that moment. */
export const dnsStub = async (answer: (asked: number) => readonly string[]) => {
  let asked = 0;
  const socket = createSocket('udp4', (query, from) => {
    const question = questionIn(query);
    const isAddressQuestion = question.readUInt16BE(question.length - 4) === A;
    if (isAddressQuestion) asked += 1;
    const records = isAddressQuestion ? answer(asked).map(addressRecord) : [];
    const head = Buffer.alloc(HEADER_BYTES);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(ANSWER_FLAGS, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, question, ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const resolve: Resolve = (hostname, _, done) => resolver.resolve4(hostname, (error, addresses) => done(error, (addresses ?? []).map((address) => ({ address, family: 4 }))));
  return { resolve, asked: () => asked, stop: () => void socket.close() };
};
