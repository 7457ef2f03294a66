import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';

interface Span {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

interface Export {
  resourceSpans: { resource: { attributes: { key: string; value: { stringValue?: string } }[] }; scopeSpans: { spans: Span[] }[] }[];
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const [SERVER, CLIENT, PRODUCER, CONSUMER] = [2, 3, 4, 5];

describe('the spans that leave a process', () => {
  let collector: LocalServer;
  let sink: LocalServer;
  let nats: TestBus;
  before(async () => {
    collector = await localServer((_, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    sink = await localServer((_, res) => res.end());
    nats = await testBus();
  });
  after(async () => {
    await collector.stop();
    await sink.stop();
    await nats.stop();
  });

  it('are one trace from the request that came in to the one that went out, through gRPC and the bus [D-12]', async () => {
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'chain', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' };
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'fixtures/traced-chain.ts'), nats.url, sink.url], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    await fetch(`http://127.0.0.1:${line.toString().trim()}/begin`, { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } });
    await until('it was told outside', () => sink.seen.length === 1);
    child.kill('SIGTERM');
    await once(child, 'exit');

    const exported = collector.seen.filter(({ url }) => url === '/v1/traces').map(({ body }) => JSON.parse(body) as Export).flatMap(({ resourceSpans }) => resourceSpans);
    const attributes = Object.fromEntries((exported[0]?.resource.attributes ?? []).map(({ key, value }) => [key, value.stringValue]));
    expect(attributes).to.deep.include({ 'service.name': 'chain', 'deployment.environment.name': 'test' });

    const spans = exported.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans);
    const path = '/tracking_request.v1.TrackingRequestService/GetTrackingRequest';
    const chain = [['GET /begin', SERVER], [`ask ${path}`, CLIENT], [`serve ${path}`, SERVER], ['say fact.principal.changed', PRODUCER], ['hear fact.principal.changed', CONSUMER], ['deliver', CLIENT]] as const;
    let parent = '00f067aa0ba902b7';
    for (const [name, kind] of chain) {
      const span = spans.find((each) => each.name === name);
      expect(span, name).to.deep.include({ traceId: TRACE, parentSpanId: parent, kind });
      parent = span?.spanId ?? '';
    }
    expect(sink.seen[0]?.headers['traceparent']).to.equal(`00-${TRACE}-${parent}-01`);
  });
});
