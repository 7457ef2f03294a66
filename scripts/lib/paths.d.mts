export function onPath(program: string, env?: NodeJS.ProcessEnv): string | undefined;
