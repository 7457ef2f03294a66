import { expect } from 'chai';
import { load } from '../src/config.js';

describe('config', () => {
  const read = (env: Record<string, string>, ...args: string[]) => load(args, env, '/checkout');

  it('needs nothing: port 3000, data in the checkout, all services in one process', () => {
    expect(read({})).to.deep.equal({
      root: '/checkout', home: '/checkout/.landfall', publicPort: 3000, mode: 'host', reset: false,
      mongodbUri: undefined, natsUrl: undefined, natsServer: undefined,
    });
  });

  it('moves to another port and folder, so that several copies run side by side', () => {
    expect(read({ LANDFALL_PORT: '4000', LANDFALL_HOME: '/data' })).to.include({ publicPort: 4000, home: '/data' });
    expect(read({ LANDFALL_HOME: '.landfall-2' })).to.include({ home: '/checkout/.landfall-2' });
  });

  it('reads its options', () => {
    expect(read({}, '--processes', '--reset')).to.include({ mode: 'processes', reset: true });
  });

  it('takes an empty variable as one that is not set', () => {
    expect(read({ LANDFALL_PORT: '', MONGODB_URI: '', NATS_URL: '', LANDFALL_HOME: '' })).to.include({ publicPort: 3000, mongodbUri: undefined, natsUrl: undefined });
  });

  it('tells every fault at once, and never shows an address, which may hold a password', () => {
    const answer = read({ LANDFALL_PORT: '70000', MONGODB_URI: 'postgres://me:geheim@db', NATS_URL: 'http://x' }, '--prosesses');
    expect(answer).to.have.property('faults').with.lengthOf(4);
    expect(JSON.stringify(answer)).to.contain('--prosesses').and.contain('LANDFALL_PORT').and.not.contain('geheim');
  });

  for (const port of ['0', '-1', '1.5', 'http', '65536']) {
    it(`refuses ${port} as a port`, () => {
      expect(read({ LANDFALL_PORT: port })).to.have.property('faults').with.lengthOf(1);
    });
  }
});
