import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { newFolder, refusal, running, type Running } from '../running.js';

describe('a store that serves the declared subset only', () => {
  const folder = newFolder();
  const recordTo = join(folder, 'shapes');
  let up: Running;
  before(async () => {
    up = await running({ memory: true, declaredOnly: true, recordTo });
  });
  after(async () => {
    await up.stop();
    rmSync(folder, { recursive: true });
  });

  it('serves what services declare, in filters, updates, pipelines and indexes [EM-70]', async () => {
    const rows = up.db.collection<{ a: number; list: number[] }>('rows');
    await rows.createIndex({ a: 1 }, { unique: true, partialFilterExpression: { a: { $exists: true } } });
    await rows.insertOne({ a: 1, list: [] });
    await rows.updateOne({ a: { $in: [1] } }, { $push: { list: { $each: [1, 2] } } });
    expect(await rows.find({ a: { $gte: 1 } }).sort({ a: -1 }).limit(1).toArray()).to.have.length(1);
    expect(await rows.countDocuments({ list: 2 })).to.equal(1);
  });

  const undeclared: [string, (up: Running) => Promise<unknown>, string][] = [
    ['an operator of a filter', ({ db }) => db.collection('rows').findOne({ a: { $bitsAllSet: 1 } }), 'filter $bitsAllSet'],
    ['an operator inside others', ({ db }) => db.collection('rows').findOne({ $or: [{ a: { $not: { $mod: [2, 0] } } }] }), 'filter $mod'],
    ['an operator of an update', ({ db }) => db.collection('rows').updateOne({}, { $bit: { a: { or: 1 } } }), 'update $bit'],
    ['an update that is a pipeline', ({ db }) => db.collection('rows').updateOne({}, [{ $set: { a: 2 } }]), 'pipeline $set'],
    ['a stage', ({ db }) => db.collection('rows').aggregate([{ $lookup: { from: 'b', as: 'b', pipeline: [] } }]).toArray(), 'pipeline $lookup'],
    ['an option', ({ db }) => db.collection('rows').find().comment('x').hint('_id_').toArray(), 'find.hint'],
    ['an index option', ({ db }) => db.collection('rows').createIndex({ b: 1 }, { sparse: true }), 'createIndexes.indexes.sparse'],
    ['a command', ({ db }) => db.command({ collStats: 'rows' }), 'collStats'],
  ];
  for (const [what, act, shape] of undeclared) {
    it(`refuses ${what} that nobody declared, and names it [EM-71]`, async () => {
      const { code, message } = await refusal(act(up));
      expect(code).to.equal(323);
      expect(message).to.contain(`'${shape}' is not among what services declare`);
    });
  }

  it('writes down what it was sent, each kind once, refused or not [EM-72]', () => {
    const lines = readFileSync(recordTo, 'utf8').trim().split('\n');
    expect(lines).to.include.members(['update.updates.q', 'update $each', 'filter $in', 'createIndexes.indexes.unique', 'collStats']);
    expect(new Set(lines).size).to.equal(lines.length);
  });
});
