import { CONTAINER_STATUSES } from '@landfall/shipping/container-status';
import { EVENT_CATEGORIES } from '@landfall/shipping/event-category';
import { MILESTONE_NAMES, MILESTONES } from '@landfall/shipping/milestone';
import type { McpServer } from '@modelcontextprotocol/server';
import { GLOSSARY_URI } from '../links.js';

const milestoneRow = (name: (typeof MILESTONE_NAMES)[number]): string => `| ${name} | ${EVENT_CATEGORIES[MILESTONES[name].category]} | ${MILESTONES[name].description} |`;

/** Printed once from the words of the trade; a deployment changes them, and nothing else does. */
const GLOSSARY = [
  '# Milestones of a container',
  '',
  'In the order of a journey. Event names carry the prefix `container.transport.`; an event that is only expected has `estimated.` after it.',
  '',
  '| Milestone | Kind | What happened |',
  '| --- | --- | --- |',
  ...MILESTONE_NAMES.map(milestoneRow),
  '',
  '# Statuses of a container',
  '',
  ...Object.entries(CONTAINER_STATUSES).map(([status, says]) => `- \`${status}\`: ${says}`),
  '',
].join('\n');

const DAY_MS = 86_400_000;

export const registerGlossary = (server: McpServer): void =>
  void server.registerResource('milestone-glossary', GLOSSARY_URI, { title: 'Milestone glossary', description: 'What each milestone and status of a container means.', mimeType: 'text/markdown', cacheHint: { ttlMs: DAY_MS, cacheScope: 'public' } }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/markdown', text: GLOSSARY }],
  }));
