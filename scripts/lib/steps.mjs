import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

// Anything quicker than this needs no line of its own while it runs.
const SHOW_AFTER_MS = 1_000;
const TELL_EVERY_MS = 15_000;

/** A failure whose message was written for the person at the terminal; no stack belongs under it. */
export class StepFailed extends Error {
  name = 'StepFailed';
}

export const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** Runs `work` and says so: one line when it takes over a second, one when it is done, and its error when it fails. */
export async function step(title, work, say = (line) => console.error(line)) {
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  let told = false;
  const first = setTimeout(() => {
    told = true;
    say(`· ${title} …`);
  }, SHOW_AFTER_MS);
  const again = setInterval(() => say(`· ${title} … ${seconds(elapsed())}`), TELL_EVERY_MS);

  try {
    const result = await work();
    if (told) say(`✓ ${title}  ${seconds(elapsed())}`);
    return result;
  } catch (error) {
    say(`✗ ${title}  ${seconds(elapsed())}`);
    throw error;
  } finally {
    clearTimeout(first);
    clearInterval(again);
  }
}

/** Runs a program silently; when it fails, everything it wrote is part of the error. */
export async function run(program, args, { cwd, env, inherit = false } = {}) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', inherit ? 'inherit' : 'pipe', inherit ? 'inherit' : 'pipe'] });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));

  // Node cannot replace itself by the child, so a stop that reaches only us is handed on.
  const handOn = (signal) => child.kill(signal);
  process.on('SIGTERM', handOn);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
    });
    return { code, output };
  } catch (error) {
    throw new StepFailed(`${program} could not be started: ${error.message}`);
  } finally {
    process.off('SIGTERM', handOn);
  }
}

/** Like `run`, for a program that has to succeed. */
export async function must(program, args, options) {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new StepFailed(`${output.trimEnd()}\n\n\`${[program, ...args].join(' ')}\` ended with ${code}.`);
  return output;
}

/** The outermost frame of a command: a failed step ends it with its message alone, a bug with its stack. */
export async function endOnFailure(work) {
  try {
    return await work();
  } catch (error) {
    console.error(error instanceof StepFailed ? error.message : error);
    process.exit(1);
  }
}
