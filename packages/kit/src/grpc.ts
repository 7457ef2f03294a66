import { readFileSync } from 'node:fs';
import { isErrorCode, ERRORS } from '@landfall/contracts/errors';
import { credentials, Metadata, Server, ServerCredentials, status, type ChannelCredentials, type handleServerStreamingCall, type handleUnaryCall, type ServerWritableStream, type ServiceDefinition, type ServiceError, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { newId } from './identity.js';
import type { Part } from './lifecycle.js';
import type { Log } from './log.js';
import { gauge, histogram } from './metrics.js';
import { problem, toProblem, type Problem } from './problem.js';
import { inCall, outgoing, traced } from './trace.js';

/** The largest snapshots and pages fit; a runaway answer does not. */
const MESSAGE_BYTES = 16 * 1_024 * 1_024;

const OPTIONS = {
  'grpc.max_receive_message_length': MESSAGE_BYTES,
  'grpc.max_send_message_length': MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.keepalive_permit_without_calls': 1,
};

// Callers come back after five minutes, ask again who serves, and so find replicas that are new. Calls and streams
// under way end on the old connection, however long they last.
const SERVER_OPTIONS = { ...OPTIONS, 'grpc.max_connection_age_ms': 300_000 };

/** Every address that the name stands for takes its turn; one that is gone is passed over. */
export const CLIENT_OPTIONS = {
  ...OPTIONS,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // A replica that was away for a moment is asked again soon, and its successor is looked up as soon.
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 5_000,
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
};

/** Mutual TLS: all three, or none. */
export interface TlsFiles {
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

/** Where every service's config keeps them. */
export const tlsOf = (config: { GRPC_TLS_CA_PATH?: string | undefined; GRPC_TLS_CERT_PATH?: string | undefined; GRPC_TLS_PRIVATE_KEY_PATH?: string | undefined }): TlsFiles => ({
  ca: config.GRPC_TLS_CA_PATH,
  cert: config.GRPC_TLS_CERT_PATH,
  key: config.GRPC_TLS_PRIVATE_KEY_PATH,
});

const read = ({ ca, cert, key }: TlsFiles) => (ca && cert && key ? { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) } : undefined);

const serverCredentials = (tls: TlsFiles): ServerCredentials => {
  const files = read(tls);
  return files ? ServerCredentials.createSsl(files.ca, [{ private_key: files.key, cert_chain: files.cert }], true) : ServerCredentials.createInsecure();
};

export const channelCredentials = (tls: TlsFiles): ChannelCredentials => {
  const files = read(tls);
  return files ? credentials.createSsl(files.ca, files.key, files.cert) : credentials.createInsecure();
};

/** gRPC carries one status and one text; code, pointer and the other faults of the same call ride in metadata. */
const PROBLEM = 'landfall-problem-bin';

interface WireProblem {
  code: string;
  detail: string;
  pointer?: string | undefined;
  parameter?: string | undefined;
  meta?: Record<string, unknown> | undefined;
  others?: WireProblem[];
}

const toWire = ({ code, detail, more }: Problem): WireProblem => ({ code, detail, pointer: more.pointer, parameter: more.parameter, meta: more.meta, ...(more.others ? { others: more.others.map(toWire) } : {}) });

const fromWire = ({ code, detail, pointer, parameter, meta, others }: WireProblem): Problem =>
  problem(isErrorCode(code) ? code : 'internal', detail, {
    ...(pointer === undefined ? {} : { pointer }),
    ...(parameter === undefined ? {} : { parameter }),
    ...(meta === undefined ? {} : { meta }),
    ...(others === undefined ? {} : { others: others.map(fromWire) }),
  });

const toServiceError = (failure: Problem): Partial<ServiceError> => {
  const metadata = new Metadata();
  metadata.set(PROBLEM, Buffer.from(JSON.stringify(toWire(failure))));
  return { code: ERRORS[failure.code].grpc, details: failure.detail, metadata };
};

/** What the other side threw, as it was thrown there. */
export const fromServiceError = (error: ServiceError): Problem => {
  const carried = error.metadata?.get(PROBLEM)[0];
  if (carried) return fromWire(JSON.parse(carried.toString()) as WireProblem);
  if (error.code === status.DEADLINE_EXCEEDED) return problem('deadline_exceeded', 'A part that this needs did not answer in time.', { cause: error });
  if (error.code === status.UNAVAILABLE || error.code === status.CANCELLED) return problem('unavailable', 'A part that this needs does not answer just now.', { cause: error });
  return problem('internal', 'Unexpected failure.', { cause: error });
};

const carrierOf = (metadata: Metadata) => Object.fromEntries(Object.entries(metadata.getMap()).map(([name, value]) => [name, String(value)]));

const context = (metadata: Metadata, request: unknown) => {
  const accountId = (request as { accountId?: string } | null)?.accountId;
  return { requestId: String(metadata.get('x-request-id')[0] ?? newId()), ...(accountId ? { accountId } : {}) };
};

/** A handler that answers with the message or throws; the last line of this edge makes a Problem of whatever came. */
export const unary =
  <Request, Response>(handle: (request: Request) => Promise<Response>): handleUnaryCall<Request, Response> =>
  (call, callback) => {
    const run = () => inCall(context(call.metadata, call.request), () => handle(call.request));
    traced(`serve ${call.getPath()}`, 'serve', carrierOf(call.metadata), run).then(
      (response) => callback(null, response),
      (thrown: unknown) => callback(toServiceError(toProblem(thrown))),
    );
  };

/** A handler that yields messages until it ends or the caller has gone, which `signal` tells. */
export const serverStream =
  <Request, Response>(handle: (request: Request, signal: AbortSignal) => AsyncIterable<Response>): handleServerStreamingCall<Request, Response> =>
  (call) => {
    const gone = new AbortController();
    call.once('cancelled', () => gone.abort());
    call.once('close', () => gone.abort());
    const run = () => inCall(context(call.metadata, call.request), () => pour(handle(call.request, gone.signal), call, gone.signal));
    traced(`stream ${call.getPath()}`, 'serve', carrierOf(call.metadata), run).then(
      () => call.end(),
      // Not destroy: that would drop the status with the stream.
      (thrown: unknown) => void call.emit('error', Object.assign(new Error('stream failed'), toServiceError(toProblem(thrown)))),
    );
  };

const pour = async <Response>(source: AsyncIterable<Response>, call: ServerWritableStream<unknown, Response>, signal: AbortSignal) => {
  for await (const message of source) {
    if (signal.aborted) return;
    // Back-pressure: a slow reader holds the source, not our memory.
    if (!call.write(message)) await new Promise<void>((resolve) => call.once('drain', resolve).once('close', resolve));
  }
};

/** One definition and what answers for it. */
export type Served = readonly [ServiceDefinition, UntypedServiceImplementation];

type OpenStreams = Set<ServerWritableStream<unknown, unknown>>;

/** Streams have no end of their own: a server that stops has to know them, to send their callers elsewhere. */
const listed =
  (streams: OpenStreams, handle: handleServerStreamingCall<unknown, unknown>): handleServerStreamingCall<unknown, unknown> =>
  (call) => {
    streams.add(call);
    call.once('close', () => streams.delete(call));
    handle(call);
  };

const cut = (streams: OpenStreams): void => {
  for (const call of streams) call.emit('error', Object.assign(new Error('stopping'), { code: status.UNAVAILABLE, details: 'This replica stops; ask again.' }));
};

/** Every unary call leaves one wide line and one observation. */
const watched = (served: Served, streams: OpenStreams, log: Log, service: string): UntypedServiceImplementation => {
  const [definition, implementation] = served;
  const inFlight = gauge('landfall_rpc_in_flight', 'Calls that are being served now.', ['service']);
  const seconds = histogram('landfall_rpc_served_seconds', 'How long a call took to serve.', ['service', 'method', 'code']);
  const wrap = (name: string, handle: handleUnaryCall<unknown, unknown>): handleUnaryCall<unknown, unknown> => (call, callback) => {
    const beganAt = performance.now();
    inFlight.inc({ service });
    handle(call, (error, value, trailer, flags) => {
      inFlight.dec({ service });
      const failure = error ? fromServiceError(error as ServiceError) : undefined;
      const durationMs = performance.now() - beganAt;
      seconds.observe({ service, method: name, code: failure?.code ?? 'ok' }, durationMs / 1_000);
      const line = { method: name, code: failure?.code, request_id: String(call.metadata.get('x-request-id')[0] ?? ''), duration_ms: Math.round(durationMs) };
      log.debug(line, 'rpc.served');
      callback(error, value, trailer, flags);
    });
  };
  return Object.fromEntries(
    Object.entries(definition).map(([name, method]) => {
      const handle = implementation[name];
      return [name, method.responseStream ? listed(streams, handle as handleServerStreamingCall<unknown, unknown>) : wrap(name, handle as handleUnaryCall<unknown, unknown>)];
    }),
  );
};

const DRAIN_MS = 5_000;

export interface GrpcServer extends Part {
  /** The port in use, known after start. */
  port(): number;
}

export const grpcServer = ({ host = '127.0.0.1', port, services, log, service, tls = {} }: { host?: string; port: number; services: readonly Served[]; log: Log; service: string; tls?: TlsFiles }): GrpcServer => {
  const server = new Server(SERVER_OPTIONS);
  const streams: OpenStreams = new Set();
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  for (const served of services) server.addService(served[0], watched(served, streams, log, service));
  let bound = port;
  return {
    name: 'grpc',
    port: () => bound,
    start: async () => {
      bound = await new Promise<number>((resolve, reject) => {
        server.bindAsync(`${host}:${port}`, serverCredentials(tls), (error, taken) => (error ? reject(error) : resolve(taken)));
      });
      health.setStatus('', 'SERVING');
    },
    closing: () => health.setStatus('', 'NOT_SERVING'),
    stop: async () => {
      await new Promise<void>((resolve) => {
        // Calls under way may finish.
        const late = setTimeout(() => server.forceShutdown(), DRAIN_MS);
        server.tryShutdown(() => {
          clearTimeout(late);
          resolve();
        });
        cut(streams);
      });
    },
  };
};

/** Headers of the running call, for the next hop. */
export const callMetadata = (): Metadata => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(outgoing())) metadata.set(name, value);
  return metadata;
};
