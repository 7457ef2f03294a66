import { expect } from 'chai';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { listeningInodes, portHolder } from '../src/port-holder.js';
import { pickPorts, portState, publicPortState } from '../src/ports.js';

describe('ports', () => {
  const open: Server[] = [];
  const listen = async (port = 0, host = '127.0.0.1') => {
    const server = createServer().listen(port, host);
    open.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  afterEach(() => open.splice(0).forEach((server) => server.close()));

  it('sees a port that is taken, on loopback and on all addresses', async () => {
    expect(await portState(await listen(), '127.0.0.1')).to.equal('taken');
    expect(await publicPortState(await listen(0, '127.0.0.1'))).to.equal('taken');
    expect(await publicPortState(await listen(0, '0.0.0.0'))).to.equal('taken');
  });

  it('names the process that holds a port', async () => {
    const holder = portHolder(await listen());
    expect(holder?.pid).to.equal(process.pid);
    expect(holder?.command).to.contain('mocha');
  });

  it('finds listeners only, and only those of the port, in the kernel table', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0  0 4711 1 0',
      '   1: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000  0  0 4712 1 0',
      '   2: 0100007F:0BB9 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0  0 4713 1 0',
    ].join('\n');
    expect(listeningInodes(table, 3_000)).to.deep.equal(['4711']);
  });

  it('gives one copy the same ports at every start, and two copies different ones', async () => {
    const names = ['store', 'nats', 'shipment.grpc'];
    const first = await pickPorts(names, '/one');
    expect(await pickPorts(names, '/one')).to.deep.equal(first);
    const second = await pickPorts(names, '/two');
    expect(new Set([...Object.values(first), ...Object.values(second)])).to.have.property('size', 6);
  });

  it('passes over ports that are taken', async () => {
    const { store } = await pickPorts(['store'], '/one');
    await listen(store);
    expect((await pickPorts(['store'], '/one'))['store']).to.equal((store ?? 0) + 1);
  });
});
