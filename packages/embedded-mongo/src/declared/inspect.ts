import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mongoError } from '../errors.js';
import type { Command } from '../wire/command.js';
import { DECLARED } from './declared.js';
import { shapesOf } from './shapes.js';

/** As MongoDB answers a client that asked to be held to a stable subset. */
const STRICT_ERROR = 323;

export type Inspection = { declaredOnly?: boolean; recordTo?: string };

/** Writes down what it has not seen before; a recording goes on where the one before it ended. */
function recorder(file: string): (shapes: ReadonlySet<string>) => void {
  const seen = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  return (shapes) => {
    for (const shape of shapes) {
      if (seen.has(shape)) continue;
      seen.add(shape);
      appendFileSync(file, `${shape}\n`);
    }
  };
}

function refuseUndeclared(shapes: ReadonlySet<string>): void {
  for (const shape of shapes) {
    if (DECLARED.has(shape)) continue;
    throw mongoError(STRICT_ERROR, `'${shape}' is not among what services declare to use of MongoDB (packages/embedded-mongo/src/declared/declared.ts)`);
  }
}

/** Undefined unless something was asked for: looking costs each command a decoding. */
export function inspector({ declaredOnly, recordTo }: Inspection): ((command: Command) => void) | undefined {
  if (!declaredOnly && recordTo === undefined) return undefined;
  const record = recordTo === undefined ? undefined : recorder(recordTo);
  return (command) => {
    const shapes = shapesOf(command);
    record?.(shapes);
    if (declaredOnly) refuseUndeclared(shapes);
  };
}
