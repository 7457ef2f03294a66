import { eventIngestClient, type EventIngestClient } from '@landfall/clients/event-ingest';
import type { TlsFiles } from '@landfall/kit/grpc';
import { columns, type Command, type Input, type World } from '../command.js';
import { badUse, withOwner } from '../owner.js';

// A call reads some two hundred numbers again, each from the store.
const DEADLINE_MS = 120_000;
const A_CALL = 200;
const SHOWN = 200;

const INGEST = { service: 'event-ingest', variable: 'EVENT_INGEST_GRPC_URL', client: (address: string, tls: TlsFiles) => eventIngestClient(address, { deadlineMs: DEADLINE_MS, tls }) };

export const ingest: Command = {
  name: 'ingest',
  says: 'What carriers said: list what no mapping could read, or read kept answers again after a mapping was repaired.',
  positionals: [
    { name: 'unknown|parked|rederive', required: true, says: 'codes no mapping knows, events that broke the schema, or reading again' },
    { name: 'number', required: false, says: 'rederive only this bill of lading, booking or container' },
  ],
  flags: {
    scac: { takes: 'scac', says: 'only of this line' },
    since: { takes: 'time', says: 'rederive only numbers with news since then (2026-11-21 or 2026-11-21T04:00:00Z)' },
    json: { says: 'as JSON' },
  },
  run: async (input, world) => {
    const { positionals: [action, number], flags } = input;
    if (action === 'unknown' || action === 'parked') {
      if (number !== undefined || flags['since'] !== undefined) return badUse(world, `${action} is listed whole, or of one line with --scac.`);
      return withOwner(world, INGEST, (service) => (action === 'unknown' ? listUnknown : listParked)(service, input, world));
    }
    if (action !== 'rederive') return badUse(world, `ingest can list unknown or parked, or rederive, not ${String(action)}.`);
    const since = flags['since'] === undefined ? undefined : new Date(String(flags['since']));
    if (since && Number.isNaN(since.getTime())) return badUse(world, '--since takes a time, as 2026-11-21 or 2026-11-21T04:00:00Z.');
    return withOwner(world, INGEST, (service) => rederive(service, { scac: scacIn(input), normalizedNumber: number && normalized(number), since }, flags['json'] === true, world));
  },
};

const scacIn = ({ flags }: Input): string | undefined => (typeof flags['scac'] === 'string' ? flags['scac'].toUpperCase() : undefined);

/** As requests are stored: the same number, however it is written. */
const normalized = (number: string): string => number.toUpperCase().replace(/[\s-]/g, '');

const ofLine = <Row extends { scac: string }>(rows: readonly Row[], scac: string | undefined): Row[] => rows.filter((row) => scac === undefined || row.scac === scac);

function show(rows: ReadonlyArray<readonly string[]>, answer: unknown, { flags }: Input, none: string, { out }: World): void {
  if (flags['json'] === true) out(`${JSON.stringify(answer, null, 2)}\n`);
  else out(rows.length > 1 ? `${columns(rows).join('\n')}\n` : `${none}\n`);
}

async function listUnknown(service: EventIngestClient, input: Input, world: World): Promise<void> {
  const codes = ofLine((await service.listUnknownCodes({ limit: SHOWN })).codes, scacIn(input));
  const rows = codes.map(({ scac, code, originalEvent, seen, lastSeenAt }) => [scac, code, String(seen), lastSeenAt?.toISOString() ?? '', originalEvent]);
  show([['line', 'code', 'seen', 'last seen', 'in its own words'], ...rows], codes, input, 'Every code is known.', world);
}

async function listParked(service: EventIngestClient, input: Input, world: World): Promise<void> {
  const events = ofLine((await service.listParkedEvents({ limit: SHOWN })).events, scacIn(input));
  const rows = events.map(({ scac, parkedAt, payloadId, index, reason }) => [scac, parkedAt?.toISOString() ?? '', `${payloadId} [${index}]`, reason]);
  show([['line', 'parked', 'answer and place in it', 'why'], ...rows], events, input, 'No event is parked.', world);
}

type Filter = { scac: string | undefined; normalizedNumber: string | undefined; since: Date | undefined };

async function rederive(service: EventIngestClient, filter: Filter, asJson: boolean, { out, err }: World): Promise<void> {
  const sum = { watches: 0, changed: 0 };
  let after = '';
  do {
    const part = await service.rederive({ ...filter, after, limit: A_CALL });
    sum.watches += part.watches;
    sum.changed += part.changed;
    after = part.nextAfter;
    if (after !== '') err(`${sum.watches} numbers read again, ${sum.changed} changed …\n`);
  } while (after !== '');
  out(asJson ? `${JSON.stringify(sum, null, 2)}\n` : `${sum.watches} ${sum.watches === 1 ? 'number was' : 'numbers were'} read again; ${sum.changed} changed and were told.\n`);
}
