import { readApmReport, readCanonicalReport } from '../../domain/terminal-report.js';
import type { TerminalPlace, Yard } from '../../domain/terminal-watch.js';
import type { TerminalProfile } from './terminal-door.js';

/** The sandbox plays every terminal and every railway of its journeys itself. */
const sandboxYard = (name: string, kind: Yard, url: string, pollMs: number): TerminalProfile => ({
  name,
  kind,
  auth: [{ kind: 'none' }],
  concurrency: 8,
  fixedMs: pollMs,
  serves: () => false,
  url: (container) => new URL(`${url.replace(/\/$/, '')}/${kind}/v1/containers/${encodeURIComponent(container)}`),
  read: readCanonicalReport,
});

export const sandboxTerminals = (url: string, pollMs: number): TerminalProfile => sandboxYard('sandbox', 'terminal', url, pollMs);

export const sandboxRamps = (url: string, pollMs: number): TerminalProfile => sandboxYard('sandbox_rail', 'rail', url, pollMs);

/** `USLAX/APMT=CODE`: which of the operator's own codes stands for a terminal is part of a customer's contract. */
export const facilityCodes = (entries: readonly string[]): ReadonlyMap<string, string> =>
  new Map(entries.map((entry) => entry.split('=')).flatMap(([place, code]) => (place && code ? [[place.toUpperCase(), code] as const] : [])));

const placeKey = ({ locode, smdgCode }: TerminalPlace): string => `${locode ?? ''}/${smdgCode ?? ''}`;

export const apmTerminals = (url: string, facilities: ReadonlyMap<string, string>): TerminalProfile => ({
  name: 'apm_terminals',
  kind: 'terminal',
  auth: [
    { kind: 'oauth', tokenUrl: `${url}/oauth/client_credential/accesstoken`, clientIn: 'body', idField: 'clientId', secretField: 'clientSecret', headers: { 'Consumer-Key': 'clientId' }, tokenTtlMs: 3_600_000 },
    { kind: 'headers', headers: { 'Consumer-Key': 'consumerKey' } },
  ],
  concurrency: 2,
  fixedMs: null,
  serves: (place) => facilities.has(placeKey(place)),
  url: (container, place) => {
    const address = new URL(`${url}/import-availability`);
    address.searchParams.set('assetId', container);
    address.searchParams.set('facilityCode', facilities.get(placeKey(place)) ?? '');
    return address;
  },
  read: readApmReport,
});
