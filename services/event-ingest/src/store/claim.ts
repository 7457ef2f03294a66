import { loaded } from '@landfall/kit/mongo';
import type { Model } from 'mongoose';

type Due = { lane: Record<string, unknown>; limit: number; now: Date; until: Date; lease: string };

/**
 * Takes due rows for one replica: three operations for a whole batch. The lease is a due date in the future, so rows
 * of a replica that died come due again by themselves; `revision` grows, so that nobody writes over the claim.
 */
export const claimDue = async <Job extends { id: string }>(model: Model<never>, { lane, limit, now, until, lease }: Due): Promise<Job[]> => {
  const due = { ...lane, dueAt: { $lte: now } };
  const rows = await model.collection.find(due as never, { projection: { _id: 1 } }).sort({ dueAt: 1 }).limit(limit).toArray();
  if (rows.length === 0) return [];
  const ids = rows.map(({ _id }) => _id);
  await model.collection.updateMany({ _id: { $in: ids }, dueAt: { $lte: now } } as never, { $set: { dueAt: until, lease }, $inc: { revision: 1 } } as never);
  const mine = await model.collection.find({ _id: { $in: ids }, lease } as never).toArray();
  return mine.map((row) => loaded<Job>(row)).filter((job) => job !== undefined);
};

export const nextDueIn = async (model: Model<never>, lane: Record<string, unknown>): Promise<Date | null> => {
  const [row] = await model.collection.find({ ...lane, dueAt: { $gt: new Date(0) } } as never, { projection: { dueAt: 1 } }).sort({ dueAt: 1 }).limit(1).toArray();
  return (row?.['dueAt'] as Date | undefined) ?? null;
};
