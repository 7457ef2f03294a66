/** What one-machine must know of a service to run it; everything else the service knows itself. */
export type ServiceRow = {
  /** Package and folder name. */
  name: string;
  /** An owner answers gRPC; others call it through `<NAME>_GRPC_URL`. */
  grpc: boolean;
  /** `public`: on LANDFALL_PORT. `internal`: on a port of its own that only other services reach. */
  http: 'public' | 'internal' | 'none';
  /** It calls the owners; only gateways do. */
  callsOwners: boolean;
  /** Owners that it asks all the same, for a page that it shows (ADR-0125). */
  calls: readonly string[];
  /** Internal HTTP doors it forwards to or asks, by the variable that names them. */
  asks: Record<string, string>;
  /** It keeps something encrypted. */
  encrypts: boolean;
  /** What differs on one machine from the service's own defaults. */
  env: Record<string, string>;
};

const OWNER: Omit<ServiceRow, 'name'> = { grpc: true, http: 'none', callsOwners: false, calls: [], asks: {}, encrypts: false, env: {} };
const GATEWAY: Omit<ServiceRow, 'name'> = { ...OWNER, grpc: false, http: 'internal', callsOwners: true };

/** In the order of starting: whoever is asked stands before whoever asks. They stop in reverse. */
export const SERVICES: readonly ServiceRow[] = [
  { ...OWNER, name: 'sandbox-carrier', grpc: false, http: 'internal' },
  { ...OWNER, name: 'tracking-request' },
  { ...OWNER, name: 'event-ingest', encrypts: true, asks: { SANDBOX_CARRIER_URL: 'sandbox-carrier' } },
  { ...OWNER, name: 'shipment' },
  // D-47: on one machine a person's receiver is usually on loopback.
  { ...OWNER, name: 'webhook-dispatch', encrypts: true, env: { WEBHOOK_ALLOW_LOOPBACK: 'true' } },
  { ...OWNER, name: 'oauth', http: 'internal', calls: ['webhook-dispatch'], encrypts: true, env: { DEMO_ACCOUNT: 'true' } },
  { ...GATEWAY, name: 'mcp-gateway' },
  { ...GATEWAY, name: 'api-gateway', http: 'public', asks: { OAUTH_HTTP_URL: 'oauth', MCP_GATEWAY_HTTP_URL: 'mcp-gateway', SANDBOX_CARRIER_URL: 'sandbox-carrier' } },
];

/** The services whose packages this tree has; a row joins when its package does, and not before. */
export const LANDED: readonly string[] = ['sandbox-carrier', 'tracking-request', 'event-ingest', 'shipment', 'webhook-dispatch', 'oauth', 'mcp-gateway', 'api-gateway'];

export const landedServices = (): readonly ServiceRow[] => SERVICES.filter(({ name }) => LANDED.includes(name));

/** TRACKING_REQUEST for tracking-request: how a service is called in the environment. */
export const variableOf = (name: string): string => name.toUpperCase().replaceAll('-', '_');
