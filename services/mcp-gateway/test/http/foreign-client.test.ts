import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { ALPHA, idOf, KEYS } from '../fakes/world.js';
import { bearer, MODERN, rig, type Rig } from '../harness.js';

describe('the client of SDK v2', () => {
  let r: Rig;

  before(async () => {
    r = await rig();
  });
  after(() => r.stop());

  it('settles on the newest era and finds every tool, prompt and resource callable [MC-01]', async () => {
    const client = new Client({ name: 'test', version: '2' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${r.url}/mcp`), { requestInit: { headers: bearer(KEYS.oauth) } }));
    expect(client.getNegotiatedProtocolVersion()).to.equal(MODERN);
    expect((await client.listTools()).tools).to.have.length(12);
    const id = idOf(ALPHA, 'container', 1);
    // The client checks the answer against the schema that the server told it.
    const { structuredContent } = await client.callTool({ name: 'get_container', arguments: { id, include: ['transport_events'] } });
    expect((structuredContent as { events: unknown[] }).events).to.have.length(6);
    expect((await client.readResource({ uri: `landfall://container/${id}` })).contents[0]).to.have.property('mimeType', 'text/markdown');
    expect((await client.getPrompt({ name: 'check-demurrage', arguments: { container_id: id } })).messages).to.have.length(1);
    await client.close();
  });
});
