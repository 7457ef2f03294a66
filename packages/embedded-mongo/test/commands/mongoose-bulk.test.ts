import { expect } from 'chai';
import mongoose, { Schema, type Connection, type Types } from 'mongoose';
import { onBothEngines, refusal } from '../running.js';

type Author = { _id: number; name: string };
type Book = { _id: number; title: string; author: number | Author; stock: number };

type BulkRefusal = { code: number; insertedCount?: number; result: { insertedCount: number }; writeErrors: { index: number; code: number }[] };

onBothEngines('mongoose in bulk', (start) => {
  let connection: Connection | undefined;
  afterEach(async () => {
    await connection?.close();
  });

  async function open() {
    const { server, client } = await start();
    connection = await mongoose.createConnection(server.uri, { dbName: 'shop' }).asPromise();
    const Authors = connection.model<Author>('author', new Schema<Author>({ _id: Number, name: String }));
    const schema = new Schema<Book>({ _id: Number, title: { type: String, unique: true }, author: { type: Number, ref: 'author' } as never, stock: Number });
    const Books = connection.model<Book>('book', schema);
    // autoIndex: the index is there without anybody asking for it by name.
    await Books.init();
    await Authors.create({ _id: 1, name: 'Le Guin' }, { _id: 2, name: 'Lem' });
    await Books.create({ _id: 1, title: 'Rocannon', author: 1, stock: 3 }, { _id: 2, title: 'Solaris', author: 2, stock: 5 });
    return { Books, Authors, client };
  }

  it('mixes inserts, updates, replacements and deletes in one bulkWrite [EM-44]', async () => {
    const { Books } = await open();
    const result = await Books.bulkWrite([
      { insertOne: { document: { _id: 3, title: 'Fiasco', author: 2, stock: 1 } } },
      { updateOne: { filter: { _id: 1 }, update: { $inc: { stock: -1 } } } },
      { updateMany: { filter: { author: 2 }, update: { $inc: { stock: 10 } } } },
      { replaceOne: { filter: { _id: 9 }, replacement: { title: 'Eden', author: 2, stock: 0 }, upsert: true } },
      { deleteOne: { filter: { title: 'Solaris' } } },
    ]);
    expect(result).to.include({ insertedCount: 1, modifiedCount: 3, upsertedCount: 1, deletedCount: 1 });
    expect((await Books.find().sort({ _id: 1 }).lean()).map(({ _id, stock }) => [_id, stock])).to.deep.equal([[1, 2], [3, 11], [9, 0]]);
  });

  it('stops an ordered batch at its first failure, and names every one of an unordered batch [EM-45]', async () => {
    const { Books } = await open();
    const batch = [{ _id: 5, title: 'a' }, { _id: 5, title: 'b' }, { _id: 6, title: 'Solaris' }, { _id: 7, title: 'c' }] as Book[];
    const ordered = await refusal(Books.collection.insertMany(batch as never[])) as unknown as BulkRefusal;
    expect([ordered.code, ordered.writeErrors.map(({ index }) => index)]).to.deep.equal([11_000, [1]]);
    expect(await Books.countDocuments()).to.equal(3);
    await Books.deleteOne({ _id: 5 });
    const unordered = await refusal(Books.collection.insertMany(batch as never[], { ordered: false })) as unknown as BulkRefusal;
    expect(unordered.writeErrors.map(({ index, code }) => [index, code])).to.deep.equal([[1, 11_000], [2, 11_000]]);
    expect((await Books.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id)).to.deep.equal([1, 2, 5, 7]);
  });

  it('populates, walks a cursor, and hands out plain objects when asked [EM-46]', async () => {
    const { Books } = await open();
    const names: string[] = [];
    for await (const book of Books.find().sort({ _id: -1 }).populate('author').cursor({ batchSize: 1 })) {
      names.push((book.author as Author).name);
    }
    expect(names).to.deep.equal(['Lem', 'Le Guin']);
    const plain = await Books.findOne({ _id: 1 }).populate('author').lean();
    expect(plain).to.deep.include({ title: 'Rocannon', author: { _id: 1, name: 'Le Guin', __v: 0 } });
  });

  it('finds and replaces, updates before and after, and deletes, each answering the document asked for [EM-47]', async () => {
    const { Books } = await open();
    expect(await Books.findOneAndUpdate({ _id: 1 }, { $set: { stock: 9 } }).lean()).to.include({ stock: 3 });
    expect(await Books.findOneAndUpdate({ author: 2 }, { $inc: { stock: 1 } }, { returnDocument: 'after', sort: { _id: -1 }, projection: { stock: 1 } }).lean())
      .to.deep.equal({ _id: 2, stock: 6 });
    const replaced = await Books.findOneAndReplace({ _id: 1 }, { title: 'City', author: 1, stock: 0 } as never, { returnDocument: 'after' }).lean();
    expect(replaced).to.include({ _id: 1, title: 'City' });
    expect(await Books.findOneAndDelete({ title: 'City' }).lean()).to.include({ _id: 1 });
    expect(await Books.findOneAndDelete({ title: 'City' }).lean()).to.equal(null);
  });

  it('brings its indexes in step: drops what the schema lost, makes what it gained [EM-48]', async () => {
    const { Books } = await open();
    await Books.collection.createIndex({ stock: 1 }, { name: 'left_over' });
    Books.schema.index({ author: 1, stock: -1 }, { name: 'by_author' });
    expect(await Books.syncIndexes()).to.deep.equal(['left_over']);
    expect((await Books.listIndexes()).map(({ name }) => name as string)).to.have.members(['_id_', 'title_1', 'by_author']);
  });

  it('goes on after a dropped connection, for reads as for writes [EM-49]', async () => {
    const { Books, client } = await open();
    for (const command of ['find', 'update']) {
      await client.db('admin').command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data: { failCommands: [command], closeConnection: true } });
      await Books.updateOne({ _id: 1 }, { $inc: { stock: 1 } });
      expect((await Books.findById(1 as unknown as Types.ObjectId).lean())?.stock).to.equal(command === 'find' ? 4 : 5);
    }
  });
});
