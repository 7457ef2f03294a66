import { facts } from '@landfall/contracts/facts';
import { CreateTrackingRequestRequest, TrackingRequestServiceService, type TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { grpcClient, type Caller } from '@landfall/kit/grpc-client';
import { seededRandom } from '@landfall/testkit/seeded-random';
import { until } from '@landfall/testkit/until';
import { connect } from 'nats';
import type { Stack } from './stack.js';

export const ACCOUNT = 'account-1';

type Callers = Caller<typeof TrackingRequestServiceService>;

export interface Outcome {
  acknowledged: number;
  refused: number;
  kills: number;
  stored: number;
  lost: string[];
  untold: string[];
  /** Facts that lie in the stream more often than once under one id: heard once all the same, by id. */
  repeated: number;
}

export const billOfLading = (requestNumber: string) => CreateTrackingRequestRequest.fromPartial({ accountId: ACCOUNT, requestType: 'bill_of_lading', requestNumber, scac: 'MAEU' });

// While a part is down calls fail at once; without a breath all would be sent into the dark.
const BREATH_MS = 25;

/** Sends until so many are acknowledged; an answer that never came is no acknowledgement, whatever became of the request. */
const send = async (caller: Callers, count: number, atOnce: number): Promise<{ ids: string[]; refused: number }> => {
  const ids: string[] = [];
  let refused = 0;
  let next = 0;
  const worker = async () => {
    while (ids.length < count) {
      try {
        ids.push((await caller.createTrackingRequest(billOfLading(`MAEU${String(next++).padStart(8, '0')}X`))).id);
      } catch {
        refused += 1;
        await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { ids, refused };
};

/** Kills one part after the other, in an order that the seed decides, until told to stop. */
const torment = async ({ victims }: Stack, seed: number, mostKills: number, isOver: () => boolean): Promise<number> => {
  const random = seededRandom(seed);
  let kills = 0;
  while (!isOver() && kills < mostKills) {
    await new Promise((resolve) => setTimeout(resolve, 100 + random() * 400));
    await victims[Math.floor(random() * victims.length)]?.killAndRestart();
    kills += 1;
  }
  return kills;
};

const allStored = async (caller: Callers): Promise<TrackingRequest[]> => {
  const found: TrackingRequest[] = [];
  let after = '';
  do {
    const page = await until('the list answers', () => caller.listTrackingRequests({ accountId: ACCOUNT, page: { number: 1, size: 100, after }, filters: [], sort: [], q: '' }));
    found.push(...page.items);
    after = page.page?.nextAfter ?? '';
  } while (after);
  return found;
};

/** Every created fact in the stream: request id → how often. */
export const told = async (natsUrl: string): Promise<Map<string, number>> => {
  const connection = await connect({ servers: natsUrl });
  const consumer = await connection.jetstream().consumers.get('FACTS', { filterSubjects: facts.trackingRequest.created.subject });
  const times = new Map<string, number>();
  const { num_pending: pending } = await consumer.info();
  if (pending > 0) {
    const messages = await consumer.fetch({ max_messages: pending, expires: 10_000 });
    for await (const message of messages) {
      const id = facts.trackingRequest.created.codec.fromJSON(message.json()).trackingRequest?.id ?? '';
      times.set(id, (times.get(id) ?? 0) + 1);
    }
  }
  await connection.close();
  return times;
};

/** Creates under fire, then asks from outside: is every acknowledged request stored, and every stored one told? */
export const createsUnderFire = async (running: Stack, { count, atOnce, seed, mostKills = Number.POSITIVE_INFINITY }: { count: number; atOnce: number; seed: number; mostKills?: number }): Promise<Outcome> => {
  const caller = grpcClient(TrackingRequestServiceService, running.grpcAddress, { deadlineMs: 10_000 });
  let over = false;
  const tormenting = torment(running, seed, mostKills, () => over);
  const { ids, refused } = await send(caller, count, atOnce);
  over = true;
  const kills = await tormenting;

  const stored = await allStored(caller);
  const known = new Set(stored.map(({ id }) => id));
  const times = await until('every stored request is told', async () => {
    const heard = await told(running.natsUrl);
    return stored.every(({ id }) => heard.has(id)) && heard;
  }, 30_000).catch(() => told(running.natsUrl));
  caller.close();
  return {
    acknowledged: ids.length,
    refused,
    kills,
    stored: stored.length,
    lost: ids.filter((id) => !known.has(id)),
    untold: stored.filter(({ id }) => !times.has(id)).map(({ id }) => id),
    repeated: [...times.values()].filter((each) => each > 1).length,
  };
};
