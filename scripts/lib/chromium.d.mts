/** The path of a Chromium that runs here; root may have it installed for the asking. */
export function findChromium(env?: NodeJS.ProcessEnv): Promise<string>;
/** The same without installing: undefined when there is none. */
export function knownChromium(env?: NodeJS.ProcessEnv): string | undefined;
