import { bus, type Bus } from '@landfall/kit/bus';
import { logger } from '@landfall/kit/log';
import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { NatsError, type Views } from 'nats';
import { rateLimitHeaders } from '../src/headers.js';
import { limiter } from '../src/limiter.js';

const log = logger('test', 'silent');

describe('limits that several replicas keep', () => {
  let server: TestBus;
  const buses: Bus[] = [];
  let now = 1_700_000_000_000;

  const replica = async () => {
    const connection = bus({ url: server.url, name: 'test', log });
    await connection.start();
    buses.push(connection);
    const made = limiter({ bus: connection, log, now: () => now });
    await made.start();
    return made;
  };

  before(async () => { server = await testBus(); });
  after(async () => {
    for (const each of buses) await each.stop();
    await server.stop();
  });

  it('admit exactly the limit between them, however the requests are spread and however many come at once [D-10]', async () => {
    const replicas = await Promise.all([replica(), replica(), replica()]);
    const verdicts = await Promise.all(Array.from({ length: 600 }, (_, n) => replicas[n % 3]!.take('alpha.other', 250)));
    expect(verdicts.filter(({ allowed }) => allowed)).to.have.length(250);
    expect(new Set(verdicts.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).size, 'each place was given once').to.equal(250);
    now += 60_200;
    expect((await replicas[0]!.take('alpha.other', 250)).remaining).to.equal(249);
  });

  it('begin although another replica makes their bucket at the same moment [D-10]', async () => {
    const connection = bus({ url: server.url, name: 'test', log });
    await connection.start();
    buses.push(connection);
    // What nats-server answers to the slower of two: its look found nothing, and its making met the other's.
    const tooLate = Object.assign(new NatsError('subjects overlap with an existing stream', '400'), { api_error: { code: 400, err_code: 10_065, description: '' } });
    let opened = 0;
    const kv: Views['kv'] = (...args) => ((opened += 1) === 1 ? Promise.reject(tooLate) : connection.stream.views.kv(...args));
    const slower = { connection: { status: () => connection.connection.status(), jetstream: () => ({ views: { kv } }) } };
    const made = limiter({ bus: slower as unknown as Bus, log, now: () => now });
    await made.start();
    expect(opened).to.equal(2);
    expect((await made.take('theta.other', 10)).remaining).to.equal(9);
    await made.stop();
  });

  it('keep buckets apart [D-10]', async () => {
    const one = await replica();
    for (let n = 0; n < 5; n += 1) await one.take('beta.refresh', 5);
    expect((await one.take('beta.refresh', 5)).allowed).to.equal(false);
    expect((await one.take('beta.other', 5)).allowed).to.equal(true);
    expect((await one.take('gamma.refresh', 5)).allowed).to.equal(true);
  });

  it('give back what did not count, and tell where a bucket stands [D-10]', async () => {
    const one = await replica();
    await one.take('delta.other', 10, 4);
    one.giveBack('delta.other', 3);
    const { remaining } = await one.take('delta.other', 10);
    expect(remaining).to.equal(8);
    expect(one.peek('delta.other', 10).remaining).to.equal(8);
  });

  it('go on alone while the bus is away, and together when it is back [D-10]', async () => {
    const [one, other] = await Promise.all([replica(), replica()]);
    await one.take('epsilon.other', 10);
    await server.kill();
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => one.take('epsilon.other', 10)));
    expect(verdicts.filter(({ allowed }) => allowed)).to.have.length(9);
    await server.restart();
    await until('both see the same window again', async () => {
      const [a, b] = [await one.take('zeta.other', 100), await other.take('zeta.other', 100)];
      return b.remaining === a.remaining - 1;
    });
  });

  it('are told in the words of the draft and of older clients [D-10]', () => {
    expect(rateLimitHeaders('infer', { allowed: false, limit: 200, remaining: 0, resetMs: 12_345 })).to.deep.equal({
      'RateLimit-Policy': '"infer";q=200;w=60', RateLimit: '"infer";r=0;t=13', 'X-RateLimit-Limit': '200', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '13', 'Retry-After': '13',
    });
    expect(rateLimitHeaders('other', { allowed: true, limit: 5, remaining: 4, resetMs: 0 })).to.not.have.property('Retry-After');
  });
});
