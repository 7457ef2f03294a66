import type { CredentialValues, TerminalAnswer, TerminalConnector } from '../../app/ports.js';
import type { ZoneOf } from '../../domain/carrier-event.js';
import type { ReadReport, TerminalReading } from '../../domain/terminal-report.js';
import type { TerminalPlace, Yard } from '../../domain/terminal-watch.js';
import { retryAfterMs } from '../carriers/ask-page.js';
import type { Authoriser } from '../carriers/authorise.js';
import { boundedFetch, type Fetched } from '../carriers/bounded-fetch.js';
import type { AuthScheme } from '../../domain/carrier-profile.js';

/** What makes one operator's API differ from another's. */
export type TerminalProfile = {
  name: string;
  kind: Yard;
  auth: AuthScheme[];
  concurrency: number;
  fixedMs: number | null;
  serves(place: TerminalPlace): boolean;
  url(container: string, place: TerminalPlace): URL;
  read(body: unknown, reading: TerminalReading): ReadReport;
};

type Around = { authorise: Authoriser; zoneOf: ZoneOf; now: () => Date; timeoutMs: number };

const ANSWER_BYTES = 1_048_576;

const readText = (text: string, profile: TerminalProfile, reading: TerminalReading): TerminalAnswer => {
  try {
    const read = profile.read(JSON.parse(text) as unknown, reading);
    return read.ok ? { kind: 'report', report: read.report, text } : { kind: 'fault', detail: read.fault };
  } catch {
    // Some gateways report a failed login as a page inside a 200.
    return { kind: 'fault', detail: 'The answer is not JSON.' };
  }
};

const answerOf = (fetched: Fetched, profile: TerminalProfile, reading: TerminalReading): TerminalAnswer => {
  if (!fetched.ok) return { kind: 'fault', detail: fetched.detail };
  if (fetched.status === 404) return { kind: 'absent', detail: 'The terminal does not know the container yet.' };
  if (fetched.status === 429) return { kind: 'throttled', detail: 'The terminal asks for fewer questions.', retryAfterMs: retryAfterMs(fetched.headers.get('retry-after'), reading.now) };
  if (fetched.status !== 200) return { kind: 'fault', detail: `The terminal answered ${fetched.status}.` };
  return readText(fetched.text, profile, reading);
};

/** A terminal that is asked over HTTP and answers JSON. */
export const terminalDoor = (profile: TerminalProfile, { authorise, zoneOf, now, timeoutMs }: Around): TerminalConnector => {
  const readingOf = (container: string, place: TerminalPlace, at: Date): TerminalReading => ({ scac: profile.name, providerName: profile.name, now: at, zoneOf, source: profile.name, from: profile.kind, container, place });
  return {
    name: profile.name,
    kind: profile.kind,
    concurrency: profile.concurrency,
    fixedMs: profile.fixedMs,
    serves: profile.serves,
    ask: async (credential: CredentialValues, container, place) => {
      const authorised = await authorise.headersFor(profile.auth, credential);
      if (!authorised.ok) return { kind: 'fault', detail: authorised.detail };
      const fetched = await boundedFetch(profile.url(container, place), { headers: { accept: 'application/json', ...authorised.headers } }, { timeoutMs, bytes: ANSWER_BYTES });
      if (fetched.ok && fetched.status === 401) authorise.forget(profile.auth, credential);
      return answerOf(fetched, profile, readingOf(container, place, now()));
    },
    read: (text, container, place, at) => readText(text, profile, readingOf(container, place, at)),
  };
};
