import { loadavg } from 'node:os';
import { ShipmentServiceService } from '@landfall/contracts/gen/shipment/v1/shipment';
import { grpcServer } from '@landfall/kit/grpc';
import { grpcClient } from '@landfall/kit/grpc-client';
import { logger } from '@landfall/kit/log';
import { besideFirst, figuresTable, measured } from '@landfall/testkit/figures';
import { withIndexes } from '@landfall/testkit/test-mongo';
import mongoose from 'mongoose';
import { shipmentService } from '../src/rpc/shipment-service.js';
import { useCases } from '@landfall/shipment/wire';
import { fill, idOf } from './rows.js';
import type { StoreProcess } from '@landfall/testkit/store-process';

/*
 * [D-72] Cold reads: every id another, over 100,000 containers with their histories. What a gateway pays behind its cache:
 * at least 300/s, beside the same look-up by the bare driver.
 */
const ROWS = Number(process.env['BENCH_COLD_ROWS'] ?? 20_000);
const TIMES = 2_000;
const ACCOUNT = 'cold';

export const readFigures = async (store: StoreProcess): Promise<string> => {
  const db = await mongoose.createConnection(store.uri, { dbName: 'reads', autoIndex: false, autoCreate: false }).asPromise();
  const app = useCases(db, { REFERENCE_DATA_PATH: undefined, SNAPSHOTS_IN_FLIGHT: 1 });
  await withIndexes(db);
  await fill(db, app, { account: ACCOUNT, rows: ROWS, whole: true });
  const server = grpcServer({ port: 0, services: [[ShipmentServiceService, shipmentService(app)]], log: logger('bench', 'silent'), service: 'shipment' });
  await server.start();
  const client = grpcClient(ShipmentServiceService, `127.0.0.1:${server.port()}`);
  // Steps that are prime to the rows meet each once, far from the last.
  const id = (n: number) => idOf(ACCOUNT, (n * 7_919) % ROWS);
  const figures = [
    await measured('the document, bare driver', TIMES, 8, (n) => db.collection<{ _id: string }>('containers').findOne({ _id: id(n) })),
    await measured('GetContainer, every id another [D-72]: ≥ 300', TIMES, 8, (n) => client.getContainer({ accountId: ACCOUNT, id: id(n + TIMES) })),
    await measured('BatchGetContainers, 30 of them', TIMES / 20, 4, (n) => client.batchGetContainers({ accountId: ACCOUNT, ids: Array.from({ length: 30 }, (_, at) => id(n * 30 + at)) })),
  ];
  client.close();
  await server.stop();
  await db.close();
  return `Cold reads among ${ROWS} containers, load ${loadavg()[0]?.toFixed(1)}\n\n${figuresTable(besideFirst(figures))}`;
};
