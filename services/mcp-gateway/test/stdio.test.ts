import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ALPHA, idOf, KEYS } from './fakes/world.js';
import { rig, type Rig } from './harness.js';

const ENTRY = fileURLToPath(new URL('../src/stdio.ts', import.meta.url));

describe('the stdio mode', () => {
  let r: Rig;

  before(async () => {
    r = await rig();
  });
  after(() => r.stop());

  const client = async (key: string) => {
    const made = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({ command: process.execPath, args: ['--import', 'tsx', ENTRY], env: { PATH: process.env['PATH'] ?? '', LANDFALL_URL: r.url, LANDFALL_API_KEY: key } });
    return { made, connected: made.connect(transport) };
  };

  it('offers the same tools, for the account of the key [MC-01]', async () => {
    const { made, connected } = await client(KEYS.alpha);
    await connected;
    expect((await made.listTools()).tools).to.have.length(12);
    const result = await made.callTool({ name: 'get_container', arguments: { id: idOf(ALPHA, 'container', 1) } });
    expect((result.structuredContent as { container: { number: string } }).container.number).to.equal('ALPH000001');
    await made.close();
  });

  it('says that the key is refused [MC-01]', async () => {
    const { made, connected } = await client('lf_nobody_knows_it');
    const failure: unknown = await connected.then(() => undefined, (error: unknown) => error);
    expect(String(failure)).to.contain('401');
    await made.close();
  });
});
