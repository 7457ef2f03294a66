import { EventIngestServiceService, type EventIngestServiceServer } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { grpcServer, unary, type GrpcServer } from '@landfall/kit/grpc';
import { logger } from '@landfall/kit/log';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { testWorld } from './world.js';

describe('a service that speaks mutual TLS', () => {
  const { home, world, said, landfall, put, clear } = testWorld();
  const file = (end: string) => join(home, `tls.${end}`);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  let server: GrpcServer;

  before(async () => {
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=authority', '-keyout', file('ca.key'), '-out', file('ca'));
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-keyout', file('key'), '-out', file('csr'));
    put('tls.ext', 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
    openssl('x509', '-req', '-days', '1', '-in', file('csr'), '-CA', file('ca'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('ext'), '-out', file('cert'));
    const service: Partial<EventIngestServiceServer> = { listUnknownCodes: unary(async () => ({ codes: [] })) };
    const tls = { ca: file('ca'), cert: file('cert'), key: file('key') };
    server = grpcServer({ port: 0, services: [[EventIngestServiceService, service as EventIngestServiceServer]], log: logger('test', 'silent'), service: 'event-ingest', tls });
    await server.start();
  });
  after(async () => {
    await server.stop();
    clear();
  });

  it('is reached with the variables that services read, and by nobody else', async () => {
    const address = { EVENT_INGEST_GRPC_URL: `localhost:${server.port()}` };
    world.env = { ...address, GRPC_TLS_CA_PATH: file('ca'), GRPC_TLS_CERT_PATH: file('cert'), GRPC_TLS_PRIVATE_KEY_PATH: file('key') };
    expect(await landfall('ingest', 'unknown'), said.err).to.equal(0);
    world.env = address;
    expect(await landfall('ingest', 'unknown')).to.equal(1);
    expect(said.err).to.contain('unavailable');
  });
});
