import type { ContainerRecord } from './container.js';

/**
 * How far the clock of the sources has come, as far as these containers know. A terminal that answered, or a ship that
 * was seen, after the line last spoke has moved it on; or else a pick-up at the gate would still lie ahead (rule 4).
 */
export const knownUntil = (asOf: Date, records: readonly Pick<ContainerRecord, 'facilities' | 'own'>[]): Date => {
  const answered = records.flatMap(({ facilities }) => facilities.map(({ checkedAt }) => checkedAt));
  const seen = records.flatMap(({ own }) => own.flatMap(({ dataSource, classifier, at }) => (dataSource === 'ais' && classifier === 'ACT' && at ? [at] : [])));
  return [...answered, ...seen].reduce((latest, at) => (at > latest ? at : latest), asOf);
};
