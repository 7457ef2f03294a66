import type { Connection } from 'mongoose';

interface Stage {
  stage?: string;
  inputStage?: Stage;
  inputStages?: Stage[];
}

const stagesOf = (stage: Stage): string[] => [stage.stage ?? '', ...[stage.inputStage, ...(stage.inputStages ?? [])].filter((each) => each !== undefined).flatMap(stagesOf)];

/** The stages of the winning plan, outermost first: a test asserts that none of them is COLLSCAN. */
export const planOf = async (connection: Connection, collection: string, filter: Record<string, unknown>, sort: Record<string, 1 | -1> = {}): Promise<string[]> => {
  const db = connection.db;
  if (!db) throw new Error('the connection is not open');
  const answer = await db.command({ explain: { find: collection, filter, sort }, verbosity: 'queryPlanner' });
  return stagesOf((answer['queryPlanner'] as { winningPlan: Stage }).winningPlan);
};
