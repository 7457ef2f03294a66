import { askedNumber } from '../domain/asked-number.js';
import { faultInSuffix, type Fault } from '../domain/fault.js';

/** A trouble somebody ordered: for one number or for all, for so many questions or until it is cleared. */
export type Order = { fault: Fault; account: string; number: string | null; times: number | null };

export type Faults = {
  order(order: Order): void;
  list(account: string): Order[];
  clear(account: string): void;
  /** The troubles of one question, ordered or in its number; ordered ones are used up by it. */
  take(account: string, numbers: readonly string[]): Fault[];
  /** The troubles of a stream, which is no question and uses nothing up. */
  look(account: string): Fault[];
};

/** Held in memory: who orders trouble means the process that hears the order (ADR-0093). */
export const faults = (): Faults => {
  let orders: Order[] = [];
  const mine = (account: string) => orders.filter((order) => order.account === account);
  const use = (order: Order): Fault => {
    if (order.times !== null) order.times -= 1;
    return order.fault;
  };
  return {
    order: (order) => void orders.push({ ...order }),
    list: (account) => mine(account).map((order) => ({ ...order })),
    clear: (account) => {
      orders = orders.filter((order) => order.account !== account);
    },
    look: (account) => mine(account).map(({ fault }) => fault),
    take: (account, numbers) => {
      const ordered = mine(account).filter(({ number }) => number === null || numbers.includes(number)).map(use);
      orders = orders.filter(({ times }) => times === null || times > 0);
      const own = numbers.flatMap((number) => faultInSuffix(askedNumber(number)?.suffix ?? '') ?? []);
      return [...new Set([...ordered, ...own])];
    },
  };
};
