import { noticeOf } from '@landfall/contracts/facts';
import { bus } from '@landfall/kit/bus';
import { newId } from '@landfall/kit/identity';
import { logger } from '@landfall/kit/log';
import { exampleNotice } from '@landfall/resources/examples';
import { PUBLIC_EVENT_NAMES } from '@landfall/shipping/public-event';

export interface Said {
  id: string;
  accountId: string;
  event: string;
}

// While the bus is down a publication fails at once; without a breath all would be tried in vain.
const BREATH_MS = 50;

/** Says notices of every kind in turn, as an outbox does: again under the same id until the bus has taken it. */
export const notices = async (natsUrl: string) => {
  const outside = bus({ url: natsUrl, name: 'under-fire', log: logger('under-fire', 'silent') });
  await outside.start();
  const bodies = new Map(PUBLIC_EVENT_NAMES.map((event) => ({ event, ...noticeOf(event) })).map(({ event, subject, codec }) => [event as string, { subject, text: codec.toJSON(exampleNotice(event)) as object }]));

  // As of now: an example's own date is older than the log keeps.
  const say = async (event: string, accountId: string): Promise<Said> => {
    const body = bodies.get(event);
    if (!body) throw new Error(`There is no event ${event}.`);
    const [id, messageId] = [newId(), newId()];
    for (;;) {
      const taken = await outside.publish(body.subject, { ...body.text, id, accountId, createdAt: new Date().toISOString() }, messageId).then(() => true, () => false);
      if (taken) return { id, accountId, event };
      await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
    }
  };
  return {
    /** So many, from so many mouths; spread over the accounts. */
    sayAll: async (count: number, accounts: readonly string[], mouths = 16, events: readonly string[] = PUBLIC_EVENT_NAMES): Promise<Said[]> => {
      const said: Said[] = [];
      const share = async (from: number) => {
        for (let n = from; n < count; n += mouths) said.push(await say(events[n % events.length] ?? '', accounts[n % accounts.length] ?? ''));
      };
      await Promise.all(Array.from({ length: mouths }, (_, from) => share(from)));
      return said;
    },
    stop: () => outside.stop(),
  };
};
