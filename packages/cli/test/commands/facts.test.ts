import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { expect } from 'chai';
import { connect, type NatsConnection } from 'nats';
import { aRun, testWorld } from '../world.js';

describe('landfall facts', () => {
  const parked = [{ _id: 'p1', durable: 'shipment__apply_snapshot', subject: 'fact.carrier.snapshot_taken', factId: 'f1', reason: 'internal: Unexpected failure.', parkedAt: '2026-11-21T04:00:00.000Z' }];
  let here: ReturnType<typeof testWorld>;
  let nats: TestBus;
  let service: NatsConnection;
  let redriven: unknown[];

  before(async () => {
    nats = await testBus();
    service = await connect({ servers: nats.url });
    // The doors that kit/parked-facts opens, with what they answer.
    service.subscribe('control.shipment.parked.list', { callback: (_, message) => void message.respond(JSON.stringify(parked)) });
    service.subscribe('control.shipment.parked.redrive', {
      callback: (_, message) => {
        redriven.push(message.json());
        message.respond(JSON.stringify({ redriven: 1 }));
      },
    });
    await service.flush();
    here = testWorld();
    here.put('run.json', aRun({ nats_url: nats.url, services: ['shipment', 'api-gateway'] }));
  });
  beforeEach(() => {
    redriven = [];
    Object.assign(here.said, { out: '', err: '' });
  });
  after(async () => {
    await service.close();
    await nats.stop();
    here.clear();
  });

  it('lists what every service parked, and passes over services that hear no facts', async () => {
    expect(await here.landfall('facts', 'list')).to.equal(0);
    expect(here.said.out).to.contain('fact.carrier.snapshot_taken').and.contain('Unexpected failure');
  });

  it('lists for scripts, with the service', async () => {
    await here.landfall('facts', 'list', '--json');
    expect(JSON.parse(here.said.out)).to.deep.equal([{ service: 'shipment', ...parked[0] }]);
  });

  it('redrives all of them, or the one that is named', async () => {
    expect(await here.landfall('facts', 'redrive')).to.equal(0);
    await here.landfall('facts', 'redrive', 'shipment', '--id', 'p1');
    expect(redriven).to.deep.equal([{ ids: [] }, { ids: ['p1'] }]);
    expect(here.said.out).to.equal('1 fact was handed out again.\n1 fact was handed out again.\n');
  });

  it('refuses another deed, and a service that does not run', async () => {
    expect(await here.landfall('facts', 'drop')).to.equal(1);
    expect(await here.landfall('facts', 'list', 'shipmint')).to.equal(1);
    expect(here.said.err).to.contain('not drop').and.contain('shipmint does not run here');
  });
});
