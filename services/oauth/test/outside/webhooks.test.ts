import { WebhookDispatchServiceService, type WebhookDispatchServiceServer, type Webhook } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { grpcServer, unary } from '@landfall/kit/grpc';
import { logger } from '@landfall/kit/log';
import { expect } from 'chai';
import { webhooks } from '../../src/outside/webhooks.js';

const log = logger('test', 'silent');
const at = new Date('2026-11-21T08:00:00Z');

const row: Webhook = {
  accountId: 'a', id: 'w', url: 'https://shop.example/hook', active: true, events: [], headers: [], createdAt: at, updatedAt: at, revision: 1,
  health: { lastSuccessAt: at, lastFailureAt: undefined, failingSince: undefined, recentAttempts: 3, recentFailures: 1, breaker: 'half_open' },
} as Partial<Webhook> as Webhook;

describe('asking how webhooks are doing', () => {
  it('reads them from their owner, for one account [D-51]', async () => {
    const asked: string[] = [];
    const answers = { listWebhooks: unary(async ({ accountId }: { accountId: string }) => (asked.push(accountId), { items: [row], page: { total: 1, nextAfter: '' } })) } as Partial<WebhookDispatchServiceServer> as WebhookDispatchServiceServer;
    const server = grpcServer({ port: 0, services: [[WebhookDispatchServiceService, answers]], log, service: 'webhook-dispatch' });
    await server.start();
    const owner = webhooks(`127.0.0.1:${server.port()}`, { log });
    const [found] = (await owner.list('a')) ?? [];
    expect(found).to.deep.include({ id: 'w', url: 'https://shop.example/hook', breaker: 'open', lastSuccessAt: at, recentAttempts: 3, recentFailures: 1 });
    expect(asked).to.deep.equal(['a']);
    await owner.stop();
    await server.stop();
  });

  it('knows nothing, and fails nobody, without an address or an answer [D-51]', async () => {
    expect(await webhooks(undefined, { log }).list('a')).to.equal(undefined);
    const away = webhooks('127.0.0.1:1', { log });
    expect(await away.list('a')).to.equal(undefined);
    await away.stop();
  });
});
