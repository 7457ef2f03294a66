import { facts, noticeOf } from '@landfall/contracts/facts';
import { nameId } from '@landfall/kit/identity';
import { entry, type OutboxEntry } from '@landfall/kit/outbox';
import type { Gazetteer } from '../domain/gazetteer.js';
import type { Said } from '../domain/said.js';
import { toContainer, toShipment } from './cargo.js';
import { eventOf, toContainerNotice, toEtaNotice } from './notice.js';

export type ToOutbox = (said: Said) => OutboxEntry;

/** Readers only drop what they remember; a revision of 0 says that it has moved on, not how far. */
export const shipmentMovedOn = (accountId: string, id: string, changedAt: Date, occasion: string): OutboxEntry =>
  entry(facts.shipment.changed, { accountId, id, revision: 0, changedAt }, nameId('shipment_changed', id, occasion));

/** What a change says, as it lies in the outbox. Ids follow from record and revision: said twice, heard once. */
export const toOutbox =
  (gazetteer: Gazetteer): ToOutbox =>
  (said) => {
    switch (said.says) {
      case 'container_announcement': {
        const { announcement, container, shipment } = said;
        return entry(noticeOf(eventOf(announcement)), toContainerNotice(announcement, container, shipment, gazetteer), announcement.id);
      }
      case 'estimated_arrival':
        return entry(noticeOf('shipment.estimated.arrival'), toEtaNotice(said.announcement, said.shipment, said.containers, gazetteer), said.announcement.id);
      case 'shipment_tracked': {
        const { shipment, containers, trackingRequestId } = said;
        const message = { accountId: shipment.accountId, trackingRequestId, shipment: toShipment(shipment), containers: containers.map((container) => toContainer(container)) };
        return entry(facts.shipment.tracked, message, nameId('shipment_tracked', trackingRequestId));
      }
      case 'container_changed': {
        const { accountId, id, shipmentId, revision, updatedAt } = said.container;
        return entry(facts.container.changed, { accountId, id, shipmentId, revision, changedAt: updatedAt }, nameId('container_changed', id, String(revision)));
      }
      default: {
        const { accountId, id, revision, updatedAt } = said.shipment;
        const factId = nameId(said.says, id, String(revision));
        if (said.says === 'tracking_stopped') return entry(facts.shipment.trackingStopped, { accountId, shipment: toShipment(said.shipment), reason: said.reason }, factId);
        if (said.says === 'tracking_resumed') return entry(facts.shipment.trackingResumed, { accountId, shipment: toShipment(said.shipment) }, factId);
        return entry(facts.shipment.changed, { accountId, id, revision, changedAt: updatedAt }, factId);
      }
    }
  };
