import type { CarrierProfile } from '../../domain/carrier-profile.js';

const MINUTE_MS = 60_000, HOUR_MS = 60 * MINUTE_MS;

// Published limits disagree and depend on the plan: these are low enough for each of them (carrier-data 7).
const gentle = (perMinute: number, burst = 5) => ({ perMinute, burst, breakAfter: 5, openMs: MINUTE_MS, longestOpenMs: 30 * MINUTE_MS });

const DCSA_PARAMETERS = { bill_of_lading: 'transportDocumentReference', booking_number: 'carrierBookingReference', container: 'equipmentReference' };

/** The standard itself; each carrier below says only where it differs. */
const standard: Omit<CarrierProfile, 'scac' | 'name' | 'baseUrl' | 'auth'> = {
  alsoServes: [],
  path: '/v2/events',
  parameters: DCSA_PARAMETERS,
  companions: {},
  headers: { 'API-Version': '2' },
  operatorStyle: 'name_suffix',
  stripPrefixes: [],
  body: { kind: 'array' },
  paging: { kind: 'link', headers: ['Next-Page', 'Next-Page-Cursor'] },
  page: { parameter: 'limit', size: 100 },
  notFound: 'either',
  repairs: [],
  limits: gentle(30),
  concurrency: 4,
  cadence: { kind: 'phased' },
  clock: { kind: 'wall' },
  terminalFeed: null,
};

const maersk: CarrierProfile = {
  ...standard,
  scac: 'MAEU',
  alsoServes: ['MAEI', 'SEAU', 'SEJJ', 'MCPU', 'SUDU'],
  name: 'Maersk',
  baseUrl: 'https://api.maersk.com',
  path: '/track-and-trace-private/events',
  auth: [{ kind: 'oauth', tokenUrl: 'https://api.maersk.com/customer-identity/oauth/v2/access_token', clientIn: 'body', idField: 'clientId', secretField: 'clientSecret', headers: { 'Consumer-Key': 'consumerKey' }, tokenTtlMs: HOUR_MS }],
  operatorStyle: 'value_prefix',
  stripPrefixes: ['MAEU', 'MAEI', 'SEAU', 'SUDU'],
  body: { kind: 'wrapped', key: 'events' },
  notFound: 'status',
  repairs: ['maersk_addresses'],
  limits: gentle(60, 10),
};

const hapagLloyd: CarrierProfile = {
  ...standard,
  scac: 'HLCU',
  name: 'Hapag-Lloyd',
  baseUrl: 'https://api.hlag.com',
  path: '/hlag/external/v2/events',
  auth: [{ kind: 'headers', headers: { 'X-IBM-Client-Id': 'clientId', 'X-IBM-Client-Secret': 'clientSecret' } }],
  // It offers no cursor; a full answer is read again in halves of time.
  paging: { kind: 'window', field: 'eventCreatedDateTime', days: 400 },
  page: { parameter: 'limit', size: 1_000 },
  // The free tier allows 100 a day; more is said by configuration.
  limits: gentle(4),
};

const cmaCgm: CarrierProfile = {
  ...standard,
  scac: 'CMDU',
  alsoServes: ['APLU', 'ANNU', '11DX', 'CNCX'],
  name: 'CMA CGM',
  baseUrl: 'https://apis.cma-cgm.net',
  path: '/operation/trackandtrace/v1/events',
  auth: [
    { kind: 'oauth', tokenUrl: 'https://auth.cma-cgm.com/as/token.oauth2', clientIn: 'body', idField: 'clientId', secretField: 'clientSecret', scope: 'tandtcommercial:read:be', tokenTtlMs: 299_000 },
    { kind: 'headers', headers: { keyId: 'keyId' } },
  ],
  stripPrefixes: ['CMDU'],
  paging: { kind: 'cursor', headers: ['Next-Page', 'Next-Page-Cursor'], parameter: 'cursor' },
  repairs: ['cma_specifics'],
  limits: gentle(20),
};

const msc: CarrierProfile = {
  ...standard,
  scac: 'MSCU',
  alsoServes: ['MEDU'],
  name: 'MSC',
  baseUrl: 'https://api.tech.msc.com',
  path: '/msc/trackandtrace/v2.2/events',
  auth: [{ kind: 'assertion', tokenUrl: 'https://login.microsoftonline.com/{tenantId}/oauth2/v2.0/token', idField: 'clientId', keyField: 'privateKey', certificateField: 'certificate', tokenTtlMs: HOUR_MS }],
  operatorStyle: 'none',
  paging: { kind: 'none' },
  page: null,
};

const one: CarrierProfile = {
  ...standard,
  scac: 'ONEY',
  name: 'Ocean Network Express',
  baseUrl: 'https://apis.one-line.com',
  path: '/v2/cargotracking/events',
  auth: [{ kind: 'oauth', tokenUrl: 'https://apis.one-line.com/v1/oauth/accesstoken', clientIn: 'basic', idField: 'clientId', secretField: 'clientSecret', headers: { apikey: 'apiKey' }, tokenTtlMs: 30 * MINUTE_MS }],
  stripPrefixes: ['ONEY'],
  paging: { kind: 'window', field: 'eventCreatedDateTime', days: 400 },
  page: { parameter: 'limit', size: 1_000 },
  // Advised: 60 calls a minute.
  limits: gentle(50, 10),
};

const evergreen: CarrierProfile = {
  ...standard,
  scac: 'EGLV',
  name: 'Evergreen Line',
  baseUrl: 'https://ews.switch-hub.com',
  path: '/server/sol/apimg/tnt/v2/events',
  headers: { 'API-Version': '2.2' },
  auth: [{ kind: 'oauth', tokenUrl: 'https://ews.switch-hub.com/server/sol/eauth/oauth2/v1.0/token', clientIn: 'basic', idField: 'clientId', secretField: 'clientSecret', scope: 'TNT', tokenTtlMs: 30 * MINUTE_MS }],
  stripPrefixes: ['EGLV'],
};

const hmm: CarrierProfile = {
  ...standard,
  scac: 'HDMU',
  name: 'HMM',
  baseUrl: 'https://apigw.hmm21.com',
  path: '/gateway/dcsaCargoTracking/v1/cargo-tracking-dcsa',
  // It wants a booking and a container together; ZZ stands for every container, and a container alone cannot be asked for.
  parameters: { bill_of_lading: null, booking_number: 'carrierBookingReference', container: null },
  companions: { booking_number: { equipmentReference: 'ZZ' } },
  headers: {},
  auth: [{ kind: 'headers', headers: { 'x-Gateway-APIKey': 'apiKey' } }],
  operatorStyle: 'none',
  stripPrefixes: ['HDMU'],
  body: { kind: 'grouped' },
  paging: { kind: 'none' },
  page: null,
  repairs: ['hmm_places'],
};

const zim: CarrierProfile = {
  ...standard,
  scac: 'ZIMU',
  name: 'ZIM',
  baseUrl: 'https://apigw.zim.com',
  path: '/trackAndTrace/v2/events',
  auth: [{ kind: 'headers', headers: { 'Ocp-Apim-Subscription-Key': 'subscriptionKey' } }],
  operatorStyle: 'none',
  paging: { kind: 'none' },
  page: null,
  repairs: ['flat_transport'],
};

const yangMing: CarrierProfile = {
  ...standard,
  scac: 'YMLU',
  alsoServes: ['YMJA', 'YMPR'],
  name: 'Yang Ming',
  baseUrl: 'https://apidoc.yangming.com',
  auth: [{ kind: 'headers', headers: { KeyId: 'keyId' } }],
  stripPrefixes: ['YMLU'],
  operatorStyle: 'none',
  paging: { kind: 'none' },
  page: null,
};

/** Live with nothing but a credential; none was ever called from here, so paths and limits are changed by file. */
export const carrierProfiles: readonly CarrierProfile[] = [maersk, hapagLloyd, cmaCgm, msc, one, evergreen, hmm, zim, yangMing];
