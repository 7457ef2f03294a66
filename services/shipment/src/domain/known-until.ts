import type { Container, ContainerRecord } from './container.js';
import { FUTURE_TOLERANCE_MS } from './steps.js';
import { isExpected, isMilestone } from './transport-event.js';

type Known = Pick<ContainerRecord, 'facilities' | 'own'> & Partial<Pick<Container, 'transportEvents'>>;

/** What was told to have happened has happened, whoever speaks next with an older clock. */
const toldOf = ({ transportEvents = [] }: Known): Date[] =>
  transportEvents.flatMap((event) => (isMilestone(event) && !isExpected(event) && !event.invalidatedAt && event.timestamp ? [new Date(event.timestamp.getTime() - FUTURE_TOLERANCE_MS)] : []));

/**
 * How far the clock of the sources has come, as far as these containers know. A terminal that answered, or a ship that
 * was seen, after the line last spoke has moved it on; or else a pick-up at the gate would still lie ahead (rule 4).
 */
export const knownUntil = (asOf: Date, records: readonly Known[]): Date => {
  const answered = records.flatMap(({ facilities }) => facilities.map(({ checkedAt }) => checkedAt));
  const seen = records.flatMap(({ own }) => own.flatMap(({ dataSource, classifier, at }) => (dataSource === 'ais' && classifier === 'ACT' && at ? [at] : [])));
  return [...answered, ...seen, ...records.flatMap(toldOf)].reduce((latest, at) => (at > latest ? at : latest), asOf);
};
