// Dashboards as a table: a row of panels is a title and its questions. Grafana reads the printed JSON.

const PROMETHEUS = { type: 'prometheus', uid: 'prometheus' };

const rate = (metric, by, where = '') => `sum by (${by}) (rate(${metric}{${where}}[$__rate_interval]))`;
const share = (metric, bad, by) => `${rate(metric, by, bad)} / ${rate(metric, by)}`;
const p = (percent, metric, by, where = '') => `histogram_quantile(${percent / 100}, sum by (le, ${by}) (rate(${metric}_bucket{${where}}[$__rate_interval])))`;

/** [title, unit, [[expression, legend], …]] */
const BOARDS = {
  doors: ['Doors: rate, errors, duration', [
    ['Requests a second', 'reqps', [[rate('landfall_http_served_seconds_count', 'service'), '{{service}}']]],
    ['Errors (5xx)', 'percentunit', [[share('landfall_http_served_seconds_count', 'status=~"5.."', 'service'), '{{service}}']]],
    ['Duration, p50 and p99', 's', [[p(50, 'landfall_http_served_seconds', 'service'), '{{service}} p50'], [p(99, 'landfall_http_served_seconds', 'service'), '{{service}} p99']]],
    ['In flight', 'short', [['sum by (service) (landfall_http_in_flight)', '{{service}}']]],
    ['REST: slowest routes, p99', 's', [[`topk(10, ${p(99, 'landfall_http_answered_seconds', 'method, route')})`, '{{method}} {{route}}']]],
    ['REST: answers by status', 'reqps', [[rate('landfall_http_answered_seconds_count', 'status'), '{{status}}']]],
    ['Owners: calls a second', 'reqps', [[rate('landfall_rpc_served_seconds_count', 'service'), '{{service}}']]],
    ['Owners: errors', 'percentunit', [[share('landfall_rpc_served_seconds_count', 'code=~"internal|unavailable|deadline_exceeded"', 'service'), '{{service}}']]],
    ['Owners: duration, p99', 's', [[p(99, 'landfall_rpc_served_seconds', 'service, method'), '{{service}} {{method}}']]],
    ['Owners: in flight', 'short', [['sum by (service) (landfall_rpc_in_flight)', '{{service}}']]],
  ]],
  pipeline: ['Pipeline: from the carrier to the log', [
    ['Waiting on the bus', 'short', [['max by (durable) (landfall_consumer_pending)', '{{durable}}']]],
    ['Given out, not acknowledged', 'short', [['max by (durable) (landfall_consumer_unacked)', '{{durable}}']]],
    ['Facts handled a second', 'ops', [[rate('landfall_fact_handled_seconds_count', 'durable, outcome'), '{{durable}} {{outcome}}']]],
    ['Time to handle, p99', 's', [[p(99, 'landfall_fact_handled_seconds', 'durable'), '{{durable}}']]],
    ['In hand', 'short', [['sum by (durable) (landfall_fact_in_flight)', '{{durable}}']]],
    ['Repeated a second', 'ops', [[rate('landfall_fact_redelivered_total', 'durable'), '{{durable}}']]],
    ['Age of the oldest outbox', 's', [['max by (service, collection) (landfall_outbox_age_seconds)', '{{service}} {{collection}}']]],
    ['Parked facts', 'short', [['max by (service) (landfall_facts_parked)', '{{service}}']]],
    ['Lag of carrier watches', 's', [['max(landfall_due_lag_seconds{collection="watches"})', 'watches']]],
    ['Lag of look-ups', 's', [['max(landfall_due_lag_seconds{collection="tracking_requests"})', 'tracking requests']]],
  ]],
  deliveries: ['Deliveries: what webhooks were told', [
    ['Lag of due deliveries', 's', [['max(landfall_due_lag_seconds{collection="webhook_notifications"})', 'due']]],
    ['From notice to first answer', 's', [[p(50, 'landfall_delivery_lag_seconds', 'job'), 'p50'], [p(99, 'landfall_delivery_lag_seconds', 'job'), 'p99']]],
    ['Attempts a second, by outcome', 'ops', [[rate('landfall_delivery_attempts_total', 'outcome'), '{{outcome}}']]],
    ['Answer time of receivers, p99', 's', [[p(99, 'landfall_delivery_attempt_seconds', 'outcome'), '{{outcome}}']]],
    ['Webhooks that fail most', 'ops', [[`topk(10, ${rate('landfall_webhook_attempts_total', 'webhook', 'result="failed"')})`, '{{webhook}}']]],
  ]],
  processes: ['Processes: how full they are', [
    ['Processor', 'percentunit', [['rate(process_cpu_seconds_total{job="landfall"}[$__rate_interval])', '{{instance}}']]],
    ['Resident memory', 'bytes', [['process_resident_memory_bytes{job="landfall"}', '{{instance}}']]],
    ['Heap in use', 'bytes', [['nodejs_heap_size_used_bytes', '{{instance}}']]],
    ['Event loop lag, p99', 's', [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']]],
    ['Store connections', 'short', [['sum by (database, state) (landfall_mongo_connections)', '{{database}} {{state}}']]],
    ['Ready', 'short', [['min by (service, part) (landfall_ready)', '{{service}} {{part}}']]],
  ]],
};

const WIDTH = 12;
const HEIGHT = 8;

const panel = ([title, unit, questions], at) => ({
  id: at + 1,
  type: 'timeseries',
  title,
  datasource: PROMETHEUS,
  gridPos: { x: (at % 2) * WIDTH, y: Math.floor(at / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
  fieldConfig: { defaults: { unit, min: 0, custom: { lineWidth: 1, fillOpacity: 8, showPoints: 'never' } }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: questions.map(([expr, legendFormat], index) => ({ refId: String.fromCharCode(65 + index), datasource: PROMETHEUS, expr, legendFormat })),
});

export const dashboards = Object.entries(BOARDS).map(([name, [title, panels]]) => ({
  uid: `landfall-${name}`,
  title: `Landfall · ${title}`,
  tags: ['landfall'],
  schemaVersion: 39,
  editable: false,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: { list: [] },
  panels: panels.map(panel),
}));
