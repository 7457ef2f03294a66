import { changed, sandboxNow, type Clock, type ClockChange } from '../domain/clock.js';
import type { Ports } from './ports.js';

export type ClockView = { now: Date; speed: number; paused: boolean; playsUntil: Date };

const viewOf = (clock: Clock, real: Date): ClockView => ({ now: sandboxNow(clock, real), speed: clock.speed, paused: clock.paused, playsUntil: clock.playsUntil });

export const readClock = ({ clocks, now }: Ports) => async (account: string): Promise<ClockView> => viewOf(await clocks.read(account), now());

/** Sets pace or time of one account's clock; what it showed until now stays what it was. */
export const setClock = ({ clocks, now }: Ports) => async (account: string, change: ClockChange): Promise<ClockView> => {
  const clock = await clocks.change(account, (before) => changed(before, change, now()));
  return viewOf(clock, now());
};
