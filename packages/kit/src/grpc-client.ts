import { Client, type MethodDefinition, type ServiceError } from '@grpc/grpc-js';
import { callMetadata, channelCredentials, CLIENT_OPTIONS, fromServiceError, type TlsFiles } from './grpc.js';
import { traced } from './trace.js';

type Methods = Record<string, { path: string; requestStream: boolean; responseStream: boolean }>;

type RequestOf<Method> = Method extends { requestSerialize: (value: infer Request) => Buffer } ? Request : never;
type ResponseOf<Method> = Method extends { responseDeserialize: (bytes: Buffer) => infer Response } ? Response : never;

/** A caller for every unary method of a generated service definition. */
export type Caller<Definition extends Methods> = {
  [Name in keyof Definition as Definition[Name] extends { responseStream: false } ? Name : never]: (request: RequestOf<Definition[Name]>) => Promise<ResponseOf<Definition[Name]>>;
} & {
  [Name in keyof Definition as Definition[Name] extends { responseStream: true } ? Name : never]: (request: RequestOf<Definition[Name]>, signal: AbortSignal) => AsyncIterable<ResponseOf<Definition[Name]>>;
} & { close(): void };

const DEADLINE_MS = 5_000;
const READ_TRIES = 3;
const RETRY_AFTER_MS = 100;

/** Only what changes nothing may be asked twice. */
const isRead = (name: string) => /^(get|batchGet|list|search|explain|infer|authenticate)/.test(name);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type AnyMethod = MethodDefinition<unknown, unknown>;

const ask = (client: Client, method: AnyMethod, request: unknown, deadlineMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const done = (error: ServiceError | null, value?: unknown) => (error ? reject(fromServiceError(error)) : resolve(value));
    client.makeUnaryRequest(method.path, method.requestSerialize, method.responseDeserialize, request, callMetadata(), { deadline: Date.now() + deadlineMs }, done);
  });

const unaryCaller = (client: Client, name: string, method: AnyMethod, deadlineMs: number) => async (request: unknown) => {
  const tries = isRead(name) ? READ_TRIES : 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await traced(`ask ${method.path}`, 'ask', undefined, () => ask(client, method, request, deadlineMs));
    } catch (error) {
      if (attempt >= tries || (error as { code?: string }).code !== 'unavailable') throw error;
      await pause(RETRY_AFTER_MS * attempt);
    }
  }
};

async function* streamCaller(client: Client, method: AnyMethod, request: unknown, signal: AbortSignal): AsyncIterable<unknown> {
  const call = client.makeServerStreamRequest(method.path, method.requestSerialize, method.responseDeserialize, request, callMetadata());
  const cancel = () => call.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    yield* call as AsyncIterable<unknown>;
  } catch (error) {
    if (!signal.aborted) throw fromServiceError(error as ServiceError);
  } finally {
    signal.removeEventListener('abort', cancel);
    call.cancel();
  }
}

/** Promise-shaped calls with a deadline, the trace, and the Problem that the other side threw. */
export const grpcClient = <Definition extends Methods>(definition: Definition, address: string, { deadlineMs = DEADLINE_MS, tls = {} }: { deadlineMs?: number; tls?: TlsFiles } = {}): Caller<Definition> => {
  const client = new Client(address, channelCredentials(tls), CLIENT_OPTIONS);
  const entries = Object.entries(definition).map(([name, raw]) => {
    const method = raw as unknown as AnyMethod;
    const call = method.responseStream ? (request: unknown, signal: AbortSignal) => streamCaller(client, method, request, signal) : unaryCaller(client, name, method, deadlineMs);
    return [name, call];
  });
  return { ...Object.fromEntries(entries), close: () => client.close() } as Caller<Definition>;
};
