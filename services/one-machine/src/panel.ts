import { join } from 'node:path';
import type { Settings } from './config.js';
import { type Ports, publicUrl } from './plan.js';
import type { ServiceRow } from './services.js';

export type DemoAccount = { email: string; password: string; api_key: string };

/** demo.json: the facts of the panel, for scripts. */
export function demoFile(settings: Settings, account: DemoAccount | undefined, pid: number): Record<string, string | number> {
  const origin = publicUrl(settings);
  return { base_url: `${origin}/v2`, mcp_url: origin, ...account, pid };
}

/** What a person sees when everything runs; it names only doors that are really there. */
export function panel(settings: Settings, services: readonly ServiceRow[], ports: Ports, account: DemoAccount | undefined): string[] {
  const isPublic = services.some(({ http }) => http === 'public');
  return [
    '',
    'Landfall is ready. Ctrl-C stops it.',
    '',
    ...(isPublic ? publicDoors(publicUrl(settings), services) : internalDoors(services, ports)),
    ...(account ? ['', ...accountLines(account)] : []),
    ...(isPublic && account ? ['', ...tryThis(publicUrl(settings), account)] : []),
    '',
    ...table([
      ['Data', settings.home],
      ['Logs', join(settings.home, 'logs')],
      ['These facts', join(settings.home, isPublic ? 'demo.json' : 'run.json')],
    ]),
    '',
    '',
  ];
}

function publicDoors(origin: string, services: readonly ServiceRow[]): string[] {
  const has = (name: string) => services.some((row) => row.name === name);
  return table([
    ['API', `${origin}/v2`],
    ['API documentation', `${origin}/docs`],
    ...(has('mcp-gateway') ? [['Tool server (MCP)', `${origin}/mcp`] as const] : []),
    ...(has('oauth') ? [['Account and keys', `${origin}/account`] as const] : []),
  ]);
}

const internalDoors = (services: readonly ServiceRow[], ports: Ports): string[] =>
  table(services.filter(({ grpc }) => grpc).map(({ name }) => [name, `grpc://127.0.0.1:${ports[`${name}.grpc`] ?? '?'}`]));

const accountLines = ({ email, password, api_key }: DemoAccount): string[] =>
  table([['Demo API key', api_key], ['Demo sign-in', `${email}  ${password}`]]);

const tryThis = (origin: string, { api_key }: DemoAccount): string[] => [
  '  Try it:',
  '',
  `  curl -X POST ${origin}/v2/tracking_requests \\`,
  `    -H 'Authorization: Token ${api_key}' -H 'Content-Type: application/vnd.api+json' \\`,
  `    -d '{"data":{"type":"tracking_request","attributes":{"request_type":"bill_of_lading","request_number":"TEST-DIRECT","scac":"TEST"}}}'`,
];

function table(rows: ReadonlyArray<readonly [string, string]>): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}
