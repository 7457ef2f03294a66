import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { subscribe, track, type Document, type Resource } from '../harness/client.js';
import { cluster, type Cluster } from '../harness/cluster.js';
import { tenant, type Tenant } from '../harness/tenant.js';

const NUMBER = 'TEST-DIRECT-DOORS';

const toolsOf = async ({ origin }: Cluster, { apiKey }: Tenant) => {
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers: { authorization: `Token ${apiKey}` } } });
  const client = new McpClient({ name: 'assistant', version: '1.0.0' });
  await client.connect(transport as unknown as Transport);
  return client;
};

describe('one journey at every public door, two replicas of every service', () => {
  let running: Cluster;
  let owner: Tenant;
  let stranger: Tenant;
  let receiver: LocalServer;
  let secret: string;
  let container: Resource;
  before(async function () {
    this.timeout(180_000);
    running = await cluster();
    [owner, stranger] = [await tenant(running, 'owner'), await tenant(running, 'stranger')];
    receiver = await localServer((_, res) => res.writeHead(204).end());
    const made = await subscribe(owner, receiver.url, ['tracking_request.succeeded', 'container.transport.vessel_departed']);
    secret = String(made.data.attributes['secret']);
    await track(owner, NUMBER);
    container = await until('the box has left', async () => {
      const [one] = (await owner.call('GET', '/containers?page[size]=1')).data as Resource[];
      return one?.attributes['current_status'] === 'on_ship' && one;
    }, 120_000);
  });
  after(async () => {
    await receiver.stop();
    await running.stop();
  });

  it('tells the receiver, signed so that a foreign library believes it [WH-01][WH-02][TR-02]', async () => {
    const events = await until('both events came', () => {
      const told = receiver.seen.map(({ body }) => String((JSON.parse(body) as Document).data.attributes['event']));
      return told.includes('tracking_request.succeeded') && told.includes('container.transport.vessel_departed') && told;
    }, 60_000);
    expect(new Set(events)).to.deep.equal(new Set(['tracking_request.succeeded', 'container.transport.vessel_departed']));
    const verifier = new StandardWebhook(secret);
    for (const { body, headers } of receiver.seen) expect(verifier.verify(body, headers as Record<string, string>)).to.deep.equal(JSON.parse(body));
    const [one] = receiver.seen;
    expect(() => verifier.verify(`${one?.body} `, one?.headers as Record<string, string>)).to.throw('No matching signature found');
  });

  it('tells an AI client the same as a REST client', async () => {
    const assistant = await toolsOf(running, owner);
    const answer = await assistant.callTool({ name: 'get_container', arguments: { id: container.id } });
    await assistant.close();
    expect(answer.isError ?? false).to.equal(false);
    expect(JSON.stringify(answer.structuredContent)).to.include(String(container.attributes['number']));
  });

  it('answers a stranger as if nothing were there, at every door', async () => {
    const refused = (path: string) => stranger.call('GET', path).then(() => 'answered', (error: Error) => /answered (\d+)/.exec(error.message)?.[1]);
    expect(await refused(`/containers/${container.id}`)).to.equal('404');
    expect(await refused(`/containers/${container.id}/transport_events`)).to.equal('404');
    for (const list of ['/containers', '/shipments', '/tracking_requests', '/events', '/webhooks', '/webhook_notifications']) {
      expect((await stranger.call('GET', list)).data, list).to.deep.equal([]);
    }
    const assistant = await toolsOf(running, stranger);
    const answer = await assistant.callTool({ name: 'get_container', arguments: { id: container.id } });
    await assistant.close();
    expect(answer.isError).to.equal(true);
    expect(JSON.stringify(answer)).not.to.include(String(container.attributes['number']));
  });
}).timeout(180_000);
