import { document } from './contract.js';

export const committedOpenApi = new URL('../../../docs/openapi.json', import.meta.url);

export const printedOpenApi = (): string => `${JSON.stringify({ ...document, servers: [{ url: '/v2' }] }, undefined, 1)}\n`;
