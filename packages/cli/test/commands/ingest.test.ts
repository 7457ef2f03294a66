import { EventIngestServiceService, type EventIngestServiceServer, type RederiveRequest } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { grpcServer, unary, type GrpcServer } from '@landfall/kit/grpc';
import { logger } from '@landfall/kit/log';
import { problem } from '@landfall/kit/problem';
import { expect } from 'chai';
import { aRun, testWorld } from '../world.js';

describe('landfall ingest', () => {
  const { said, landfall, put, clear } = testWorld();
  const asked: RederiveRequest[] = [];
  const codes = [
    { scac: 'MAEU', code: 'EQUIPMENT/ZZZZ', originalEvent: 'Box was juggled', seen: 12, lastSeenAt: new Date('2026-11-21T04:00:00Z') },
    { scac: 'CMDU', code: 'SHIPMENT/XOF', originalEvent: 'XOF', seen: 1, lastSeenAt: undefined },
  ];
  const events = [{ scac: 'MAEU', payloadId: 'p1', index: 3, reason: 'eventDateTime soon is no date.', eventJson: '{"eventDateTime":"soon"}', parkedAt: new Date('2026-11-21T04:00:00Z') }];
  let server: GrpcServer;

  before(async () => {
    const service: Partial<EventIngestServiceServer> = {
      listUnknownCodes: unary(async () => ({ codes })),
      listParkedEvents: unary(async () => ({ events })),
      rederive: unary(async (request) => {
        asked.push(request);
        if (request.scac === 'XXXX') throw problem('unavailable', 'The store is away.');
        return request.after === '' ? { watches: 200, changed: 1, nextAfter: 'w200' } : { watches: 3, changed: 2, nextAfter: '' };
      }),
    };
    server = grpcServer({ port: 0, services: [[EventIngestServiceService, service as EventIngestServiceServer]], log: logger('test', 'silent'), service: 'event-ingest' });
    await server.start();
    put('run.json', aRun({ ports: { 'event-ingest.grpc': server.port() } }));
  });
  beforeEach(() => {
    asked.length = 0;
    Object.assign(said, { out: '', err: '' });
  });
  after(async () => {
    await server.stop();
    clear();
  });

  it('reads kept answers again, call after call, and tells how far it is [D-32]', async () => {
    expect(await landfall('ingest', 'rederive')).to.equal(0);
    expect(asked.map(({ after, limit }) => [after, limit])).to.deep.equal([['', 200], ['w200', 200]]);
    expect(said.err).to.equal('200 numbers read again, 1 changed …\n');
    expect(said.out).to.equal('203 numbers were read again; 3 changed and were told.\n');
  });

  it('reads again only what is asked for, however the number is written [D-32]', async () => {
    expect(await landfall('ingest', 'rederive', 'bl 4410-077', '--scac', 'maeu', '--since', '2026-11-01', '--json')).to.equal(0);
    expect(asked[0]).to.deep.include({ scac: 'MAEU', normalizedNumber: 'BL4410077', since: new Date('2026-11-01T00:00:00Z') });
    expect(JSON.parse(said.out)).to.deep.equal({ watches: 203, changed: 3 });
  });

  it('lists the codes that no mapping knows, of one line or of all', async () => {
    expect(await landfall('ingest', 'unknown')).to.equal(0);
    expect(said.out).to.match(/MAEU +EQUIPMENT\/ZZZZ +12 +2026-11-21T04:00:00.000Z +Box was juggled/).and.to.contain('SHIPMENT/XOF');
    said.out = '';
    await landfall('ingest', 'unknown', '--scac', 'CMDU', '--json');
    expect((JSON.parse(said.out) as { code: string }[]).map(({ code }) => code)).to.deep.equal(['SHIPMENT/XOF']);
  });

  it('lists the events that broke their schema, with why and where they are kept', async () => {
    expect(await landfall('ingest', 'parked')).to.equal(0);
    expect(said.out).to.contain('p1 [3]').and.contain('eventDateTime soon is no date.');
    said.out = '';
    await landfall('ingest', 'parked', '--scac', 'CMDU');
    expect(said.out).to.equal('No event is parked.\n');
  });

  it('says what went wrong', async () => {
    const faults: [string[], number, string][] = [
      [['ingest', 'rederive', '--scac', 'XXXX'], 1, 'unavailable: The store is away.'],
      [['ingest', 'rederive', '--since', 'yesterday'], 64, '--since takes a time'],
      [['ingest', 'unknown', 'BL1'], 64, 'is listed whole'],
      [['ingest', 'forget'], 64, 'not forget'],
      [['ingest'], 64, 'unknown|parked|rederive is missing'],
    ];
    for (const [args, code, text] of faults) {
      said.err = '';
      expect(await landfall(...args), args.join(' ')).to.equal(code);
      expect(said.err).to.contain(text);
    }
  });

  it('reaches the service of another machine by EVENT_INGEST_GRPC_URL, and says so when there is none', async () => {
    const elsewhere = testWorld();
    expect(await elsewhere.landfall('ingest', 'unknown')).to.equal(1);
    expect(elsewhere.said.err).to.contain('EVENT_INGEST_GRPC_URL');
    elsewhere.world.env = { EVENT_INGEST_GRPC_URL: `127.0.0.1:${server.port()}` };
    expect(await elsewhere.landfall('ingest', 'unknown')).to.equal(0);
    elsewhere.clear();
  });

  it('helps', async () => {
    expect(await landfall('ingest', '--help')).to.equal(0);
    expect(said.out).to.contain('landfall ingest <unknown|parked|rederive> [number] [options]').and.contain('--since time');
  });
});
