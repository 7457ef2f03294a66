import { Double } from 'bson';
import type { Catalog } from '../catalog/catalog.js';
import type { Collection } from '../catalog/types.js';
import type { Cursors } from '../cursor/cursors.js';
import { encode, type Document } from '../bson/document.js';
import type { FailPoints } from '../failpoint/fail-points.js';
import type { Login } from '../auth/login.js';
import { mongoError } from '../errors.js';
import type { Engine } from '../storage/engine.js';
import { collectionName, type Command } from '../wire/command.js';
import type { Answer } from '../wire/connection.js';
import type { Scope } from '../writes/documents.js';

/** What all connections share. */
export type Store = {
  engine: Engine;
  catalog: Catalog;
  cursors: Cursors;
  failPoints: FailPoints;
  /** `host:port` as clients reach it; `hello` has to name it. */
  address: () => string;
  startedAt: number;
  counts: { connections: number; commands: number };
  /** The password that must be proved; absent on loopback without one. */
  password?: string;
  /** Sees every command before it runs, and may refuse it. */
  inspect?: (command: Command) => void;
};

/** What one connection remembers. */
export type Client = { id: number; appName?: string; login?: Login };

export type Call = { store: Store; client: Client; command: Command };

export type CommandHandler = (call: Call) => Answer | Promise<Answer>;

export const ok = (document: Document = {}): Buffer => encode({ ...document, ok: new Double(1) });

export const collectionOf = ({ store, command }: Call): Collection | undefined =>
  store.catalog.find(command.db, collectionName(command));

export const existing = (call: Call): Collection => {
  const found = collectionOf(call);
  if (!found) throw mongoError(26, `ns does not exist: ${call.command.db}.${collectionName(call.command)}`);
  return found;
};

/** Collections come into being with their first document, as the drivers expect. */
export function collectionForWrite(scope: Scope, db: string, name: string): Collection {
  return scope.catalog.find(db, name) ?? scope.catalog.create(scope.writer, db, name);
}
