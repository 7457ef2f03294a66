import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Sentence of carrier-data, the file of tests, and the title that holds it. */
type Row = [says: string, file: string, title: string];

const HERE = new URL('./', import.meta.url);
const CLIENT = 'outside/dcsa-client.test.ts', CONFORMANCE = 'outside/conformance.test.ts', QUIRKS = 'domain/carrier-quirks.test.ts', NORMALISE = 'domain/normalise.test.ts';
const AIS = 'domain/ais.test.ts', FEEDS = 'outside/feeds.test.ts', MAIL = 'app/receive-message.test.ts', DOOR = 'outside/terminal-door.test.ts', PROFILES = 'outside/profiles.test.ts';
const JOURNEYS = '../../shipment/test/domain/journeys.test.ts', RULES = '../../shipment/test/domain/rules.test.ts';

/** carrier-data 6, phrase by phrase: how a source misbehaves, and the hand-written payload that shows what we make of it. */
const SECTION_6: Row[] = [
  ['array bodies', NORMALISE, 'reads the published sample field by field'],
  ['wrapped bodies', QUIRKS, 'Maersk: wrapped, without offset'],
  ['grouped bodies', QUIRKS, 'HMM: one grouped object'],
  ['operator in name or value', CLIENT, 'stand where the carrier wants them'],
  ['opaque cursors', CONFORMANCE, 'finds the next page by either header and by a bare cursor'],
  ['link cursors', CONFORMANCE, 'follows pages of one event to the end, in order'],
  ['repeated cursors', CLIENT, 'leaves a circle of cursors once it is round'],
  ['expired cursors', CLIENT, 'does not take an expired cursor for a wrong number'],
  ['exactly-limit pages without a cursor', CLIENT, 'are read where a last page is full to the brim and its cursor was forgotten'],
  ['5xx in mid-paging', CLIENT, 'forgets the first pages when a later one fails'],
  ['401 after token expiry', CLIENT, 'become a token once, for many questions, and again when the carrier no longer takes it'],
  ['token expiry (299 s)', CLIENT, 'are renewed before they end (299 s)'],
  ['certificate assertion check', CLIENT, 'as a certificate are a signed assertion that names the certificate'],
  ['429 with Retry-After 3600', CLIENT, 'hears when it should come back'],
  ['slow body', CLIENT, 'does not wait for a body that never ends'],
  ['truncated JSON', CLIENT, 'calls a truncated answer unreadable, and one cut at the socket unreachable'],
  ['404 versus empty list', CLIENT, 'tells an unknown number from one that is known and empty'],
  ['login error in HTTP 200 (XML)', DOOR, 'takes a login error inside a 200 for a fault, and not for an answer'],
  ['missing IMO', QUIRKS, 'ONE and Yang Ming: a ship without IMO is still a ship'],
  ['missing offset', NORMALISE, 'takes a missing offset for the clock of the place, summer and winter (rule 5)'],
  ['missing transportCall', QUIRKS, 'ZIM: a departure that carries its call flat'],
  ['integer IMO', QUIRKS, 'with an integer IMO and without a call id'],
  ['lower- and title-case enums', NORMALISE, 'reads integers, blanks and any case as carriers write them'],
  ['duplicate IDs', NORMALISE, 'believes the last word about one event, in whatever order words come (rule 1)'],
  ['retraction', NORMALISE, 'marks what was withdrawn and keeps it (rule 3)'],
  ['POD change', JOURNEYS, 'a hub is never frozen as the port of discharge'],
  ['rollover to another voyage', JOURNEYS, 'rolled: the ship that left without the box says nothing about it'],
  ['container re-use', RULES, 'rule 7: an empty pick-up after an empty return starts another journey'],
  ['AIS silence', FEEDS, 'comes back after a close, and after a connection that only pretends to live'],
  ['AIS jump', AIS, 'rejects a jump that no ship can make'],
  ['AIS sentinels', AIS, 'takes no sentinel for a value'],
  ['EDI duplicates', MAIL, 'reads a repeated interchange once, and a repeated message in a new one once'],
  ['EDI wrong segment counts', MAIL, 'accepts the good messages of an interchange and refuses the bad ones, each by itself'],
  ['EDI interchange out of order', MAIL, 'reaches the same state whatever the order of messages'],
  ['signed push with a bad signature', MAIL, 'is read only when it is signed over exactly these bytes'],
  ['signed push, replayed', MAIL, 'tells whoever tracks a number it names, and nothing new when it is replayed'],
  ['signed push, re-ordered', MAIL, 'that comes late and after its successor changes nothing back'],
];

/** carrier-data 2.2 and 2.3, profile by profile. */
const QUIRKS_OF_PROFILES: Row[] = [
  ['Maersk: wrapper, number ids, no offset, integer IMO, no transportCallID, renamed addresses, MAEU stripped', QUIRKS, 'Maersk: wrapped, without offset'],
  ['Maersk: operator in the value', PROFILES, "ask in each line's own words"],
  ['Hapag-Lloyd: SHIPMENT only ISSU and CONF', QUIRKS, 'Hapag-Lloyd: the documents it tells of'],
  ['Hapag-Lloyd: no cursor, full windows are halved', CLIENT, 'halves every window that comes back full'],
  ['CMA CGM: carrierSpecificData with phase and label', QUIRKS, 'CMA CGM: says the phase itself'],
  ['CMA CGM: hashed references of the public tier', NORMALISE, 'never shows a hashed reference (rule 12)'],
  ['CMA CGM: two tiers of credentials', CLIENT, 'of two tiers, those are used that are there'],
  ['MSC: certificate assertion', CLIENT, 'as a certificate are a signed assertion'],
  ['MSC: sealType optional, extra sealSource', QUIRKS, 'MSC: seals without a type'],
  ['ONE: IMO may be missing, ONEY stripped', QUIRKS, 'ONE and Yang Ming: a ship without IMO'],
  ['Evergreen: PLAN', QUIRKS, 'Evergreen: PLAN is a plan'],
  ['HMM: grouped, title case, LOCODE in the facility, same id under two types', QUIRKS, 'HMM: one grouped object'],
  ['HMM: booking and container both required', PROFILES, "ask in each line's own words"],
  ['ZIM: v1 wrapper, flat TRANSPORT', QUIRKS, 'ZIM: a departure that carries its call flat'],
  ['Yang Ming: IMO may be missing', QUIRKS, 'ONE and Yang Ming: a ship without IMO'],
  ['Yang Ming: POD stuck at the hub', JOURNEYS, 'a hub is never frozen as the port of discharge'],
  ['version 3.0.0 alpha, behind a flag', QUIRKS, 'version 3.0.0: the same facts out of other drawers'],
];

const textOf = (file: string): string => readFileSync(new URL(file, HERE), 'utf8').replaceAll("\\'", "'");

const held = (rows: readonly Row[]): void => {
  for (const [says, file, title] of rows) {
    it(`${says}: ${title} [D-60]`, () => {
      expect(textOf(file)).to.include(title);
    });
  }
};

describe('carrier-data 6: every way to misbehave has a test with a payload of its own', () => held(SECTION_6));

describe('carrier-data 2: every quirk of a profile has one too', () => held(QUIRKS_OF_PROFILES));
