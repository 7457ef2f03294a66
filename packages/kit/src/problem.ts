import { ERRORS, type ErrorCode } from '@landfall/contracts/errors';

export interface ProblemDetails {
  /** JSON pointer into the request body. */
  pointer?: string;
  /** Name of the query parameter at fault. */
  parameter?: string;
  header?: string;
  cause?: unknown;
  /** Facts a client may act on, such as allowed values. */
  meta?: Record<string, unknown>;
  /** Other faults of the same request, answered together. */
  others?: readonly Problem[];
}

/** A failure somebody outside may see. Anything else that is thrown is a bug and becomes `internal`. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly more: ProblemDetails = {},
  ) {
    super(`${code}: ${detail}`, { cause: more.cause });
  }

  /** May the same call succeed later, unchanged? Decides retry and ack. */
  get again(): boolean {
    return ERRORS[this.code].again;
  }
}

export const problem = (...args: ConstructorParameters<typeof Problem>): Problem => new Problem(...args);

/** One answer for several faults: the first speaks, the others come along. */
export const problems = (all: readonly Problem[]): Problem => {
  const [first, ...others] = all;
  if (!first) return problem('internal', 'No fault was given.');
  return others.length === 0 ? first : problem(first.code, first.detail, { ...first.more, others });
};

/** How drivers say that the store or the bus is away; the trouble passes, so the caller may try again. */
const PASSING = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
  'MongoExpiredSessionError',
  'NatsError',
]);

/** A connection that breaks in the middle of a bulk comes wrapped as a failure of the bulk, with the real one inside. */
const unwrapped = (thrown: unknown): unknown => {
  const inner = nameOf(thrown) === 'MongoBulkWriteError' ? (thrown as { errorResponse?: unknown }).errorResponse : undefined;
  return inner instanceof Error ? inner : thrown;
};

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? (thrown.name === 'Error' ? thrown.constructor.name : thrown.name) : '');

// mongoose refuses at once while it is not connected, with a plain MongooseError.
const isDisconnected = (thrown: unknown): boolean => thrown instanceof Error && /(initial connection|bufferCommands|disconnected)/i.test(thrown.message) && nameOf(thrown) === 'MongooseError';

/** What a server says of itself that steps down or stops: the driver has tried twice, and a third time may succeed. */
const isMarkedPassing = (thrown: unknown): boolean => {
  const { errorLabels } = (thrown ?? {}) as { errorLabels?: unknown };
  return Array.isArray(errorLabels) && errorLabels.includes('RetryableWriteError');
};

// A store without room takes writes again when somebody has made some.
const OUT_OF_DISK = 14_031;

const isOutOfDisk = (thrown: unknown): boolean => {
  const { code, writeErrors = [] } = (thrown ?? {}) as { code?: unknown; writeErrors?: readonly { code?: unknown }[] };
  return code === OUT_OF_DISK || writeErrors.some((each) => each.code === OUT_OF_DISK);
};

/** The last line of every edge: whatever was thrown becomes a Problem. */
export const toProblem = (thrown: unknown): Problem => {
  if (thrown instanceof Problem) return thrown;
  if (PASSING.has(nameOf(unwrapped(thrown))) || isMarkedPassing(thrown) || isOutOfDisk(thrown) || isDisconnected(thrown)) {
    return problem('unavailable', 'A part that this needs does not answer just now.', { cause: thrown });
  }
  return problem('internal', 'Unexpected failure.', { cause: thrown });
};
