/** What an OAuth client is given; it may use every tool. */
export const TOOL_SCOPE = 'mcp';

const READERS = [TOOL_SCOPE, 'read', 'write', 'admin'];
const WRITERS = [TOOL_SCOPE, 'write', 'admin'];

export const mayRead = (scopes: readonly string[]): boolean => READERS.some((scope) => scopes.includes(scope));

export const mayWrite = (scopes: readonly string[]): boolean => WRITERS.some((scope) => scopes.includes(scope));
