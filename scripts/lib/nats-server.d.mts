/** The path of a nats-server that runs here: named, on PATH, fetched before, or fetched now without root. */
export function findNatsServer(env?: NodeJS.ProcessEnv): Promise<string>;
/** The same without fetching: undefined when there is none yet. */
export function knownNatsServer(env?: NodeJS.ProcessEnv): string | undefined;
