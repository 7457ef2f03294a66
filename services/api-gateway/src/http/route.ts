import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import type { Bucket } from '@landfall/rate-limit/bucket';
import type { Json, Schema } from '@landfall/resources/json';
import type { ResourceObject } from '@landfall/resources/resource';
import type { Response } from 'express';
import type { z } from 'zod';
import type { BodyReader } from './body.js';
import type { ListSpec, Query } from './read-query.js';

/** What a credential must hold; nothing means that any valid one will do. */
export type Scope = 'read' | 'write' | 'webhooks:write' | 'admin';

export interface Call<Input = unknown, Extras = Record<string, unknown>> {
  readonly principal: Principal;
  readonly accountId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly extras: Extras;
  readonly body: Input;
  /** The revision that If-Match names, for owners that can refuse an older one. */
  readonly expectedRevision: number | undefined;
  readonly requestId: string;
  /** Counts further units of the route's bucket; refuses when there is no room (D-26). */
  readonly count: (cost: number) => Promise<void>;
  readonly lastEventId: string | undefined;
}

/** Rows that are shaped already, such as those of a stored event. */
type Known = readonly ResourceObject[];

export type Answer =
  | { readonly is: 'one'; readonly message: unknown; readonly created?: string; readonly known?: Known; readonly isSecret?: boolean }
  | { readonly is: 'many'; readonly messages: readonly unknown[]; readonly total: number | null; readonly nextAfter?: string; readonly known?: Known; readonly isSecret?: boolean }
  | { readonly is: 'bare'; readonly body: Json; readonly contentType?: string }
  | { readonly is: 'meta'; readonly meta: Readonly<Record<string, Json>> }
  | { readonly is: 'nothing' }
  | { readonly is: 'stream'; readonly pour: (res: Response, signal: AbortSignal) => Promise<void> };

/** What a route answers, for OpenAPI and for the include and fields parameters. */
export type Gives =
  | { readonly one: string }
  | { readonly many: string }
  | { readonly bare: Schema; readonly contentType?: string }
  | { readonly meta: Schema }
  | { readonly stream: string }
  | 'nothing';

export interface RouteSpec<Input, Extras extends z.ZodObject> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** In Express's words: `/shipments/:id`. */
  readonly path: string;
  readonly name: string;
  readonly says: string;
  readonly tag: string;
  readonly scope?: Scope;
  readonly bucket?: Bucket;
  readonly gives: Gives;
  readonly status?: 200 | 201 | 204;
  /** What is included when nobody asks. */
  readonly include?: string;
  /** Names by which clients of the original ask for a path of relations. */
  readonly includeAlso?: Readonly<Record<string, string>>;
  readonly list?: ListSpec;
  readonly extras?: Extras;
  readonly body?: BodyReader<Input>;
  /** May the edge answer again from memory? Only single records of types that facts tell about. */
  readonly isCached?: boolean;
  /** Path ids that may be something else than a UUID: LOCODEs, IMO numbers, slugs. */
  readonly looseIds?: readonly string[];
  /** Reads the record as it is, where the owner itself cannot compare revisions (If-Match). */
  readonly current?: (call: Call<Input, z.output<Extras>>) => Promise<{ revision: number }>;
  /** Records that this write changes; what the edge remembers of them is dropped. */
  readonly touches?: (call: Call<Input, z.output<Extras>>) => readonly string[];
  readonly handle: (call: Call<Input, z.output<Extras>>) => Promise<Answer>;
}

/** A route as the server sees it: its input types no longer matter. */
export type Route = RouteSpec<unknown, z.ZodObject>;

export const route = <Input = undefined, Extras extends z.ZodObject = z.ZodObject<Record<never, never>>>(spec: RouteSpec<Input, Extras>): Route => spec as unknown as Route;

export const typeOf = ({ gives }: Route): string | undefined => {
  if (gives === 'nothing') return undefined;
  return 'one' in gives ? gives.one : 'many' in gives ? gives.many : undefined;
};

export const revisionOf = (message: unknown): number | undefined => {
  const { revision } = message as { revision?: unknown };
  return typeof revision === 'number' ? revision : undefined;
};

