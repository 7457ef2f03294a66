/** Every way in which carriers were seen to misbehave (carrier-data 6), and what each does. */
export const FAULTS = {
  server_error: 'Answers 503.',
  server_error_mid_paging: 'Answers 500 from the second page on.',
  too_many_requests: 'Answers 429 with Retry-After 3600.',
  slow_body: 'Sends a byte now and then.',
  truncated: 'Stops in the middle of the JSON.',
  unauthorized: 'Answers 401.',
  token_required: 'Wants a bearer from POST /oauth/token, which is good for 299 s.',
  cursor_repeated: 'Every next page is the same page.',
  cursor_expired: 'Answers 400 to every cursor.',
  full_page_without_cursor: 'Sends exactly as many events as the limit says and no way to the rest.',
  empty_instead_of_404: 'An unknown number is an empty list.',
  wrapped: 'The list is in {"events": […]}.',
  grouped: 'One object with a list for each kind of event.',
  operator_in_value: 'Takes eventCreatedDateTime=gte:…, and refuses the operator in the name.',
  no_imo: 'Ships have no IMO number.',
  integer_imo: 'IMO numbers are numbers.',
  no_offset: 'Times are local and do not say of where.',
  no_transport_call: 'Ship calls come without transportCall.',
  lower_case: 'Codes in lower case.',
  title_case: 'Codes in title case.',
  duplicate_ids: 'Every event twice, and the last two under one id.',
  retraction: 'The last report is taken back.',
  container_reuse: 'The boxes did another journey before this one.',
  flood: 'Ten thousand events.',
  terminal_login_in_200: 'The terminal answers 200 with an XML login error.',
  push_bad_signature: 'Notifications are signed with another secret.',
  push_replayed: 'Every notification is sent twice.',
  push_reordered: 'Notifications hold their events backwards.',
  ais_silence: 'The stream stays open and says nothing.',
  ais_jump: 'Every third position is on the other side of the world.',
  ais_sentinels: 'Positions hold the numbers that mean "not available".',
} as const;

export type Fault = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as readonly Fault[];

export const isFault = (value: string): value is Fault => Object.hasOwn(FAULTS, value);

const WORDS = FAULT_NAMES.map((fault) => ({ fault, word: `FAULT${fault.toUpperCase().replaceAll('_', '')}` })).sort((a, b) => b.word.length - a.word.length);

/** `TEST-DIRECT-FAULT-NO-IMO-7`: a number that brings its own trouble. Written with underscores it is read as well. */
export const faultInSuffix = (suffix: string): Fault | null => WORDS.find(({ word }) => suffix.replaceAll('_', '').startsWith(word))?.fault ?? null;
