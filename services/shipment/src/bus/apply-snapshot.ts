import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromSnapshotTaken } from '../messages/from-carrier.js';

/**
 * A carrier answered. Safe to repeat: a snapshot that is not newer than what was applied changes nothing. Snapshots of
 * one watch are handled in turn, so that they do not race each other.
 */
export const applySnapshot = (app: App) =>
  consumer({
    durable: 'shipment__apply_snapshot',
    reads: facts.carrier.snapshotTaken,
    inFlight: app.snapshotsInFlight,
    inOrderBy: ({ watchId }) => watchId,
    handle: (message) => app.applySnapshot(fromSnapshotTaken(message, app.now())),
  });
