import { facts, noticeOf, type Fact } from '@landfall/contracts/facts';
import { Container as ContainerMessage, Shipment as ShipmentMessage } from '@landfall/contracts/gen/shipment/v1/shipment';
import { nameId } from '@landfall/kit/identity';
import { bundled, entry, type OutboxEntry } from '@landfall/kit/outbox';
import type { Container } from '../domain/container.js';
import type { Informed } from '../domain/gazetteer.js';
import type { Said } from '../domain/said.js';
import type { Shipment } from '../domain/shipment.js';
import { toContainer, toShipment } from './cargo.js';
import { eventOf, toContainerNotice, toEtaNotice } from './notice.js';

export type ToOutbox = (says: readonly Said[]) => OutboxEntry[];

/** The body as text, as it goes over the bus: neither the driver nor the store has to take it apart. */
const spoken = <Message>(fact: Fact<Message>, message: Message, id: string): OutboxEntry => {
  const whole = entry(fact, message, id);
  return { ...whole, body: JSON.stringify(whole.body) };
};

/** Readers only drop what they remember; a revision of 0 says that it has moved on, not how far. */
export const shipmentMovedOn = (accountId: string, id: string, changedAt: Date, occasion: string): OutboxEntry =>
  spoken(facts.shipment.changed, { accountId, id, revision: 0, changedAt }, nameId('shipment_changed', id, occasion));

/** A snapshot may cause dozens of notices, all with the same shipment in them: it is written out once. */
const writtenOnce = <Value extends object, Rest extends unknown[]>(write: (value: Value, ...rest: Rest) => unknown): ((value: Value, ...rest: Rest) => string) => {
  const texts = new WeakMap<Value, string>();
  return (value, ...rest) => {
    const text = texts.get(value) ?? JSON.stringify(write(value, ...rest));
    texts.set(value, text);
    return text;
  };
};

type Announced = Extract<Said, { says: 'container_announcement' }>;
type Plain = Exclude<Said, Announced>;
type OfShipment = Extract<Said, { says: 'tracking_stopped' | 'tracking_resumed' | 'shipment_changed' }>;

const ofShipment = (said: OfShipment): OutboxEntry => {
  const { accountId, id, revision, updatedAt } = said.shipment;
  const factId = nameId(said.says, id, String(revision));
  if (said.says === 'tracking_stopped') return spoken(facts.shipment.trackingStopped, { accountId, shipment: toShipment(said.shipment), reason: said.reason }, factId);
  if (said.says === 'tracking_resumed') return spoken(facts.shipment.trackingResumed, { accountId, shipment: toShipment(said.shipment) }, factId);
  return spoken(facts.shipment.changed, { accountId, id, revision, changedAt: updatedAt }, factId);
};

/** What a change says, as it lies in the outbox. Ids follow from record and revision: said twice, heard once. */
export const toOutbox = (gazetteer: Informed): ToOutbox => {
  const shipmentText = writtenOnce((shipment: Shipment) => ShipmentMessage.toJSON(toShipment(shipment)));
  // A container is told together with the shipment of the same change, never with another.
  const containerText = writtenOnce((container: Container, { lineTrackingLastAttemptedAt }: Shipment) =>
    ContainerMessage.toJSON(toContainer(container, { shipmentLastTrackingRequestAt: lineTrackingLastAttemptedAt })));
  const cargoText = (shipment: Shipment, containers: readonly Container[]) =>
    `"shipment":${shipmentText(shipment)},"containers":[${containers.map((container) => containerText(container, shipment)).join(',')}]`;

  /** All news of one container carry the same shipment and container. */
  const announced = (container: Container, news: readonly Announced[]): OutboxEntry[] => {
    const notices = news.map(({ announcement, shipment }) => spoken(noticeOf(eventOf(announcement)), toContainerNotice(announcement, container, shipment, gazetteer), announcement.id));
    return news[0] ? bundled(notices, cargoText(news[0].shipment, [container])) : [];
  };

  const plain = (said: Plain): OutboxEntry[] => {
    switch (said.says) {
      case 'estimated_arrival':
        return [spoken(noticeOf('shipment.estimated.arrival'), toEtaNotice(said.announcement, said.shipment, said.containers, gazetteer), said.announcement.id)];
      case 'shipment_tracked': {
        const { shipment, containers, trackingRequestId } = said;
        const fact = spoken(facts.shipment.tracked, { accountId: shipment.accountId, trackingRequestId, shipment: undefined, containers: [] }, nameId('shipment_tracked', trackingRequestId));
        return bundled([fact], cargoText(shipment, containers));
      }
      case 'container_changed': {
        const { accountId, id, shipmentId, revision, updatedAt } = said.container;
        return [spoken(facts.container.changed, { accountId, id, shipmentId, revision, changedAt: updatedAt }, nameId('container_changed', id, String(revision)))];
      }
      default:
        return [ofShipment(said)];
    }
  };

  return (says) => {
    const news = new Map<Container, Announced[]>();
    const others: Plain[] = [];
    for (const said of says) {
      if (said.says === 'container_announcement') news.set(said.container, [...(news.get(said.container) ?? []), said]);
      else others.push(said);
    }
    return [...[...news].flatMap(([container, some]) => announced(container, some)), ...others.flatMap(plain)];
  };
};
