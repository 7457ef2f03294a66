// The deployment's tables are plain scripts; this is what the tests read of them.
declare module '@landfall/infra/services' {
  export interface ServiceRow {
    name: string;
    role: 'gateway' | 'owner' | 'sandbox';
    grpc: boolean;
    http: boolean;
    public?: boolean;
    asks: Record<string, string>;
    encrypts: boolean;
    internet: boolean;
    replicas: number;
    most: number;
    consumers?: { stream: string; durable: string; backlog: number }[];
  }
  export const PORTS: { http: number; grpc: number; health: number };
  export const SERVICES: readonly ServiceRow[];
  export const variableOf: (name: string) => string;
}

declare module '@landfall/infra/alerts' {
  export const groups: { name: string; rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string; runbook_url: string } }[] }[];
  export const NAMES: readonly string[];
  export const runbookOf: (alert: string) => string;
}

declare module '@landfall/infra/dashboards' {
  export const dashboards: { uid: string; title: string; panels: { title: string; targets: { expr: string }[] }[] }[];
}

declare module '@landfall/infra/print' {
  export const OVERLAYS: readonly string[];
  export const stale: () => string[];
  export const rendered: (overlay: string) => string | undefined;
}
