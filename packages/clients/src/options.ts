import type { TlsFiles } from '@landfall/kit/grpc';

/** How an edge reaches an owner; five seconds and plain text when nothing is said. */
export interface ClientOptions {
  deadlineMs?: number;
  tls?: TlsFiles;
}
