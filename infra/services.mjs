// What a deployment must know of each service. Manifests, dashboards and checks are printed from this table.

/** Ports inside every container: one number for one purpose, whatever the service. */
export const PORTS = { http: 8080, grpc: 50051, health: 9090 };

/**
 * role: `gateway` serves people and calls owners; `owner` keeps documents; `sandbox` plays a carrier.
 * calls: owners that an owner calls. asks: internal HTTP doors, by the variable that names them. internet: who it talks to outside.
 * consumers: durables on the bus, by stream, whose backlog says when more replicas are needed.
 */
export const SERVICES = [
  { name: 'api-gateway', role: 'gateway', grpc: false, http: true, public: true, asks: { OAUTH_HTTP_URL: 'oauth', MCP_GATEWAY_HTTP_URL: 'mcp-gateway', SANDBOX_CARRIER_URL: 'sandbox-carrier' }, encrypts: false, internet: false, cpu: '250m', memoryMi: 256, limitMi: 512, replicas: 2, most: 12 },
  { name: 'mcp-gateway', role: 'gateway', grpc: false, http: true, asks: {}, encrypts: false, internet: false, cpu: '100m', memoryMi: 192, limitMi: 384, replicas: 2, most: 8 },
  { name: 'oauth', role: 'owner', grpc: true, http: true, calls: ['webhook-dispatch'], asks: {}, encrypts: true, internet: true, cpu: '100m', memoryMi: 192, limitMi: 512, replicas: 2, most: 6 },
  { name: 'tracking-request', role: 'owner', grpc: true, http: false, asks: {}, encrypts: false, internet: false, cpu: '100m', memoryMi: 192, limitMi: 384, replicas: 2, most: 6, consumers: [{ stream: 'FACTS', durable: 'tracking-request__record_success', backlog: 500 }] },
  { name: 'event-ingest', role: 'owner', grpc: true, http: false, asks: { SANDBOX_CARRIER_URL: 'sandbox-carrier' }, encrypts: true, internet: true, cpu: '250m', memoryMi: 384, limitMi: 1024, replicas: 2, most: 8, consumers: [{ stream: 'FACTS', durable: 'event-ingest__look_up', backlog: 500 }] },
  { name: 'shipment', role: 'owner', grpc: true, http: false, asks: {}, encrypts: false, internet: false, cpu: '500m', memoryMi: 384, limitMi: 1024, replicas: 2, most: 12, consumers: [{ stream: 'FACTS', durable: 'shipment__apply_snapshot', backlog: 500 }] },
  { name: 'webhook-dispatch', role: 'owner', grpc: true, http: false, asks: {}, encrypts: true, internet: true, cpu: '250m', memoryMi: 256, limitMi: 768, replicas: 2, most: 12, consumers: [{ stream: 'NOTICES', durable: 'webhook-dispatch__append_notice', backlog: 1_000 }] },
  { name: 'sandbox-carrier', role: 'sandbox', grpc: false, http: true, asks: {}, encrypts: false, internet: false, cpu: '50m', memoryMi: 128, limitMi: 384, replicas: 1, most: 1 },
];

const OWNERS = SERVICES.filter(({ grpc }) => grpc).map(({ name }) => name);

/** The owners whom a service calls, as `<NAME>_GRPC_URL`: gateways all of them, an owner the few that its row names. */
export const calledBy = ({ role, calls = [] }) => (role === 'gateway' ? OWNERS : calls);

export const variableOf = (name) => `${name.toUpperCase().replaceAll('-', '_')}_GRPC_URL`;
