import type { TransportEvent } from './transport-event.js';

/** [before, after] by field; a missing value is null. */
export type Changeset = Record<string, [unknown, unknown]>;

/** Something the world is told about one container. The id is stable, so that telling twice is heard once. */
export type ContainerAnnouncement =
  | { kind: 'container_created'; id: string; at: Date }
  | { kind: 'transport_event'; id: string; transportEvent: TransportEvent }
  | { kind: 'container_updated'; id: string; at: Date; changeset: Changeset; dataSource: string }
  | { kind: 'pod_terminal_changed'; id: string; at: Date; dataSource: string };

export type EtaAnnouncement = {
  kind: 'estimated_arrival';
  id: string;
  estimatedAt: Date;
  /** When the source said so, by its own clock; the record of it is ours. */
  saidAt: Date;
  createdAt: Date;
  dataSource: string;
  voyageNumber?: string;
  locode?: string;
  timezone?: string;
  portId?: string;
  vesselId?: string;
};
