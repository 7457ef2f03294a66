import { lookup as systemLookup } from 'node:dns';
import type { Resolve } from '@landfall/kit/public-address';

type Done = Parameters<Resolve>[2];

/** A name server may be silent for less long than the connection, so that the log says whose silence it was. */
const DNS_SHARE = 0.9;

const inTime = (hostname: string, timeoutMs: number, done: Done): Done => {
  let isAnswered = false;
  const answer: Done = (error, addresses) => {
    clearTimeout(timer);
    if (!isAnswered) done(error, addresses);
    isAnswered = true;
  };
  const timer = setTimeout(() => answer(Object.assign(new Error(`${hostname} was not resolved in time`), { code: 'ETIMEOUT' }), []), timeoutMs);
  return answer;
};

/**
 * Look-ups in good time. Each holds one of the process's four threads until its name server speaks, however long we care
 * to wait, so whoever asks for a name that is being asked for waits for that answer: a dead name holds one thread.
 */
export const nameLookup = (connectTimeoutMs: number, resolve: Resolve = systemLookup): Resolve => {
  const asked = new Map<string, Done[]>();
  return (hostname, options, done) => {
    const answer = inTime(hostname, connectTimeoutMs * DNS_SHARE, done);
    const others = asked.get(hostname);
    if (others) return void others.push(answer);
    const all = [answer];
    asked.set(hostname, all);
    resolve(hostname, options, (error, addresses) => {
      asked.delete(hostname);
      for (const each of all) each(error, addresses);
    });
  };
};
