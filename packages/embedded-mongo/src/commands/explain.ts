import type { Document } from '../bson/document.js';
import { mongoError } from '../errors.js';
import { openQuery, type Query } from '../query/find.js';
import { BREATH } from '../query/scan.js';
import type { Plan } from '../query/plan.js';
import type { Hint } from '../query/planner.js';
import { bytesOf, documentOf, fieldsOf, textOf, type Command } from '../wire/command.js';
import { ok, type Call, type CommandHandler } from './context.js';
import { toNumber } from '../catalog/numbers.js';

/** The question inside, in the terms of one query. */
function asQuery(command: Command): Query & { name: string } {
  const inner = documentOf(command, 'explain') ?? {};
  const [verb = ''] = Object.keys(inner);
  const name = String(inner[verb]);
  const [statement] = (inner['updates'] ?? inner['deletes'] ?? []) as Document[];
  const pipeline = (inner['pipeline'] ?? []) as Document[];
  const of = (...names: string[]) => names.map((each) => inner[each] ?? statement?.[each]).find((each) => each !== undefined);
  const stage = (wanted: string) => pipeline.find((each) => wanted in each)?.[wanted];
  if (!['find', 'count', 'distinct', 'update', 'delete', 'findAndModify', 'aggregate'].includes(verb)) {
    throw mongoError(59, `Explain failed due to unknown command: ${verb}`);
  }
  const first = pipeline[0]?.['$match'];
  return {
    name,
    filter: (of('filter', 'query', 'q') ?? first ?? {}) as Document,
    sort: (of('sort') ?? stage('$sort')) as Document | undefined,
    skip: toNumber(of('skip')) ?? 0,
    limit: Math.abs(toNumber(of('limit')) ?? 0),
    hint: of('hint') as Hint,
  };
}

const wayOf = (plan: Plan): string => (plan.ranges[0]?.reverse ? 'backward' : 'forward');

const indexScan = (plan: Plan): Document => ({
  stage: 'IXSCAN',
  indexName: plan.index?.name ?? '_id_',
  keyPattern: plan.index?.spec['key'] ?? { _id: 1 },
  isMultiKey: plan.index?.multikey ?? false,
  isUnique: plan.index?.unique ?? true,
  direction: wayOf(plan),
  ranges: plan.ranges.length,
  exactBounds: plan.exact,
});

const access = (plan: Plan): Document => {
  if (plan.branches) return { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: plan.branches.map(access) } };
  if (!plan.bounded && !plan.index) return { stage: 'COLLSCAN', direction: wayOf(plan) };
  return { stage: 'FETCH', inputStage: indexScan(plan) };
};

function explained(call: Call, query: Query & { name: string }, execute: boolean): Document {
  const { store, command } = call;
  const ns = `${command.db}.${query.name}`;
  const collection = store.catalog.find(command.db, query.name);
  if (!collection) return { queryPlanner: { namespace: ns, winningPlan: { stage: 'EOF' }, rejectedPlans: [] } };
  const opened = openQuery(store.engine, collection, query);
  const started = performance.now();
  let returned = 0;
  if (execute) for (const next of opened.found) if (next !== BREATH) returned += 1;
  const inner = access(opened.plan);
  const winningPlan = opened.blocking ? { stage: 'SORT', sortPattern: query.sort, inputStage: inner } : inner;
  return {
    queryPlanner: { namespace: ns, parsedQuery: query.filter, winningPlan, rejectedPlans: [] },
    ...(execute && {
      executionStats: {
        executionSuccess: true, nReturned: returned,
        executionTimeMillis: Math.round(performance.now() - started),
        totalKeysExamined: opened.examined.keys,
        totalDocsExamined: opened.examined.documents,
        executionStages: { ...winningPlan, nReturned: returned },
      },
    }),
  };
}

/** Which way a query would go and, unless only the plan is asked for, what going it costs. Nothing is written. */
export const explain: CommandHandler = (call) => {
  const { command } = call;
  const verbosity = textOf(command, 'verbosity') ?? 'allPlansExecution';
  const inner = bytesOf(command, 'explain');
  if (!inner || fieldsOf(inner).size === 0) throw mongoError(9, 'explain needs a command');
  return ok({
    explainVersion: '1',
    ...explained(call, asQuery(command), verbosity !== 'queryPlanner'),
    command: documentOf(command, 'explain'),
    serverInfo: { host: call.store.address(), version: '7.0.0' },
  });
};
