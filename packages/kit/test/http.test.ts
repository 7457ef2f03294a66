import { expect } from 'chai';
import express from 'express';
import { health, type Health } from '../src/health.js';
import { httpServer, JSON_API, problemRenderer, requestContext, sendJsonApi, type HttpServer } from '../src/http.js';
import { logger } from '../src/log.js';
import { problem } from '../src/problem.js';
import { currentCall } from '../src/trace.js';

const log = logger('test', 'silent');

describe('http', () => {
  let server: HttpServer;
  let base = '';

  before(async () => {
    const app = express();
    app.use(requestContext());
    app.get('/ok', (_, res) => sendJsonApi(res, 200, { data: null, meta: { request: currentCall()?.requestId } }));
    app.get('/busy', () => Promise.reject(problem('unavailable', 'Not now.')));
    app.get('/bug', () => Promise.reject(new Error('/srv/secret')));
    app.get('/two', () => Promise.reject(problem('blank', 'one', { pointer: '/a', others: [problem('invalid', 'two', { parameter: 'b' })] })));
    app.use(problemRenderer(log));
    server = httpServer({ port: 0, app });
    await server.start();
    base = `http://127.0.0.1:${server.port()}`;
  });
  after(() => server.stop());

  it('answers exactly the JSON:API media type, without a charset [D-02]', async () => {
    const answer = await fetch(`${base}/ok`);
    expect(answer.headers.get('content-type')).to.equal(JSON_API);
  });

  it('echoes a well-formed request id and makes one otherwise [D-12]', async () => {
    const asked = await fetch(`${base}/ok`, { headers: { 'x-request-id': 'client-id-0001' } });
    expect(asked.headers.get('x-request-id')).to.equal('client-id-0001');
    expect(((await asked.json()) as { meta: { request: string } }).meta.request).to.equal('client-id-0001');
    const odd = await fetch(`${base}/ok`, { headers: { 'x-request-id': 'no spaces allowed' } });
    expect(odd.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
  });

  it('renders every fault as an errors array with id, status, code, title, detail and source [D-08][ER-01]', async () => {
    const answer = await fetch(`${base}/two`);
    expect(answer.status).to.equal(422);
    const { errors } = (await answer.json()) as { errors: Record<string, unknown>[] };
    expect(errors).to.have.length(2);
    expect(errors[0]).to.include({ status: '422', code: 'blank', title: 'Unprocessable Entity', detail: 'one' });
    expect(errors[0]?.['source']).to.deep.equal({ pointer: '/a' });
    expect(errors[1]?.['source']).to.deep.equal({ parameter: 'b' });
    expect(errors[0]?.['id']).to.equal(answer.headers.get('x-request-id'));
  });

  it('hides what broke inside, and says when to come back where that helps [D-08]', async () => {
    const bug = await fetch(`${base}/bug`);
    expect(bug.status).to.equal(500);
    expect(await bug.text()).not.to.include('secret');
    const busy = await fetch(`${base}/busy`);
    expect(busy.status).to.equal(503);
    expect(busy.headers.get('retry-after')).to.equal('5');
  });
});

describe('health', () => {
  let doctor: Health;
  let storeIsThere = false;
  before(async () => {
    doctor = health({ port: 0, ready: { store: () => storeIsThere, bus: () => true } });
    await doctor.start();
  });
  after(() => doctor.stop());
  const ask = (path: string) => fetch(`http://127.0.0.1:${doctor.port()}${path}`);

  it('is live at once, and ready when every part is and until it stops', async () => {
    expect((await ask('/livez')).status).to.equal(200);
    const early = await ask('/readyz');
    expect(early.status).to.equal(503);
    expect(await early.json()).to.deep.equal({ open: false, store: false, bus: true });
    storeIsThere = true;
    expect((await ask('/readyz')).status).to.equal(503);
    doctor.opened?.('test');
    expect((await ask('/readyz')).status).to.equal(200);
    doctor.closing?.();
    expect((await ask('/readyz')).status).to.equal(503);
    expect((await ask('/elsewhere')).status).to.equal(404);
  });

  it('shows its figures as Prometheus text', async () => {
    expect(await (await ask('/metrics')).text()).to.include('process_resident_memory_bytes');
  });
});
