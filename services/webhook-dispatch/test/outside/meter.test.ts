import { registry } from '@landfall/kit/metrics';
import { expect } from 'chai';
import { afterAttempt } from '../../src/domain/notification.js';
import { meter } from '../../src/outside/meter.js';
import { aNotification, NOW } from '../fakes/a-notification.js';

describe('the figures of deliveries', () => {
  it('give the first endpoints a series each and all others one, so that a metrics store is never filled [D-46]', async () => {
    const { attempted } = meter(() => NOW);
    for (let n = 0; n < 300; n += 1) attempted(afterAttempt(aNotification({ webhookId: `bounded-${n}` }), { outcome: 'refused', durationMs: 20, httpStatus: 500 }, NOW, 0.5, `attempt-${n}`));
    const { values = [] } = (await registry.getSingleMetric('landfall_webhook_attempts_total')?.get()) ?? {};
    const named = values.filter(({ labels }) => String(labels['webhook']).startsWith('bounded-'));
    expect(named).to.have.length(200);
    expect(values.find(({ labels }) => labels['webhook'] === 'others')?.value).to.equal(100);
  });
});
