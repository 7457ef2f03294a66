/**
 * Every sentence of the interface and every decision has an id, every id a test that cites it. `issue` is the piece of
 * work that builds it; once that piece is in BUILT, a requirement without a citing test fails the build.
 */
export type Issue = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I';

export interface Requirement {
  says: string;
  source: 'interface' | 'decision' | 'checklist';
  issue: Issue;
  /** Figures are proved by a bench that cites the id, never by a timed test. */
  provedBy?: 'bench';
}

/** Whole pieces of work that have landed. */
export const BUILT: readonly Issue[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'];

const said = (issue: Issue, says: string): Requirement => ({ says, source: 'interface', issue });
const decided = (issue: Issue, says: string): Requirement => ({ says, source: 'decision', issue });
/** A line of checklist A of protocols.md, which is the bar of issue E; where it asks for other numbers than a decision, ADR-0140 says why. */
const asked = (says: string): Requirement => ({ says, source: 'checklist', issue: 'E' });
const figure = (issue: Issue, says: string): Requirement => ({ ...decided(issue, says), provedBy: 'bench' });

export const requirements: Readonly<Record<string, Requirement>> = {
  'TR-01': said('A', 'POST /tracking_requests with a valid body that is no duplicate gives a pending request whose tracked_object is null.'),
  'TR-02': said('A', 'When the carrier lookup succeeds the request is created, linked to its shipment, and tracking_request.succeeded is sent.'),
  'TR-03': said('A', 'When the carrier lookup fails, failed_reason is set and tracking_request.failed is sent.'),
  'TR-04': said('D', 'GET /tracking_requests returns a list of tracking requests.'),
  'TR-05': said('D', 'GET /tracking_requests/{id} includes tracked_object by default; include takes comma-delimited relations.'),
  'TR-06': said('D', 'PATCH /tracking_requests/{id} answers with the tracking request.'),
  'TR-07': said('A', 'A duplicate of a pending or created request is refused with 422, code duplicate, pointer /data/attributes/request_number.'),
  'TR-08': said('D', 'An auto-detect endpoint identifies the carrier from a number.'),
  'TR-09': said('A', 'Supported numbers are master bill of lading, booking number and container number.'),

  'SH-01': said('D', 'GET /shipments is paged, searched with q and number, filtered by tracking_stopped, and may include container, port, terminal.'),
  'SH-02': said('D', 'PATCH /shipments/{id} answers with the shipment.'),
  'SH-03': said('C', 'PATCH /shipments/{id}/stop_tracking stops tracking; what was collected stays readable.'),
  'SH-04': said('C', 'Tracking resumes on demand.'),
  'SH-05': said('C', 'A shipment has lading, discharge and destination places, times with original estimates, vessel and line.'),

  'CT-01': said('D', 'GET /containers/{id} answers with the container and links.self.'),
  'CT-02': said('D', 'PATCH /containers answers with the container.'),
  'CT-03': said('C', 'transport_events are normalized, vetted, past milestones only.'),
  'CT-04': said('C', 'raw_events are past and future, ordered by index, as the carrier reported them.'),
  'CT-05': said('H', 'map_geojson is a FeatureCollection without a wrapper; current_vessel only while at sea.'),
  'CT-06': said('C', 'Holds, fees, last free days, availability and yard location come from terminals.'),

  'VE-01': said('H', 'future_positions_with_coordinates answers with a vessel and its positions.'),
  'TE-01': said('D', 'GET /terminals/{id} answers with the terminal.'),

  'WH-01': said('E', 'Each notification is a webhook_notification with event, delivery_status and reference_object, posted to the webhook URL.'),
  'WH-02': said('E', 'A webhook has url, active, events, secret and headers, so that notifications can be limited and sent with extra headers.'),
  'WH-03': said('E', 'GET /webhook_notifications/{id} reads a notification afterwards; include takes relations.'),
  'WH-04': said('E', 'GET /webhook_notifications/examples shows an example of every event.'),
  'EV-01': said('C', 'Transport events carry a transport_event record whose event attribute equals the event name.'),

  'PG-01': said('D', 'page[number] defaults to 1, page[size] to 30; meta.size and meta.total and the links self, current, next, last are given.'),
  'AU-01': said('D', 'Every request carries Authorization: Token <API_KEY>; missing or invalid credentials give 401.'),
  'AU-02': said('F', 'The discovery document has issuer, authorization_endpoint, token_endpoint, revocation_endpoint, code_challenge_methods_supported.'),
  'AU-03': said('F', 'Registration takes redirect_uris that are https or localhost http, answers client_id and no secret, and says invalid_client_metadata otherwise.'),
  'AU-04': said('G', 'An OAuth bearer token must carry the scope mcp.'),
  'AU-05': said('G', 'An unauthenticated MCP request gives 401 with WWW-Authenticate: Bearer resource_metadata.'),
  'AU-06': said('G', 'Legacy mode accepts API keys as Bearer and Token.'),
  'ER-01': said('A', 'Errors are a JSON:API errors array with status, source, title, detail and code.'),
  'LI-01': said('D', 'POST /tracking_requests is limited to 100 a minute; exceeding a limit gives 429.'),

  'MC-01': said('G', 'The tool server speaks streamable HTTP at /mcp and /api/mcp, and stdio locally.'),
  'MC-02': said('G', 'Ten tools answer with their parameters honoured.'),
  'MC-03': said('G', 'Three prompts: track-shipment, check-demurrage, analyze-delays.'),
  'MC-04': said('G', 'Two resources: container and milestone glossary.'),
  'MC-05': said('G', 'Formats raw, mapped and both.'),
  'MC-06': said('G', 'Host and origin allow-lists restrict requests.'),
  'MC-07': said('G', 'initialize and tools/list succeed after authentication; the list is not empty.'),

  'D-01': decided('D', 'Creation answers 201 with Location, every other success 200.'),
  'D-02': decided('A', 'Media types as JSON:API 1.1, with application/json accepted.'),
  'D-03': decided('D', 'Lists always carry meta and links.'),
  'D-04': decided('D', 'Page sizes and cursors.'),
  'D-05': decided('D', 'Unknown parameters are refused, never ignored.'),
  'D-06': decided('D', 'Every list filter is indexed or refused.'),
  'D-07': decided('D', 'Defaults of include.'),
  'D-08': decided('A', 'One catalogue of errors; a foreign record is a missing one.'),
  'D-09': decided('A', 'Request numbers: length, case, separators; body limit.'),
  'D-10': decided('D', 'Rate limits, exact across replicas.'),
  'D-11': decided('D', 'Idempotency-Key.'),
  'D-12': decided('D', 'ETag, If-Match and X-Request-Id.'),
  'D-13': decided('A', 'What PATCH may change.'),
  'D-14': decided('C', 'current_lfd beside pickup_lfd.'),
  'D-15': decided('A', 'Cancelling.'),
  'D-16': decided('D', 'OpenAPI is generated from what validates.'),

  'D-20': decided('A', 'Types, statuses, failed reasons.'),
  'D-21': decided('A', 'Unsupported numbers are refused at once.'),
  'D-22': decided('A', 'The duplicate rule is a unique index.'),
  'D-23': decided('A', 'Technical faults are retried fourteen times.'),
  'D-24': decided('A', 'Not found: containers fail, others await their manifest.'),
  'D-25': decided('A', 'Auto-detection.'),
  'D-26': decided('A', 'Bulk: one result an object, in order.'),

  'D-30': decided('C', 'When tracking stops.'),
  'D-31': decided('C', 'current_status is a pure function.'),
  'D-32': decided('C', 'Event derivation: fifteen rules.'),
  'D-33': decided('C', 'What is emitted when.'),
  'D-34': decided('C', 'Order inside one container follows the journey.'),
  'D-35': decided('C', 'Freshness is visible.'),
  'D-36': decided('C', 'Evidence for each field.'),

  'D-40': decided('E', 'The account event log.'),
  'D-41': decided('E', 'The webhook body, byte for byte on every retry.'),
  'D-42': decided('E', 'Signatures, headers and secrets.'),
  'D-43': decided('E', 'Success, time-outs and retries of deliveries.'),
  'D-44': decided('E', 'Deactivation and breaker.'),
  'D-45': decided('E', 'Redeliver, replay, rotate, trigger.'),
  'D-46': decided('E', 'The attempt log.'),
  'D-47': decided('E', 'Where webhooks may be sent.'),
  'D-48': decided('E', 'Examples of every event.'),

  'A-01': asked('Webhooks are signed as Standard Webhooks has it, v1 and v1a, and foreign libraries verify the bytes that are sent.'),
  'A-02': asked('Keys are encrypted at rest; old ones overlap for a settable time, ten at most live, and a rotation is told.'),
  'A-03': asked('Deliveries are retried for a day or more with jitter, and Retry-After is honoured within its slot.'),
  'A-04': asked('Attempts end after 15 s, connections and look-ups after 5 s; redirects are not followed, answers cut.'),
  'A-05': asked('410 and days of nothing but failures disable; the owner is told at 50, 70, 90 and 100 %; events stay recoverable.'),
  'A-06': asked('A breaker per endpoint; a dead endpoint costs the others less than 5 %.'),
  'A-07': asked('Resend one, recover since, ping, an example of every event; a disabled endpoint is not resent to.'),
  'A-08': asked('delivery_status is a complete state machine; every attempt is logged with its class, also while the broker is away.'),
  'A-09': asked('No delivery reaches an address that is not public, by whatever spelling or resolution.'),
  'A-10': asked('No loss and no double effect over kills, restarts and clock jumps; duplicates carry the same webhook-id.'),
  'A-11': { ...asked('1,000 deliveries a second with a written log; publish to receipt p95 within 50 ms.'), provedBy: 'bench' },

  'D-50': decided('F', 'Accounts, users and API keys.'),
  'D-51': decided('F', 'The account settings page.'),
  'D-52': decided('F', 'The authorization server.'),
  'D-53': decided('F', 'The demo account.'),

  'D-60': decided('C', 'The sandbox carrier speaks real protocols.'),
  'D-61': decided('C', 'Scenario numbers play whole journeys.'),
  'D-62': decided('C', 'The sandbox clock.'),

  'D-70': figure('I', 'Start in 5 s, 600 MiB idle.'),
  'D-71': figure('E', 'POST to signed webhook within 60 ms at the median.'),
  'D-72': figure('D', 'Warm reads at 60 % of a bare handler.'),
  'D-73': figure('E', '1,000 deliveries a second.'),
  'D-74': figure('C', '150 snapshots a second.'),
  'D-75': figure('D', 'Lists stay flat.'),
};
