import { spawn, spawnSync } from 'node:child_process';
import { TrackingRequest, TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { localServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { context, propagation, trace } from '@opentelemetry/api';
import express from 'express';
import { grpcServer, unary } from '../src/grpc.js';
import { grpcClient } from '../src/grpc-client.js';
import { httpServer, requestContext } from '../src/http.js';
import { logger } from '../src/log.js';
import { outgoing, traced, traceId, tracing } from '../src/trace.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('trace context', () => {
  after(() => {
    trace.disable();
    context.disable();
    propagation.disable();
  });

  it('flows from an HTTP request through a gRPC call into the headers of a fact [D-12]', async () => {
    const part = tracing({});
    await part.start();
    const seen: (string | undefined)[] = [];
    const methods = Object.fromEntries(Object.keys(TrackingRequestServiceService).map((name) => [name, unary(async () => {
      seen.push(traceId(), outgoing()['traceparent']?.split('-')[1]);
      return TrackingRequest.fromJSON({ id: 'x' });
    })]));
    const owner = grpcServer({ port: 0, log: logger('test', 'silent'), service: 'test', services: [[TrackingRequestServiceService, methods as never]] });
    await owner.start();
    const caller = grpcClient(TrackingRequestServiceService, `127.0.0.1:${owner.port()}`);
    const app = express();
    app.use(requestContext());
    app.get('/', async (_, res) => {
      await caller.getTrackingRequest({ accountId: 'a', id: 'x' });
      res.end();
    });
    const door = httpServer({ port: 0, app });
    await door.start();
    await fetch(`http://127.0.0.1:${door.port()}/`, { headers: { traceparent: PARENT } });
    expect(seen).to.deep.equal([TRACE, TRACE]);
    caller.close();
    await door.stop();
    await owner.stop();
    await part.stop();
  });

  it('leaves the process only when a collector is named', async () => {
    const collector = await localServer((_, res) => res.writeHead(200).end('{}'));
    // A fresh process: the exporter is chosen once.
    const main = `
      import { traced, tracing } from './src/trace.ts';
      const part = tracing(process.env);
      await part.start();
      await traced('work', 'serve', undefined, async () => undefined);
      await part.stop();`;
    const run = (env: Record<string, string>) => spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', main], { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 10_000 });
    expect(run({}).status).to.equal(0);
    expect(collector.seen).to.deep.equal([]);
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', main], { env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    await until('the span arrives', () => collector.seen.some(({ url, body }) => url === '/v1/traces' && body.includes('work')));
    child.kill();
    await collector.stop();
  });

  it('is carried by work that has no parent too', async () => {
    await tracing({}).start();
    await traced('root', 'serve', undefined, async () => {
      expect(outgoing()['traceparent']).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
    });
  });
});
