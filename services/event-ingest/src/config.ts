import { common, count, defineConfig, flag, list, millis, optionalText, port, secret, text } from '@landfall/kit/config';

const DAY_MS = 86_400_000;

/** Every variable this service reads. */
export const { schema, load } = defineConfig({
  ...common,
  GRPC_PORT: port(50053).describe('Serves EventIngestService.'),
  DATA_ENCRYPTION_KEY: secret().describe('Encrypts credentials at rest (AES-256-GCM).'),
  DATA_ENCRYPTION_OLD_KEY: secret().optional().describe('The key before the last rotation; still decrypts.'),
  REFERENCE_DATA_PATH: optionalText().describe('A folder with replacement reference data files.'),
  CARRIER_CREDENTIALS_KEY: optionalText().describe('Installation credentials as JSON: {"MAEU": {"consumerKey": "…"}}. Better kept in the store.'),
  CARRIER_PROFILES_FILE: optionalText().describe('A JSON file with changes to carrier profiles, by SCAC.'),
  CARRIER_TIMEOUT_MS: millis(20_000).describe('How long one page of a carrier may take.'),
  CARRIER_TOTAL_MS: millis(60_000).describe('How long all pages of one answer may take.'),
  CARRIER_BODY_BYTES: count(16 * 1_024 * 1_024).describe('The largest answer that is read.'),
  CARRIER_PAGES: count(100).describe('The most pages of one answer that are read.'),
  LEASE_MS: millis(120_000).describe('How long a replica may take for one poll before another may try.'),
  POLL_TICK_MS: millis(100).describe('How often due watches are looked for in memory.'),
  PAYLOAD_KEPT_MS: millis(400 * DAY_MS).describe('How long raw payloads are kept.'),
  SAY_UNCHANGED_EVERY_MS: millis(10_000).describe('An unchanged answer is told again at most this often.'),
  SANDBOX_CARRIER_URL: optionalText().describe('The sandbox carrier; without it SCAC TEST is not served.'),
  SANDBOX_POLL_MS: millis(250).describe('How often a sandbox number is asked while its journey moves.'),
  SANDBOX_AIS: flag(true).describe('Listen to the AIS feed of the sandbox.'),
  APM_TERMINALS_URL: text('https://api.apmterminals.com').describe('The APM Terminals API.'),
  APM_FACILITIES: list().describe('Which APM facility code stands for which terminal: USLAX/APMT=CODE,…'),
  AISSTREAM_URL: text('wss://stream.aisstream.io/v0/stream').describe('The aisstream.io feed.'),
  AISSTREAM_KEY: optionalText().describe('The key for aisstream.io; without it that feed is off.'),
  DIGITRAFFIC_URL: optionalText().describe('The Digitraffic marine API, for the Baltic; without it that feed is off.'),
  AIS_NMEA: list().describe('Own receivers, as udp://0.0.0.0:10110 (listened on) or tcp://host:port (connected to).'),
  AIS_FOLLOW: text('watched').describe('watched: positions of ships that carry watched numbers; all: of every ship heard.'),
  POSITIONS_FINE_MS: millis(1_209_600_000).describe('How long they are kept in full detail; after that one an hour.'),
  POSITIONS_KEPT_MS: millis(180 * DAY_MS).describe('How long vessel positions are kept.'),
  EDI_INBOX_PATH: optionalText().describe('A folder with one sub-folder a partner; new files are read and moved.'),
  EDI_PARTNERS_FILE: optionalText().describe('A JSON file that says which carrier a partner is and which codes it uses.'),
});

export type Config = ReturnType<typeof load>;
