import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { ConfigError, defineConfig, flag, list, millis, port, secret, text, url } from '../src/config.js';
import { redacted } from '../src/log.js';

const { load } = defineConfig({
  STORE_URL: url().describe('Where things are kept.'),
  GRPC_PORT: port(50_051),
  WAIT_MS: millis(1_000),
  PROXIES: list(),
  IS_OPEN: flag(false),
  DATA_KEY: secret(),
  NAME: text('landfall'),
});

const KEY = Buffer.alloc(32, 7).toString('base64');

describe('config', () => {
  it('reads what is given and fills in the rest', () => {
    const config = load({ STORE_URL: 'http://store:1', PROXIES: 'a, b,', IS_OPEN: 'true', DATA_KEY: KEY, NAME: '' });
    expect(config).to.deep.equal({ STORE_URL: 'http://store:1', GRPC_PORT: 50_051, WAIT_MS: 1_000, PROXIES: ['a', 'b'], IS_OPEN: true, DATA_KEY: KEY, NAME: 'landfall' });
  });

  it('names every wrong variable at once', () => {
    const wrong = () => load({ STORE_URL: 'nowhere', GRPC_PORT: '70000', IS_OPEN: 'perhaps', DATA_KEY: 'short' });
    expect(wrong).to.throw(ConfigError).that.has.property('faults').with.length(4);
    expect(wrong).to.throw(/STORE_URL[\s\S]*GRPC_PORT[\s\S]*IS_OPEN: must be true or false[\s\S]*DATA_KEY/);
    expect(() => load({ DATA_KEY: KEY })).to.throw('STORE_URL: is required');
  });

  it('ends the process with 78 and the list, so that a supervisor does not restart into it', () => {
    const main = `
      import { defineConfig, port } from './src/config.ts';
      import { run } from './src/lifecycle.ts';
      import { logger } from './src/log.ts';
      const { load } = defineConfig({ A_PORT: port(), B_PORT: port() });
      await run(() => { load({ A_PORT: 'x' }); throw new Error('not reached'); }, logger('test', 'silent'));`;
    const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', main], { encoding: 'utf8' });
    expect(ended.status).to.equal(78);
    expect(ended.stderr).to.include('A_PORT').and.to.include('B_PORT: is required');
  });

  it('ends the process in order when it is told to stop while its start still waits', async () => {
    const main = `
      import { run, service } from './src/lifecycle.ts';
      import { logger } from './src/log.ts';
      const log = logger('test', 'silent');
      const waiting = { name: 'store', start: () => new Promise(() => setInterval(() => undefined, 1_000)), stop: async () => undefined };
      setTimeout(() => console.log('waiting'));
      await run(() => service('test', log, [waiting]), log);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', main], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
  });

  it('covers secrets before anything is logged', () => {
    expect(redacted({ DATA_KEY: KEY, A_SECRET: 'x', A_TOKEN: 'x', NAME: 'seen' })).to.deep.equal({ DATA_KEY: '[covered]', A_SECRET: '[covered]', A_TOKEN: '[covered]', NAME: 'seen' });
  });
});
