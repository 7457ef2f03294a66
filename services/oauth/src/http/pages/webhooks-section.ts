import { shownUrl, verdictOf, type Verdict, type WebhookHealth } from '../../app/index.js';
import { html, type Html } from '../html.js';
import { time } from './time.js';

/** The word, whether it asks for somebody, and what it means. */
const WORDS: Readonly<Record<Verdict, readonly [word: string, tone: 'good' | 'bad' | 'quiet', says: string]>> = {
  healthy: ['healthy', 'good', 'Deliveries arrive.'],
  failing: ['failing', 'bad', 'Deliveries fail and are tried again.'],
  paused: ['paused', 'bad', 'Most deliveries failed, so nothing is sent for a moment.'],
  off: ['off', 'quiet', 'Nothing is sent.'],
  unused: ['waiting', 'quiet', 'Nothing has been sent yet.'],
};

const REASONS: Readonly<Record<string, string>> = { gone: 'It answered that it is gone for good.', only_failures: 'It failed for days.' };

const recent = ({ recentAttempts, recentFailures }: WebhookHealth): string | undefined => (recentAttempts === 0 ? undefined : ` · ${recentFailures} of the last ${recentAttempts} failed`);

const item = (webhook: WebhookHealth): Html => {
  const { url, deactivatedReason, failingSince, lastSuccessAt, lastFailureAt } = webhook;
  const verdict = verdictOf(webhook);
  const [word, tone, says] = WORDS[verdict];
  const why = verdict === 'off' ? (REASONS[deactivatedReason ?? ''] ?? '') : '';
  return html`<li class="item">
<div><h3>${shownUrl(url)}</h3>
<p><span class="tag ${tone}">${word}</span> ${says} ${why} ${failingSince === undefined ? undefined : html`Since ${time(failingSince, '')}.`}</p>
<p class="quiet">Last arrived ${time(lastSuccessAt, 'never')} · last failed ${time(lastFailureAt, 'never')}${recent(webhook)}</p></div>
</li>`;
};

const body = (webhooks: readonly WebhookHealth[] | undefined): Html => {
  if (webhooks === undefined) return html`<p class="quiet">How they are doing is not known just now. Reload this page in a moment.</p>`;
  return webhooks.length === 0 ? html`<p class="quiet">There is no webhook yet.</p>` : html`<ul class="items">${webhooks.map(item)}</ul>`;
};

/** How the endpoints of the account are doing (D-51); they are made and changed over the REST interface. */
export const webhooksSection = (webhooks: readonly WebhookHealth[] | undefined): Html => html`<section class="card" aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2>
<p class="quiet">Where events of this account are sent. Make and change them over the REST interface, at <code>/v2/webhooks</code>.</p>
${body(webhooks)}
</section>`;
