import { expect } from 'chai';
import { load, type Settings } from '../src/config.js';
import { demoFile, panel } from '../src/panel.js';
import { SERVICES } from '../src/services.js';

describe('panel', () => {
  const settings = load([], { LANDFALL_PORT: '4000', LANDFALL_HOME: '/data' }, '/checkout') as Settings;
  const account = { email: 'demo@landfall.test', password: 'open-sesame', api_key: 'lf_0123' };

  it('shows the doors, the key, a call to try and where the data lives', () => {
    const text = panel(settings, SERVICES, {}, account).join('\n');
    for (const fact of ['http://127.0.0.1:4000/v2', 'http://127.0.0.1:4000/docs', 'http://127.0.0.1:4000/mcp', 'http://127.0.0.1:4000/account', 'lf_0123', 'open-sesame', 'curl -X POST', '/data']) {
      expect(text).to.contain(fact);
    }
  });

  it('names no door that is not there', () => {
    const text = panel(settings, SERVICES.filter(({ name }) => name === 'shipment'), { 'shipment.grpc': 20_001 }, undefined).join('\n');
    expect(text).to.contain('grpc://127.0.0.1:20001').and.not.contain('/v2').and.not.contain('curl');
  });

  it('tells scripts the same in demo.json', () => {
    expect(demoFile(settings, account, 7)).to.deep.equal({ base_url: 'http://127.0.0.1:4000/v2', mcp_url: 'http://127.0.0.1:4000', ...account, pid: 7 });
  });
});
