import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Part, Ready } from './plan.js';
import { type Ending, howItEnded } from './restart-policy.js';

const ASK_EVERY_MS = 50;
const ANSWER_MS = 1_000;

/** Waits until the part answers in its own way, and no longer than it lives. */
export async function untilReady(part: Part, child: ChildProcess, ended: Promise<Ending>): Promise<void> {
  const over = new AbortController();
  const waiting = [
    answered(part.ready, child, over.signal),
    ended.then((ending) => Promise.reject(new Error(`${part.name} ${howItEnded(ending)} before it was ready`))),
    ...(part.readyWithinMs === undefined ? [] : [tooLate(part.name, part.readyWithinMs, over.signal)]),
  ];
  try {
    await Promise.race(waiting);
  } finally {
    over.abort();
    // The losers of the race have nobody left to tell.
    void Promise.allSettled(waiting);
  }
}

async function tooLate(name: string, withinMs: number, signal: AbortSignal): Promise<never> {
  await wait(withinMs, undefined, { signal });
  throw new Error(`${name} was not ready after ${withinMs / 1_000} s`);
}

function answered(ready: Ready, child: ChildProcess, signal: AbortSignal): Promise<void> {
  if (ready.by === 'listening') return saysListening(child);
  if (ready.by === 'message') return sendsReady(child);
  const ask = ready.by === 'greeting' ? () => greets(ready.port) : () => isHealthy(ready.url);
  return asked(ask, signal);
}

function saysListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    let said = '';
    child.stdout?.on('data', function look(chunk: Buffer) {
      said += chunk.toString('utf8');
      if (!/^\{.*"listening":/m.test(said)) return;
      child.stdout?.off('data', look);
      resolve();
    });
  });
}

function sendsReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
}

async function asked(ask: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await ask())) await wait(ASK_EVERY_MS, undefined, { signal });
}

/** A NATS server says who it is as soon as somebody connects. */
export function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: ANSWER_MS });
    const answer = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('data', (greeting) => answer(/^INFO .*"jetstream":true/.test(greeting.toString('utf8'))));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    return ok;
  } catch {
    // Not listening yet: that is what we are waiting for.
    return false;
  }
}
