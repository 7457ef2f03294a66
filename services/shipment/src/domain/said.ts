import type { ContainerAnnouncement, EtaAnnouncement } from './announcement.js';
import type { Container } from './container.js';
import type { Shipment } from './shipment.js';

/** What a change tells others: public events with all they carry, and facts for the other services. */
export type Said =
  | { says: 'container_announcement'; announcement: ContainerAnnouncement; container: Container; shipment: Shipment }
  | { says: 'estimated_arrival'; announcement: EtaAnnouncement; shipment: Shipment; containers: readonly Container[] }
  | { says: 'shipment_tracked'; trackingRequestId: string; shipment: Shipment; containers: readonly Container[] }
  | { says: 'tracking_stopped'; shipment: Shipment; reason: string }
  | { says: 'tracking_resumed'; shipment: Shipment }
  | { says: 'shipment_changed'; shipment: Shipment }
  | { says: 'container_changed'; container: Container };
