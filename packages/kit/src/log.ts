import { trace } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Nothing is swallowed silently: say why it may be. */
export const ignore = (promise: Promise<unknown>, _why: string): void => {
  promise.then(undefined, () => undefined);
};

const SECRET = /(_SECRET|_KEY|_TOKEN)$/;
/** A copy fit for the log: values of variables whose names end in _SECRET, _KEY or _TOKEN are covered. */
export const redacted = (config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, SECRET.test(name) && value !== undefined ? '[covered]' : value]));

// Connection strings carry passwords in their middle.
const withoutPassword = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/(\/\/[^:/@\s]+:)[^@/\s]+@/g, '$1***@') : value);

/** One wide line per unit of work, with the ids that tie it to others; never a body, never a token. */
export const logger = (service: string, level = process.env['LOG_LEVEL'] ?? 'info'): Log =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => {
      const span = trace.getActiveSpan()?.spanContext();
      return span ? { trace_id: span.traceId } : {};
    },
    serializers: { err: pino.stdSerializers.err, uri: withoutPassword },
  });
