import { cpuMsOf } from '@landfall/testkit/cost';
import { storeProcess } from '@landfall/testkit/store-process';
import { withIndexes } from '@landfall/testkit/test-mongo';
import mongoose from 'mongoose';
import { recordVessel } from '../src/app/record-vessel.js';
import type { Vessels } from '../src/app/ports.js';
import { readAisstream } from '../src/domain/ais.js';
import { reportQueue } from '../src/outside/ais/report-queue.js';
import { oldPositions, positions } from '../src/store/positions.js';
import { vessels } from '../src/store/vessels.js';

/**
 * A feed of 100,000 messages a second is a hundred thousand ships that report every second, or a million every ten.
 * Here some thousand ships report every ten seconds for eleven minutes of their time, as fast as this machine can read.
 */
const SHIPS = Number(process.env['BENCH_SHIPS'] ?? '3000');
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? '66');
const ROUND_MS = 10_000;
const DAY_MS = 86_400_000;
const GOAL = 100_000;
// So many messages lie in the socket's buffer when the process gets to them.
const BURST = 4_000;

const T0 = Date.UTC(2026, 2, 1);

const message = (ship: number, round: number): Buffer => {
  const mmsi = 200_000_000 + ship, at = new Date(T0 + round * ROUND_MS), longitude = ((ship % 3_000) / 10 - 150 + round * 0.0008).toFixed(5), latitude = ((ship % 1_000) / 10 - 50).toFixed(5);
  return Buffer.from(`{"MessageType":"PositionReport","MetaData":{"MMSI":${mmsi},"MMSI_String":${mmsi},"ShipName":"SHIP ${ship}      ","latitude":${latitude},"longitude":${longitude},"time_utc":"${at.toISOString().replace('T', ' ').replace('Z', '000000')} +0000 UTC"},"Message":{"PositionReport":{"Cog":90.1,"CommunicationState":81982,"Latitude":${latitude},"Longitude":${longitude},"MessageID":1,"NavigationalStatus":0,"PositionAccuracy":true,"Raim":false,"RateOfTurn":0,"RepeatIndicator":0,"Sog":15.1,"Spare":0,"SpecialManoeuvreIndicator":0,"Timestamp":11,"TrueHeading":90,"UserID":${mmsi},"Valid":true}}}`);
};

type Cost = { messages: number; seconds: number; cpuSeconds: number };

/** Rounds are written before their time is taken: making messages up is not what is measured. */
const costOf = async (rounds: number, act: (data: Buffer) => void, settled: () => Promise<void> = async () => undefined): Promise<Cost> => {
  const cost: Cost = { messages: 0, seconds: 0, cpuSeconds: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const batch = Array.from({ length: SHIPS }, (_, ship) => message(ship, round));
    const [cpu, began] = [process.cpuUsage(), performance.now()];
    for (let from = 0; from < batch.length; from += BURST) {
      batch.slice(from, from + BURST).forEach(act);
      await settled();
    }
    const used = process.cpuUsage(cpu);
    cost.messages += batch.length;
    cost.seconds += (performance.now() - began) / 1_000;
    cost.cpuSeconds += (used.user + used.system) / 1_000_000;
  }
  return cost;
};

const row = ({ messages, seconds, cpuSeconds }: Cost) => ({ messages, 'a second': Math.round(messages / seconds), 'a CPU second': Math.round(messages / cpuSeconds) });

const read = (data: Buffer) => readAisstream(JSON.parse(String(data)) as unknown);

const around = { watches: { followedVessels: async () => [], followers: async () => [] }, berthings: { say: async () => undefined }, now: () => new Date(T0) };
const hearInto = (store: Vessels) => {
  const hear = recordVessel({ ...around, vessels: store } as unknown as Parameters<typeof recordVessel>[0], true);
  const queue = reportQueue(hear, (error) => {
    throw error;
  });
  const act = (data: Buffer): void => {
    const report = read(data);
    if (report) queue.take(report);
  };
  return [act, queue.settled] as const;
};

let kept = 0;
const nowhere: Vessels = { find: async () => undefined, byImos: async () => [], positions: async () => [], save: async (track) => ((kept += 1), track) };

await costOf(2, ...hearInto(nowhere));
const decoded = await costOf(8, (data) => void read(data));
kept = 0;
const thinned = await costOf(ROUNDS, ...hearInto(nowhere));

const store = await storeProcess();
const db = await mongoose.createConnection(store.uri, { dbName: 'bench', autoIndex: false, autoCreate: false }).asPromise();
const real = vessels(db, { keptMs: 180 * DAY_MS, fineMs: 14 * DAY_MS });
await withIndexes(db);
const storeCpu = cpuMsOf(store.pid);
const before = kept;
const stored = await costOf(ROUNDS, ...hearInto({ ...real, save: async (track, position) => ((kept += 1), real.save(track, position)) }));
const saves = kept - before;
const storeMs = cpuMsOf(store.pid) - storeCpu;

console.log(`AIS in the form of aisstream.io, ${SHIPS} ships, ${ROUNDS} rounds of ${ROUND_MS / 1_000} s; positions that say nothing new are thinned out`);
console.table({ 'read (JSON → report)': row(decoded), 'read and thinned, kept nowhere': row(thinned), 'read, thinned and stored, embedded store': row(stored) });
const perSave = (stored.cpuSeconds - (thinned.cpuSeconds * stored.messages) / thinned.messages) / saves;
const share = saves / stored.messages;
console.log(`stored ${saves} of ${stored.messages} (1 in ${(1 / share).toFixed(0)}): ${(perSave * 1_000).toFixed(2)} ms CPU here and ${(storeMs / saves).toFixed(2)} ms in the store each`);
const reading = GOAL * (thinned.cpuSeconds / thinned.messages);
console.log(`${GOAL} messages/s of ships that report every ten seconds (1 in 60 kept, ${Math.round(GOAL / 60)}/s) would take ${reading.toFixed(2)} cores to read, ${((GOAL / 60) * perSave).toFixed(2)} to write and ${((GOAL / 60) * (storeMs / saves) / 1_000).toFixed(2)} in the store`);
console.log(`${(process.memoryUsage().rss / 1_048_576).toFixed(0)} MiB resident with ${SHIPS} tracks remembered and a round of messages in memory`);

const track = positions(db, { keptMs: 180 * DAY_MS, fineMs: 14 * DAY_MS });
const began = performance.now();
const thinnedDays = await oldPositions(db).coarsen(new Date(T0 + 60 * DAY_MS), 1_000);
console.log(`${thinnedDays} old days thinned out in ${(performance.now() - began).toFixed(0)} ms; a track of one ship read in ${await (async () => { const from = performance.now(); await track.between(['200000001'], new Date(T0), new Date(T0 + DAY_MS)); return (performance.now() - from).toFixed(1); })()} ms`);
await db.close();
await store.stop();
