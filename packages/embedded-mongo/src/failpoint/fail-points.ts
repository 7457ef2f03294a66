import type { Document } from '../bson/document.js';
import { toNumber } from '../catalog/numbers.js';
import { mongoError } from '../errors.js';

/** What a test wants to go wrong. */
export type Failure = {
  commands: Set<string>;
  times: number;
  appName?: string;
  closeConnection: boolean;
  errorCode?: number;
  errorLabels?: string[];
  writeConcernError?: Document;
  blockMs: number;
};

export type FailPoints = ReturnType<typeof failPoints>;

const KNOWN = new Set([
  'failCommands', 'closeConnection', 'errorCode', 'errorLabels', 'writeConcernError', 'blockConnection', 'blockTimeMS',
  'appName', 'threadName', 'failInternalCommands', 'failLocalClients', 'namespace',
]);

function timesOf(mode: unknown): number {
  if (mode === 'off') return 0;
  if (mode === 'alwaysOn') return Infinity;
  const times = typeof mode === 'object' && mode !== null ? toNumber((mode as Document)['times']) : undefined;
  if (times === undefined) throw mongoError(9, "a fail point's mode is 'off', 'alwaysOn' or { times: n }");
  return times;
}

function failureOf(data: Document, times: number): Failure {
  for (const name of Object.keys(data)) {
    if (!KNOWN.has(name)) throw mongoError(9, `the failCommand option '${name}' is not known`);
  }
  const code = toNumber(data['errorCode']);
  return {
    commands: new Set((data['failCommands'] as string[] | undefined) ?? []),
    times,
    closeConnection: data['closeConnection'] === true,
    blockMs: data['blockConnection'] === true ? toNumber(data['blockTimeMS']) ?? 0 : 0,
    ...(code !== undefined && { errorCode: code }),
    ...(typeof data['appName'] === 'string' && { appName: data['appName'] }),
    ...(Array.isArray(data['errorLabels']) && { errorLabels: data['errorLabels'] as string[] }),
    ...(data['writeConcernError'] !== undefined && { writeConcernError: data['writeConcernError'] as Document }),
  };
}

/** `failCommand`: how the drivers' own tests make a server fail on purpose. */
export function failPoints() {
  let failure: Failure | undefined;
  return {
    configure(name: string, mode: unknown, data: Document): void {
      if (name !== 'failCommand') throw mongoError(9, `the fail point '${name}' is not known`);
      const times = timesOf(mode);
      failure = times > 0 ? failureOf(data, times) : undefined;
    },
    /** The failure this command is to meet, used up by one. */
    take(command: string, appName: string | undefined): Failure | undefined {
      if (!failure || !failure.commands.has(command)) return undefined;
      if (failure.appName !== undefined && failure.appName !== appName) return undefined;
      const taken = failure;
      failure.times -= 1;
      if (failure.times <= 0) failure = undefined;
      return taken;
    },
  };
}
