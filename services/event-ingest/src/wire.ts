import { EventIngestServiceService } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { bus } from '@landfall/kit/bus';
import { consumers } from '@landfall/kit/consumer';
import { dueLag } from '@landfall/kit/due-lag';
import { grpcServer, tlsOf } from '@landfall/kit/grpc';
import { health } from '@landfall/kit/health';
import { nameId, newId } from '@landfall/kit/identity';
import { loop, service, type Part, type Service } from '@landfall/kit/lifecycle';
import { logger, type Log } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { relay } from '@landfall/kit/relay';
import { parkedFacts } from '@landfall/kit/parked-facts';
import { tracing } from '@landfall/kit/trace';
import type { Connection } from 'mongoose';
import { app, type App } from './app/index.js';
import type { CredentialValues, Leases, Ports, TerminalConnector } from './app/ports.js';
import { endTracking } from './bus/end-tracking.js';
import { lookUp } from './bus/look-up.js';
import { lookUpAgain } from './bus/look-up-again.js';
import { lookUpResolved } from './bus/look-up-resolved.js';
import { resumeTracking } from './bus/resume-tracking.js';
import { stopTracking } from './bus/stop-tracking.js';
import type { Config } from './config.js';
import { aisstream } from './outside/ais/aisstream.js';
import { digitraffic } from './outside/ais/digitraffic.js';
import { listening, type AisFeed } from './outside/ais/feed.js';
import { nmea } from './outside/ais/nmea.js';
import { authoriser } from './outside/carriers/authorise.js';
import { dcsaCarriers } from './outside/carriers/dcsa-client.js';
import { profilesFrom } from './outside/carriers/profiles.js';
import { digest } from './outside/digest.js';
import { partners } from './outside/edi/partners.js';
import { syntax } from './outside/edi/syntax.js';
import { watchedFolder } from './outside/edi/watched-folder.js';
import { reference } from './outside/reference.js';
import { secretBox } from '@landfall/kit/secret-box';
import { telling } from './outside/telling.js';
import { terminalDoor } from './outside/terminals/terminal-door.js';
import { apmTerminals, facilityCodes, sandboxRamps, sandboxTerminals } from './outside/terminals/terminal-profiles.js';
import { terminals } from './outside/terminals/terminals.js';
import { eventIngestService } from './rpc/event-ingest-service.js';
import { berthings } from './store/berthings.js';
import { credentials } from './store/credentials.js';
import { detections } from './store/detections.js';
import { parkedEvents, unknownCodes } from './store/findings.js';
import { leases } from './store/leases.js';
import { limits } from './store/limits.js';
import { payloads } from './store/payloads.js';
import { oldPositions } from './store/positions.js';
import { receipts } from './store/receipts.js';
import { terminalWatches } from './store/terminal-watches.js';
import { vessels } from './store/vessels.js';
import { watches } from './store/watches.js';

const NAME = 'event-ingest';

/** Numbers of carriers without an API share one queue: their poll asks nobody. */
const MAIL_LANE = { name: '*', concurrency: 8 };

const INBOX_EVERY_MS = 2_000;
const RECEIPTS_EVERY_MS = 30_000;
const COARSEN_EVERY_MS = 600_000;

const now = () => new Date();

const doors = (config: Config, around: Parameters<typeof terminalDoor>[1]): TerminalConnector[] => {
  const url = config.SANDBOX_CARRIER_URL;
  const sandbox = url === undefined ? [] : [sandboxTerminals, sandboxRamps].map((make) => make(url, config.SANDBOX_POLL_MS));
  return [...sandbox, apmTerminals(config.APM_TERMINALS_URL, facilityCodes(config.APM_FACILITIES))].map((profile) => terminalDoor(profile, around));
};

const backs = (config: Config, db: Connection, log: Log): Ports & { lanes: { name: string; concurrency: number }[]; laneOf: (scac: string) => string } => {
  const profiles = profilesFrom({ file: config.CARRIER_PROFILES_FILE, sandboxUrl: config.SANDBOX_CARRIER_URL, sandboxPollMs: config.SANDBOX_POLL_MS });
  const laneOf = (scac: string) => profiles.get(scac)?.scac ?? MAIL_LANE.name;
  const authorise = authoriser({ timeoutMs: config.CARRIER_TIMEOUT_MS, bytes: 1_048_576 }, now);
  const known = reference(config.REFERENCE_DATA_PATH);
  const budget = { timeoutMs: config.CARRIER_TIMEOUT_MS, totalMs: config.CARRIER_TOTAL_MS, bytes: config.CARRIER_BODY_BYTES, pages: config.CARRIER_PAGES };
  const box = secretBox([config.DATA_ENCRYPTION_KEY, ...(config.DATA_ENCRYPTION_OLD_KEY === undefined ? [] : [config.DATA_ENCRYPTION_OLD_KEY])]);
  const configured = JSON.parse(config.CARRIER_CREDENTIALS_KEY ?? '{}') as Record<string, CredentialValues>;
  return {
    lanes: [...new Set(profiles.values())].map(({ scac, concurrency }) => ({ name: scac, concurrency })).concat(MAIL_LANE),
    laneOf,
    watches: watches(db, laneOf),
    terminalWatches: terminalWatches(db),
    payloads: payloads(db),
    parkedEvents: parkedEvents(db),
    unknownCodes: unknownCodes(db),
    limits: limits(db),
    credentials: credentials(db, box, configured),
    carriers: dcsaCarriers({ profiles, authorise, budget, now }),
    terminals: terminals(doors(config, { authorise, zoneOf: known.zoneOf, now, timeoutMs: config.CARRIER_TIMEOUT_MS })),
    detections: detections(db),
    syntax: syntax(),
    partners: partners(config.EDI_PARTNERS_FILE),
    receipts: receipts(db),
    vessels: vessels(db, { keptMs: config.POSITIONS_KEPT_MS, fineMs: config.POSITIONS_FINE_MS }),
    oldPositions: oldPositions(db),
    berthings: berthings(db),
    reference: known,
    telling: telling(log),
    settings: { leaseMs: config.LEASE_MS, payloadKeptMs: config.PAYLOAD_KEPT_MS, sayUnchangedEveryMs: config.SAY_UNCHANGED_EVERY_MS },
    now,
    luck: Math.random,
    newId,
    nameId,
    digest,
  };
};

/** Every vessel feed that is configured; the sandbox's ships are few, so all of them are followed. */
const feeds = (config: Config, log: Log): { feed: AisFeed; followAll: boolean }[] => {
  const followAll = config.AIS_FOLLOW === 'all';
  const sandbox = config.SANDBOX_AIS && config.SANDBOX_CARRIER_URL ? [{ feed: aisstream({ name: 'sandbox', url: `${config.SANDBOX_CARRIER_URL.replace(/^http/, 'ws').replace(/\/$/, '')}/ais/v0/stream`, key: 'sandbox', log, luck: Math.random }), followAll: true }] : [];
  const stream = config.AISSTREAM_KEY ? [{ feed: aisstream({ name: 'aisstream', url: config.AISSTREAM_URL, key: config.AISSTREAM_KEY, log, luck: Math.random }), followAll }] : [];
  const baltic = config.DIGITRAFFIC_URL ? [{ feed: digitraffic({ url: config.DIGITRAFFIC_URL, log, now }), followAll }] : [];
  return [...sandbox, ...stream, ...baltic, ...config.AIS_NMEA.map((address) => ({ feed: nmea(address, log, now), followAll }))];
};

const listeners = (config: Config, use: App, held: Leases, log: Log): Part[] =>
  feeds(config, log).map(({ feed, followAll }) => listening({ feed, hear: use.hearVessel(followAll), leases: held, holder: newId(), log, now }));

const inbox = (config: Config, use: App, log: Log): Part[] =>
  config.EDI_INBOX_PATH === undefined
    ? []
    : [watchedFolder({ path: config.EDI_INBOX_PATH, log, everyMs: INBOX_EVERY_MS, now, accountOf: partners(config.EDI_PARTNERS_FILE).accountOf, receive: use.receive })];

/** The use cases over one database; benches run them without doors. */
export const useCases = (config: Config, db: Connection, log: Log, woken: () => void): App => {
  const { lanes, laneOf, ...ports } = backs(config, db, log);
  return app(ports, lanes, laneOf, woken);
};

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: NAME, log });
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas: config.NATS_REPLICAS });
  const parked = parkedFacts({ connection: store.connection, bus: nats, service: NAME });
  const use = useCases(config, store.connection, log, () => poller.wake());
  const poller = loop('poller', log, config.POLL_TICK_MS, async () => {
    await use.poller.turn();
    return false;
  });
  const heard = [lookUp, lookUpResolved, lookUpAgain, endTracking, stopTracking, resumeTracking].map((make) => make(use));
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready, nats: nats.ready } }),
    store,
    nats,
    parked,
    relay({ connection: store.connection, bus: nats, log, service: NAME }),
    dueLag({ connection: store.connection, service: NAME, collections: ['watches'] }),
    // What was started is let end before the store closes behind it.
    { name: 'polls', start: async () => undefined, stop: use.poller.settled },
    poller,
    consumers({ bus: nats, log, service: NAME, parked }, heard),
    loop('positions', log, COARSEN_EVERY_MS, use.coarsenPositions),
    loop('receipts', log, RECEIPTS_EVERY_MS, use.finishReceipts),
    ...inbox(config, use, log),
    ...listeners(config, use, leases(store.connection), log),
    grpcServer({ host: config.BIND_HOST, port: config.GRPC_PORT, services: [[EventIngestServiceService, eventIngestService(use)]], log, service: NAME, tls: tlsOf(config) }),
  ]);
};
