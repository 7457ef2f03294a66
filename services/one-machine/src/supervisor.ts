import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keepRunning, type Kept, type PartState } from './keep-running.js';
import { logFile } from './log-file.js';
import type { Part } from './plan.js';

const TELL_AFTER_MS = 1_000;
const TELL_EVERY_MS = 10_000;

export type Watch = {
  say: (line: string) => void;
  /** A part was given up: the rest must not pretend to work. */
  onGiveUp: (because: string) => void;
  onChange: (states: PartState[]) => void;
};

export type Supervisor = {
  /** One part after the other, each only when the one before answers. */
  start(): Promise<void>;
  /** In reverse. Safe to call while starting, and twice. */
  stop(): Promise<void>;
  states(): PartState[];
};

export function supervisor(parts: readonly Part[], logs: string, env: NodeJS.ProcessEnv, watch: Watch): Supervisor {
  mkdirSync(logs, { recursive: true });
  const running: Kept[] = [];
  let stopping: Promise<void> | undefined;
  const states = () => running.map((kept) => kept.state());

  const begin = async (part: Part) => {
    const log = logFile(join(logs, `${part.name}.log`));
    const onChange = () => watch.onChange(states());
    const kept = keepRunning(part, { log, env, say: watch.say, onGiveUp: watch.onGiveUp, onChange });
    running.push(kept);
    await told(part.name, join(logs, `${part.name}.log`), () => kept.start(), watch.say);
  };

  const end = async () => {
    for (const kept of running.toReversed()) await kept.stop();
  };

  return {
    states,
    start: async () => {
      for (const part of parts) {
        if (stopping) return;
        await begin(part);
      }
    },
    stop: () => (stopping ??= end()),
  };
}

async function told(name: string, log: string, work: () => Promise<void>, say: Watch['say']): Promise<void> {
  const began = performance.now();
  const elapsed = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  const soon = setTimeout(() => say(`· ${name} is starting …`), TELL_AFTER_MS);
  const again = setInterval(() => say(`· ${name} is not ready yet  ${elapsed()}  (its log: ${log})`), TELL_EVERY_MS);
  try {
    await work();
    say(`✓ ${name}  ${elapsed()}`);
  } finally {
    clearTimeout(soon);
    clearInterval(again);
  }
}
