import { context, createContextKey, propagation, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOffSampler, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Part } from './lifecycle.js';

/** What travels with a call beside its arguments. */
export interface CallContext {
  requestId: string;
  accountId?: string;
}

// One storage for trace and call: every promise pays for each that there is.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const CALL = createContextKey('landfall.call');
export const currentCall = (): CallContext | undefined => context.active().getValue(CALL) as CallContext | undefined;
export const inCall = <Result>(call: CallContext, run: () => Result): Result => context.with(context.active().setValue(CALL, call), run);

let provider: TracerProvider | undefined;

/** `OTEL_RESOURCE_ATTRIBUTES=deployment.environment.name=prod,…`, and the name by which a collector knows this process. */
const resourceOf = (env: Record<string, string | undefined>) => {
  const pairs = (env['OTEL_RESOURCE_ATTRIBUTES'] ?? '').split(',').map((pair) => pair.split('=', 2)).filter((pair): pair is [string, string] => pair.length === 2);
  return resourceFromAttributes({ 'service.name': 'landfall', ...Object.fromEntries(pairs.map(([name, value]) => [name.trim(), value.trim()])), ...(env['OTEL_SERVICE_NAME'] ? { 'service.name': env['OTEL_SERVICE_NAME'] } : {}) });
};

const exporting = async (endpoint: string, env: Record<string, string | undefined>): Promise<TracerProvider> => {
  // Loaded only when wanted: the exporter costs start-up time and memory.
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  return new TracerProvider({
    resource: resourceOf(env),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(Number(env['OTEL_TRACES_SAMPLER_ARG'] ?? '1')) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }) })],
  });
};

/** Context always flows; spans leave the process only when OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export const tracing = (env: Record<string, string | undefined> = process.env): Part => ({
  name: 'tracing',
  start: async () => {
    if (provider) return;
    const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    provider = endpoint ? await exporting(endpoint, env) : new TracerProvider({ sampler: new AlwaysOffSampler() });
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(provider);
  },
  stop: async () => {
    await provider?.forceFlush();
  },
});

export type TraceHeaders = Record<string, string>;

/** Headers that let the next process carry on this trace. */
export const outgoing = (): TraceHeaders => {
  const headers: TraceHeaders = {};
  propagation.inject(context.active(), headers);
  const call = currentCall();
  if (call) headers['x-request-id'] = call.requestId;
  return headers;
};

const KINDS = { serve: SpanKind.SERVER, ask: SpanKind.CLIENT, say: SpanKind.PRODUCER, hear: SpanKind.CONSUMER };

/** Runs one unit of work as a span, under the trace that the headers bring. */
export const traced = <Result>(name: string, kind: keyof typeof KINDS, headers: TraceHeaders | undefined, run: () => Promise<Result>, attributes: Attributes = {}): Promise<Result> => {
  const parent = headers ? propagation.extract(context.active(), headers) : context.active();
  return trace.getTracer('landfall').startActiveSpan(name, { kind: KINDS[kind], attributes }, parent, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
};

export const traceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;
