import type { Ports } from './ports.js';

const A_TURN = 100;

/** Answers whether there is more to do at once. */
export const coarsenPositions = ({ oldPositions, now }: Pick<Ports, 'oldPositions' | 'now'>) => async (): Promise<boolean> => (await oldPositions.coarsen(now(), A_TURN)) === A_TURN;
