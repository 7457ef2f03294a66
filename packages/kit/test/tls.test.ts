import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TrackingRequest, TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { expect } from 'chai';
import { grpcServer, tlsOf, unary, type GrpcServer, type TlsFiles } from '../src/grpc.js';
import { grpcClient } from '../src/grpc-client.js';
import { logger } from '../src/log.js';
import type { Problem } from '../src/problem.js';

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });

/** An authority of one's own, and a certificate it signed. */
const certified = (folder: string, name: string): TlsFiles => {
  const file = (end: string) => join(folder, `${name}.${end}`);
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${name} authority`, '-keyout', file('ca.key'), '-out', file('ca'));
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-keyout', file('key'), '-out', file('csr'));
  writeFileSync(file('ext'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  openssl('x509', '-req', '-days', '1', '-in', file('csr'), '-CA', file('ca'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('ext'), '-out', file('cert'));
  return { ca: file('ca'), cert: file('cert'), key: file('key') };
};

describe('mutual TLS between services', () => {
  let folder: string;
  let server: GrpcServer;
  let ours: TlsFiles;
  let theirs: TlsFiles;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'landfall-mtls-'));
    [ours, theirs] = [certified(folder, 'ours'), certified(folder, 'theirs')];
    const methods = Object.fromEntries(Object.keys(TrackingRequestServiceService).map((name) => [name, unary(async ({ id }: { id: string }) => TrackingRequest.fromJSON({ id }))]));
    server = grpcServer({ port: 0, log: logger('test', 'silent'), service: 'test', services: [[TrackingRequestServiceService, methods as never]], tls: ours });
    await server.start();
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const asked = async (tls: TlsFiles): Promise<string> => {
    const caller = grpcClient(TrackingRequestServiceService, `localhost:${server.port()}`, { tls, deadlineMs: 2_000 });
    const answer = await caller.getTrackingRequest({ accountId: 'a', id: 'seen' }).then(({ id }) => id, (error: Problem) => error.code);
    caller.close();
    return answer;
  };

  it('lets in who has a certificate of our authority', async () => {
    expect(await asked(tlsOf({ GRPC_TLS_CA_PATH: ours.ca, GRPC_TLS_CERT_PATH: ours.cert, GRPC_TLS_PRIVATE_KEY_PATH: ours.key }))).to.equal('seen');
  });

  it('turns away a foreign certificate, and who speaks without TLS', async () => {
    expect(await asked({ ca: ours.ca, cert: theirs.cert, key: theirs.key })).to.be.oneOf(['unavailable', 'deadline_exceeded']);
    expect(await asked({})).to.be.oneOf(['unavailable', 'deadline_exceeded']);
  });
});
