declare module 'autocannon' {
  export interface Aim {
    method: 'GET';
    path?: string;
    headers: Record<string, string>;
  }
  export interface Shots {
    url: string;
    connections: number;
    duration: number;
    requests: Aim[];
    setupClient?: (client: { setRequests(requests: Aim[]): void }) => void;
  }
  export interface Result {
    requests: { average: number };
    latency: { p50: number; p99: number };
    statusCodeStats: Record<string, unknown>;
    errors: number;
  }
  const autocannon: (shots: Shots) => Promise<Result>;
  export { autocannon as default };
}
