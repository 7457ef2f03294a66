import { freePort } from '@landfall/testkit/free-port';
import { expect } from 'chai';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { main } from '../../src/main.js';
import { testWorld } from '../world.js';

describe('landfall doctor', () => {
  const healthy = { ...process.env, LANDFALL_PORT: '1', NATS_URL: 'nats://127.0.0.1:4222' };
  const examined = async (env: NodeJS.ProcessEnv, home?: string) => {
    const here = testWorld();
    const code = await main(['doctor'], { ...here.world, env: { ...healthy, LANDFALL_PORT: String(await freePort()), ...env }, home: home ?? here.home });
    here.clear();
    return { code, out: here.said.out };
  };

  it('finds nothing wrong where nothing is', async () => {
    const { code, out } = await examined({});
    expect(out).to.contain(`✓ Node ${process.version}`).and.not.contain('✗');
    expect(code).to.equal(0);
  });

  it('says what to do about a port that is taken', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, out } = await examined({ LANDFALL_PORT: String(port) });
    server.close();
    expect(out).to.contain(`✗ port ${port}: is taken; set LANDFALL_PORT to another one`);
    expect(code).to.equal(1);
  });

  it('says that npm is missing', async () => {
    expect((await examined({ PATH: '/nowhere' })).out).to.contain('✗ npm');
  });

  it('says that data was written by a newer Landfall', async () => {
    const here = testWorld();
    writeFileSync(join(here.home, 'format'), '9\n');
    const { code, out } = await examined({}, here.home);
    here.clear();
    expect(out).to.contain('✗ data format 9');
    expect(code).to.equal(1);
  });
});
