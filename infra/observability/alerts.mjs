// When somebody has to look. Each alert has a page of the same name in docs/runbooks that says at what and what to do.

/** page: people are waken up; ticket: it can wait for the morning. */
const PAGE = 'page';
const TICKET = 'ticket';

const RUNBOOKS = 'https://github.com/landfall/landfall/blob/main/docs/runbooks';

const ratio = (metric, bad, by) => `sum by (${by}) (rate(${metric}{${bad}}[5m])) / sum by (${by}) (rate(${metric}[5m]))`;
const quantile = (share, metric, by) => `histogram_quantile(${share}, sum by (le, ${by}) (rate(${metric}_bucket[5m])))`;

/** name, how urgent, for how long, when, and one sentence for the phone. */
const ALERTS = [
  ['service-away', PAGE, '2m', 'up{job="landfall"} == 0', '{{ $labels.instance }} does not answer its health port.'],
  ['service-not-ready', PAGE, '5m', 'min by (instance, service, part) (landfall_ready) == 0', '{{ $labels.service }} has no {{ $labels.part }}.'],
  ['errors-at-the-door', PAGE, '5m', `${ratio('landfall_http_served_seconds_count', 'status=~"5.."', 'service')} > 0.01`, '{{ $labels.service }} answers more than 1 % of requests with 5xx.'],
  ['slow-answers', TICKET, '10m', `${quantile(0.99, 'landfall_http_served_seconds', 'service')} > 1`, 'One request in a hundred to {{ $labels.service }} takes longer than a second.'],
  ['owner-errors', PAGE, '5m', `${ratio('landfall_rpc_served_seconds_count', 'code=~"internal|unavailable|deadline_exceeded"', 'service')} > 0.01`, '{{ $labels.service }} fails more than 1 % of calls.'],
  ['outbox-stuck', PAGE, '5m', 'max by (service, collection) (landfall_outbox_age_seconds) > 60', 'Facts of {{ $labels.service }} wait {{ $value }} s to be said.'],
  ['consumer-lag', TICKET, '10m', 'max by (service, durable) (landfall_consumer_pending) > 5000', '{{ $value }} facts wait for {{ $labels.durable }}.'],
  ['facts-parked', TICKET, '5m', 'max by (service) (landfall_facts_parked) > 0', '{{ $labels.service }} could not handle {{ $value }} facts.'],
  ['facts-repeated', TICKET, '15m', 'sum by (service, durable) (rate(landfall_fact_redelivered_total[5m])) > 1', '{{ $labels.durable }} fails again and again.'],
  ['lookups-late', TICKET, '10m', 'max(landfall_due_lag_seconds{collection="tracking_requests"}) > 600', 'Requests wait {{ $value }} s longer than promised for their next attempt.'],
  ['watches-late', TICKET, '10m', 'max(landfall_due_lag_seconds{collection="watches"}) > 900', 'Carriers are asked {{ $value }} s later than they should be.'],
  ['deliveries-late', PAGE, '5m', 'max(landfall_due_lag_seconds{collection="webhook_notifications"}) > 120', 'Webhooks leave {{ $value }} s late.'],
  ['deliveries-fail', TICKET, '15m', 'sum(rate(landfall_delivery_attempts_total{outcome="succeeded"}[15m])) / sum(rate(landfall_delivery_attempts_total[15m])) < 0.5', 'More than half of all webhook attempts fail.'],
  ['store-pool-exhausted', PAGE, '5m', 'max by (database) (landfall_mongo_connections{state="waiting"}) > 5', '{{ $value }} operations of {{ $labels.database }} wait for a connection to the store.'],
  ['loop-blocked', TICKET, '10m', 'max by (instance) (nodejs_eventloop_lag_p99_seconds) > 0.5', '{{ $labels.instance }} is held up by its own work.'],
  ['memory-high', TICKET, '15m', 'max by (instance) (process_resident_memory_bytes) > 800e6', '{{ $labels.instance }} holds {{ $value | humanize1024 }}B.'],
];

const camel = (name) => name.split('-').map((word) => word[0].toUpperCase() + word.slice(1)).join('');

export const runbookOf = (alert) => `${alert}.md`;
export const NAMES = ALERTS.map(([name]) => name);

export const groups = [
  {
    name: 'landfall',
    rules: ALERTS.map(([name, severity, forTime, expr, summary]) => ({ alert: camel(name), expr, for: forTime, labels: { severity }, annotations: { summary, runbook_url: `${RUNBOOKS}/${runbookOf(name)}` } })),
  },
];
