import { loadPackageDefinition, Server, ServerCredentials, status, Metadata, type GrpcObject, type sendUnaryData, type ServerUnaryCall, type ServiceClientConstructor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { expect } from 'chai';
import { join } from 'node:path';
import { methodsOf } from '../../src/commands/rpc.js';
import { aRun, testWorld } from '../world.js';

describe('landfall rpc', () => {
  let here: ReturnType<typeof testWorld>;
  let server: Server;

  // A service of its own: what is asked here is the command, not tracking-request.
  before(async () => {
    here = testWorld();
    const proto = join(here.world.root, 'proto');
    const loaded = loadPackageDefinition(loadSync(join(proto, 'tracking_request/v1/tracking_request.proto'), { includeDirs: [proto], keepCase: true }));
    const { TrackingRequestService } = (loaded['tracking_request'] as GrpcObject)['v1'] as { TrackingRequestService: ServiceClientConstructor } & GrpcObject;
    server = new Server();
    server.addService(TrackingRequestService.service, {
      GetTrackingRequest: (call: ServerUnaryCall<{ id: string }, object>, answer: sendUnaryData<object>) => {
        if (call.request.id === 'known') return answer(null, { id: 'known', status: 'pending' });
        const metadata = new Metadata();
        metadata.set('landfall-problem-bin', Buffer.from(JSON.stringify({ code: 'not_found', detail: 'No tracking request has this id.' })));
        answer({ code: status.NOT_FOUND, details: 'No tracking request has this id.', metadata });
      },
    });
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))));
    here.put('run.json', aRun({ ports: { 'tracking-request.grpc': port } }));
  });
  beforeEach(() => Object.assign(here.said, { out: '', err: '' }));
  after(() => {
    server.forceShutdown();
    here.clear();
  });

  it('prints the answer as JSON', async () => {
    expect(await here.landfall('rpc', 'tracking-request', 'GetTrackingRequest', '{"id":"known"}')).to.equal(0);
    expect(JSON.parse(here.said.out)).to.include({ id: 'known', status: 'pending' });
  });

  it('tells the problem that the service threw', async () => {
    expect(await here.landfall('rpc', 'tracking-request', 'GetTrackingRequest', '{"id":"strange"}')).to.equal(1);
    expect(here.said.err).to.equal('not_found: No tracking request has this id.\n');
  });

  it('lists the methods of a service, also where none runs', async () => {
    expect(await here.landfall('rpc', 'oauth')).to.equal(0);
    expect(here.said.out).to.contain('EnsureDemoAccount').and.contain('Authenticate');
  });

  const faults: Array<[args: string[], says: string]> = [
    [['nothing', 'Get'], 'There is no service "nothing"'],
    [['../secrets', 'Get'], 'There is no service'],
    [['shipment', 'GetShipment'], 'shipment does not run here'],
    [['tracking-request', 'Dance'], 'has no method Dance'],
    [['tracking-request', 'GetTrackingRequest', '{"id":'], 'must be a JSON object'],
  ];
  for (const [args, says] of faults) {
    it(`says what is wrong with ${args.join(' ')}`, async () => {
      expect(await here.landfall('rpc', ...args)).to.equal(1);
      expect(here.said.err).to.contain(says);
    });
  }

  it('knows every service of proto/ by its folder', () => {
    for (const service of ['tracking-request', 'shipment', 'event-ingest', 'webhook-dispatch', 'oauth']) {
      expect(methodsOf(here.world.root, service)?.size, service).to.be.greaterThan(0);
    }
  });
});
