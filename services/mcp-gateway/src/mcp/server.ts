import { McpServer } from '@modelcontextprotocol/server';
import { registerPrompts } from './prompts/all.js';
import { registerContainer } from './resources/container.js';
import { registerGlossary } from './resources/milestone-glossary.js';
import type { Session } from './session.js';
import { tools } from './tools/all.js';

const INFO = { name: 'landfall', title: 'Landfall', version: '0.1.0' };

const INSTRUCTIONS = [
  'Tracks ocean shipments and containers of one account across shipping lines, terminals and railways.',
  'Find ids with search_container; read one with get_container or get_shipment_details; start tracking with track_container.',
  'Times are UTC and ISO 8601. Facts that are not known are left out. Lists say how many more rows there are and which page to pass.',
].join(' ');

/** What the server can do changes with a deployment only, and is the same for every caller. */
const HOUR_MS = 3_600_000;
const SAME_FOR_ALL = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;
const CACHE_HINTS = { 'tools/list': SAME_FOR_ALL, 'prompts/list': SAME_FOR_ALL, 'resources/list': SAME_FOR_ALL, 'resources/templates/list': SAME_FOR_ALL, 'server/discover': SAME_FOR_ALL };

/** A server for one request of one caller. Whoever calls a tool, and says so beforehand, needs nothing else of it. */
export const serverFor = (session: Session, method?: string | null): McpServer => {
  const server = new McpServer(INFO, { instructions: INSTRUCTIONS, cacheHints: CACHE_HINTS });
  for (const each of tools) each.register(server, session);
  if (method === 'tools/call') return server;
  registerPrompts(server, session);
  registerContainer(server, session);
  registerGlossary(server);
  return server;
};
