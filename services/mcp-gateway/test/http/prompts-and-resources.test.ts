import { expect } from 'chai';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { MILESTONE_NAMES } from '@landfall/shipping/milestone';
import { ALPHA, BETA, idOf } from '../fakes/world.js';
import { rig, type Rig } from '../harness.js';

const id = idOf(ALPHA, 'container', 1);

describe('prompts and resources', () => {
  let r: Rig;
  let client: Client;

  before(async () => {
    r = await rig();
    client = await r.client();
  });
  after(() => r.stop());

  const textOf = (message: { content: unknown }) => (message.content as { text: string }).text;

  it('are the three prompts, which name the number and the tools to call, in both eras [MC-03]', async () => {
    const asked: [string, Record<string, string>, string][] = [
      ['track-shipment', { container_number: 'MSCU1', carrier: 'MSCU' }, 'track_container'],
      ['check-demurrage', { container_id: id }, 'explain_container'],
      ['analyze-delays', { container_id: id }, 'get_container_route'],
    ];
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).to.deep.equal(asked.map(([name]) => name));
    const { tools } = await client.listTools();
    for (const [name, args, mentions] of asked) {
      const { messages } = await client.getPrompt({ name, arguments: args });
      const text = textOf(messages[0]!);
      expect(text).to.contain(Object.values(args)[0]).and.to.contain(mentions);
      for (const [tool] of text.matchAll(/\b(?:get|list|search|track|explain|what)_\w+/g)) expect(tools.map((each) => each.name), name).to.include(tool);
      const { body } = await r.modern('prompts/get', { name, arguments: args });
      expect(textOf(body.result.messages[0])).to.equal(text);
    }
    const { body } = await r.modern('prompts/get', { name: 'check-demurrage', arguments: { container_id: 'MSCU1' } });
    expect(body.error.code).to.equal(-32_602);
  });

  it('complete carriers and containers of the caller only [MC-03]', async () => {
    const complete = async (name: string, argument: { name: string; value: string }) => (await client.complete({ ref: { type: 'ref/prompt', name }, argument })).completion.values;
    expect(await complete('track-shipment', { name: 'carrier', value: 'medi' })).to.deep.equal(['MSCU']);
    expect(await complete('track-shipment', { name: 'container_number', value: 'ALPH00000' })).to.include('ALPH000001');
    expect(await complete('track-shipment', { name: 'container_number', value: 'BETA' })).to.deep.equal([]);
    expect(await complete('check-demurrage', { name: 'container_id', value: '' })).to.include(id).and.not.to.include(idOf(BETA, 'container', 1));
    const byUri = await client.complete({ ref: { type: 'ref/resource', uri: 'landfall://container/{id}' }, argument: { name: 'id', value: 'ALPH000001' } });
    expect(byUri.completion.values).to.include(id);
  });

  it('tell every milestone in the glossary, in both eras [MC-04]', async () => {
    const uri = 'landfall://docs/milestone-glossary';
    expect((await client.listResources()).resources.map((each) => each.uri)).to.deep.equal([uri]);
    const [content] = (await client.readResource({ uri })).contents;
    for (const name of MILESTONE_NAMES) expect((content as { text: string }).text).to.contain(`| ${name} |`);
    const { body } = await r.modern('resources/read', { uri });
    expect([body.result.contents[0].text, body.result.cacheScope]).to.deep.equal([(content as { text: string }).text, 'public']);
  });

  it('tell a container as a page, to its own account only [MC-04]', async () => {
    expect((await client.listResourceTemplates()).resourceTemplates.map((each) => each.uriTemplate)).to.deep.equal(['landfall://container/{id}']);
    const { body } = await r.modern('resources/read', { uri: `landfall://container/${id}` });
    const { text, mimeType } = body.result.contents[0];
    expect([mimeType, body.result.cacheScope]).to.deep.equal(['text/markdown', 'private']);
    expect(text).to.contain('# Container ALPH000001').and.to.contain('- Bill of lading: ALPHABL1').and.to.match(/vessel_loaded · .*shipping_line/);
    for (const missing of [idOf(BETA, 'container', 1), 'nonsense']) {
      const answer = await r.modern('resources/read', { uri: `landfall://container/${missing}` });
      expect(answer.body.error.code, missing).to.equal(-32_602);
    }
  });
});
