import { randomBytes } from 'node:crypto';
import { facts, type Fact } from '@landfall/contracts/facts';
import { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { bus, type Bus } from '@landfall/kit/bus';
import { newId } from '@landfall/kit/identity';
import type { Service } from '@landfall/kit/lifecycle';
import { EventIngestServiceService } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { grpcClient, type Caller } from '@landfall/kit/grpc-client';
import { logger } from '@landfall/kit/log';
import { freePort } from '@landfall/testkit/free-port';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { load } from '../../src/config.js';
import { wire } from '../../src/wire.js';
import { fakeCarrier, type FakeCarrier } from './fake-carrier.js';

export type Running = {
  carrier: FakeCarrier;
  bus: Bus;
  store: TestMongo;
  say<Message>(fact: Fact<Message>, message: Message, id?: string): Promise<void>;
  heard<Message>(fact: Fact<Message>): Message[];
  /** Waits until a fact is heard that the test looks for. */
  hears<Message>(fact: Fact<Message>, wanted: (message: Message) => boolean): Promise<Message>;
  start(environment?: Record<string, string>): Promise<Service>;
  /** The service's own door, of the process started last. */
  calls(): Caller<typeof EventIngestServiceService>;
  stop(): Promise<void>;
};

const log = logger('test', process.env['LOG_LEVEL'] ?? 'silent');

const listen = async (nats: Bus): Promise<{ subject: string; body: unknown }[]> => {
  const seen: { subject: string; body: unknown }[] = [];
  const ids = new Set<string>();
  const subscription = nats.connection.subscribe('fact.>');
  void (async () => {
    for await (const message of subscription) {
      // The stream drops what is published twice under one id; a plain subscription sees it before that.
      const id = message.headers?.get('Nats-Msg-Id') ?? '';
      if (!ids.has(id)) seen.push({ subject: message.subject, body: message.json() });
      ids.add(id);
    }
  })();
  return seen;
};

/** The service as it runs, with a real store, a real bus and a publisher on a real socket. */
export const running = async (): Promise<Running> => {
  const carrier = await fakeCarrier();
  const store = await testMongo();
  const broker: TestBus = await testBus();
  const nats = bus({ url: broker.url, name: 'test', log });
  await nats.start();
  const seen = await listen(nats);
  const services: Service[] = [];
  const clients: { close(): void }[] = [];
  let port = 0;
  const heard = <Message>(fact: Fact<Message>): Message[] => seen.filter(({ subject }) => subject === fact.subject).map(({ body }) => fact.codec.fromJSON(body));
  return {
    carrier,
    bus: nats,
    store,
    heard,
    say: (fact, message, id = newId()) => nats.publish(fact.subject, fact.codec.toJSON(message), id),
    hears: (fact, wanted) => until(`${fact.subject} is heard`, () => heard(fact).find(wanted)),
    calls: () => {
      const client = grpcClient(EventIngestServiceService, `127.0.0.1:${port}`);
      clients.push(client);
      return client;
    },
    start: async (environment = {}) => {
      port = await freePort();
      const config = load({
        MONGODB_URI: store.uri,
        NATS_URL: broker.url,
        DATA_ENCRYPTION_KEY: KEY,
        SANDBOX_CARRIER_URL: carrier.url,
        SANDBOX_POLL_MS: '40',
        SANDBOX_AIS: 'false',
        SAY_UNCHANGED_EVERY_MS: '60000',
        POLL_TICK_MS: '10',
        GRPC_PORT: String(port),
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
        ...environment,
      });
      const service = wire(config);
      await service.start();
      services.push(service);
      return service;
    },
    stop: async () => {
      clients.forEach((client) => client.close());
      await Promise.all(services.map((service) => service.stop()));
      await nats.stop();
      await broker.stop();
      await store.stop();
      await carrier.stop();
    },
  };
};

const KEY = randomBytes(32).toString('base64');

export const aRequest = (changes: Partial<TrackingRequest> = {}): TrackingRequest =>
  TrackingRequest.fromPartial({
    accountId: newId(),
    id: newId(),
    requestType: 'bill_of_lading',
    requestNumber: 'TESTDIRECT',
    normalizedNumber: 'TESTDIRECT',
    scac: 'TEST',
    status: 'pending',
    ...changes,
  } as never);

export { facts };
