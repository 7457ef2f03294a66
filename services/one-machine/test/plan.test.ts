import { expect } from 'chai';
import { load, type Settings } from '../src/config.js';
import { plan, portNames } from '../src/plan.js';
import { SERVICES, variableOf } from '../src/services.js';

describe('plan', () => {
  const secrets = { dataEncryptionKey: 'a2V5' };
  const settingsOf = (env: Record<string, string> = {}, ...args: string[]) => load(args, env, '/checkout') as Settings;
  const planned = (settings: Settings) => {
    const ports = Object.fromEntries(portNames(SERVICES, settings).map((name, index) => [name, 20_000 + index]));
    return { ports, parts: plan(settings, SERVICES, ports, secrets) };
  };
  const envOf = (settings: Settings, name: string) => {
    const { ports, parts } = planned(settings);
    const run = parts.at(-1)?.services.find((service) => service.name === name);
    return { ports, env: run?.env ?? {} };
  };

  it('starts the store, then the bus, then all services in one process', () => {
    expect(planned(settingsOf()).parts.map(({ name }) => name)).to.deep.equal(['store', 'nats', 'services']);
  });

  it('starts one process a service with --processes, the public door last', () => {
    const { parts } = planned(settingsOf({}, '--processes'));
    expect(parts.map(({ name }) => name)).to.deep.equal(['store', 'nats', ...SERVICES.map(({ name }) => name)]);
    expect(parts.at(-1)).to.include({ name: 'api-gateway' });
    expect(parts.slice(2).every(({ services }) => services.length === 0)).to.equal(true);
  });

  it('gives a service the same environment in both modes', () => {
    const hosted = planned(settingsOf()).parts.at(-1)?.services.map(({ env }) => env);
    const alone = planned(settingsOf({}, '--processes')).parts.slice(2).map(({ env }) => env);
    expect(alone).to.deep.equal(hosted);
  });

  it('uses a store and a bus that it is given, and starts none', () => {
    const settings = settingsOf({ MONGODB_URI: 'mongodb://db/landfall', NATS_URL: 'nats://bus:4222' });
    expect(planned(settings).parts.map(({ name }) => name)).to.deep.equal(['services']);
    expect(envOf(settings, 'shipment').env).to.include({ MONGODB_URI: 'mongodb://db/landfall', NATS_URL: 'nats://bus:4222' });
  });

  it('waits without end only for a store or bus that is not its own', () => {
    const patience = (env: Record<string, string>) => planned(settingsOf(env)).parts.at(-1)?.readyWithinMs;
    expect(patience({})).to.equal(60_000);
    expect(patience({ NATS_URL: 'nats://bus:4222' })).to.equal(undefined);
  });

  it('gives every listening door a port of its own', () => {
    const names = portNames(SERVICES, settingsOf());
    expect(new Set(names)).to.have.property('size', names.length);
    expect(names).to.include('tracking-request.grpc').and.include('oauth.http').and.not.include('api-gateway.http');
  });

  it('opens only the public door on the public port', () => {
    const settings = settingsOf({ LANDFALL_PORT: '4000' });
    const onIt = SERVICES.filter(({ name }) => Object.values(envOf(settings, name).env).includes('4000'));
    expect(onIt.map(({ name }) => name)).to.deep.equal(['api-gateway']);
    expect(envOf(settings, 'oauth').env).to.include({ PUBLIC_URL: 'http://127.0.0.1:4000' });
  });

  it('keeps every door but the public one on loopback, whatever BIND_HOST says', () => {
    const elsewhere = SERVICES.filter(({ name }) => envOf(settingsOf(), name).env['BIND_HOST'] !== '127.0.0.1');
    expect(elsewhere.map(({ name }) => name)).to.deep.equal(['api-gateway']);
  });

  it('tells the gateways where every owner answers, and the owners of nobody but whom their pages tell of', () => {
    const owners = SERVICES.filter(({ grpc }) => grpc);
    for (const gateway of ['api-gateway', 'mcp-gateway']) {
      const { env, ports } = envOf(settingsOf(), gateway);
      for (const { name } of owners) expect(env[`${variableOf(name)}_GRPC_URL`]).to.equal(`127.0.0.1:${ports[`${name}.grpc`]}`);
    }
    for (const { name } of owners) expect(Object.keys(envOf(settingsOf(), name).env).filter((key) => key.endsWith('_GRPC_URL'))).to.deep.equal(name === 'oauth' ? ['WEBHOOK_DISPATCH_GRPC_URL'] : []);
  });

  it('points each forwarding at the port where the asked service listens', () => {
    const { env, ports } = envOf(settingsOf(), 'api-gateway');
    expect(env).to.include({ OAUTH_HTTP_URL: `http://127.0.0.1:${ports['oauth.http']}`, MCP_GATEWAY_HTTP_URL: `http://127.0.0.1:${ports['mcp-gateway.http']}` });
    expect(envOf(settingsOf(), 'oauth').env).to.include({ HTTP_PORT: String(ports['oauth.http']) });
  });

  it('hands the encryption key only to services that encrypt', () => {
    const withKey = SERVICES.filter(({ name }) => envOf(settingsOf(), name).env['DATA_ENCRYPTION_KEY'] === secrets.dataEncryptionKey);
    expect(withKey.map(({ name }) => name)).to.deep.equal(['event-ingest', 'webhook-dispatch', 'oauth']);
  });

  it('keeps an asked service before whoever asks it', () => {
    const place = (name: string) => SERVICES.findIndex((row) => row.name === name);
    for (const row of SERVICES) for (const asked of Object.values(row.asks)) expect(place(asked)).to.be.within(0, place(row.name) - 1);
  });

  it('keeps the data of store and bus under the folder it is given', () => {
    const { parts } = planned(settingsOf({ LANDFALL_HOME: '/data' }));
    expect(parts[0]?.args).to.include('/data/store');
    expect(parts[1]?.args).to.include('/data/nats');
  });
});
