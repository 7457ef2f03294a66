/**
 * What the services use of MongoDB, and no more: production MongoDB and the embedded store have to agree on this list. The
 * store under the tests (`testMongo`) refuses the rest, so whoever needs more adds it here, and looks at both documents first.
 */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  aggregate: ['cursor', 'pipeline'],
  count: [],
  create: [],
  createIndexes: ['indexes', 'indexes.expireAfterSeconds', 'indexes.key', 'indexes.name', 'indexes.partialFilterExpression', 'indexes.unique'],
  delete: ['deletes', 'deletes.limit', 'deletes.q', 'ordered'],
  distinct: ['key', 'query'],
  dropDatabase: [],
  find: ['filter', 'limit', 'projection', 'singleBatch', 'skip', 'sort'],
  findAndModify: ['fields', 'new', 'query', 'remove', 'sort', 'update', 'upsert'],
  insert: ['documents', 'ordered'],
  listCollections: ['authorizedCollections', 'cursor', 'filter', 'nameOnly'],
  listIndexes: ['cursor'],
  update: ['ordered', 'updates', 'updates.multi', 'updates.q', 'updates.u', 'updates.upsert'],
};

/** Operators of each language; what stands in a `$match` is a filter. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  filter: ['$and', '$elemMatch', '$eq', '$exists', '$gt', '$gte', '$in', '$lt', '$lte', '$ne', '$nin', '$not', '$or', '$size'],
  pipeline: ['$group', '$match', '$sum'],
  update: ['$each', '$in', '$inc', '$max', '$pull', '$push', '$set', '$setOnInsert', '$slice', '$unset'],
};

/** As `shapesOf` names what it sees. */
export const DECLARED: ReadonlySet<string> = new Set([
  ...Object.keys(OPTIONS),
  ...Object.entries(OPTIONS).flatMap(([command, names]) => names.map((name) => `${command}.${name}`)),
  ...Object.entries(OPERATORS).flatMap(([language, names]) => names.map((name) => `${language} ${name}`)),
]);
