import { expect } from 'chai';
import { shownUrl, verdictOf, type WebhookHealth } from '../../src/domain/webhook-health.js';

const webhook = (more: Partial<WebhookHealth>): WebhookHealth => ({ id: 'w', url: 'https://shop.example/hook', active: true, breaker: 'closed', recentAttempts: 0, recentFailures: 0, ...more });
const at = new Date(0);

describe('the health of a webhook', () => {
  it('is one word, and what needs a person most comes first [D-51]', () => {
    const verdicts = [webhook({}), webhook({ lastSuccessAt: at }), webhook({ lastSuccessAt: at, failingSince: at }), webhook({ failingSince: at, breaker: 'open' }), webhook({ breaker: 'open', active: false })].map(verdictOf);
    expect(verdicts).to.deep.equal(['unused', 'healthy', 'failing', 'paused', 'off']);
  });

  it('shows where it is, without what may be a secret [D-51]', () => {
    expect([shownUrl('https://a.example/hook?token=1'), shownUrl('https://a.example/hook')]).to.deep.equal(['https://a.example/hook?…', 'https://a.example/hook']);
  });
});
