import type { RequestType } from '@landfall/shipping/request-type';
import type { LimitPolicy } from './limits.js';
import type { RepairName } from './repairs.js';

/** Where a credential's fields go. A profile lists several; the first whose fields are all there is used. */
export type AuthScheme =
  | { kind: 'none' }
  | { kind: 'headers'; headers: Record<string, string> }
  | {
      kind: 'oauth';
      tokenUrl: string;
      clientIn: 'body' | 'basic';
      idField: string;
      secretField: string;
      scope?: string | undefined;
      /** Sent with the token and with every question: some gateways want a key beside the bearer. */
      headers?: Record<string, string> | undefined;
      tokenTtlMs: number;
    }
  | { kind: 'assertion'; tokenUrl: string; idField: string; keyField: string; certificateField: string; scope?: string | undefined; tokenTtlMs: number };

export type Paging =
  | { kind: 'none' }
  /** The header holds a link; its query is replayed unchanged. */
  | { kind: 'link'; headers: string[] }
  /** The header holds an opaque cursor. */
  | { kind: 'cursor'; headers: string[]; parameter: string }
  /** No cursor: a window that comes back full is halved. */
  | { kind: 'window'; field: string; days: number };

export type BodyShape = { kind: 'array' } | { kind: 'wrapped'; key: string } | { kind: 'grouped' };

/** How often a live number is asked; the sandbox, whose days are seconds, sets its own pace. */
export type Cadence = { kind: 'phased' } | { kind: 'fixed'; everyMs: number; restMs: number };

/** What makes one carrier's Track & Trace differ from another's. Data: a new carrier is a new value, not new code. */
export type CarrierProfile = {
  scac: string;
  /** Brands that answer through the same door. */
  alsoServes: string[];
  name: string;
  baseUrl: string;
  path: string;
  /** Which parameter asks for which kind of number; null where the carrier does not answer for it. */
  parameters: Record<RequestType, string | null>;
  /** Sent along with each kind, where a carrier insists on two references. */
  companions: Partial<Record<RequestType, Record<string, string>>>;
  headers: Record<string, string>;
  auth: AuthScheme[];
  operatorStyle: 'name_suffix' | 'value_prefix' | 'none';
  /** Codes that people write before the number and the carrier does not want. */
  stripPrefixes: string[];
  body: BodyShape;
  paging: Paging;
  page: { parameter: string; size: number } | null;
  /** What an unknown number looks like; the other form then says that it is known and still empty. */
  notFound: 'status' | 'empty' | 'either';
  repairs: RepairName[];
  limits: LimitPolicy;
  concurrency: number;
  cadence: Cadence;
  /** Whose clock says what is in the future; `header` names where answers tell it, so that it need not be asked for. */
  clock: { kind: 'wall' } | { kind: 'remote'; url: string; field: string; header: string };
  /** Every terminal of this carrier's journeys is asked through one feed; otherwise the terminal decides. */
  terminalFeed: string | null;
};

/** The number as the carrier wants it written. */
export const askedAs = (profile: Pick<CarrierProfile, 'stripPrefixes'>, type: RequestType, number: string): string => {
  if (type === 'container') return number;
  const prefix = profile.stripPrefixes.find((code) => number.startsWith(code) && number.length > code.length + 4);
  return prefix === undefined ? number : number.slice(prefix.length);
};
