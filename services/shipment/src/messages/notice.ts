import type { Notice } from '@landfall/contracts/gen/notice/v1/notice';
import type { ContainerAnnouncement, EtaAnnouncement } from '../domain/announcement.js';
import type { Container } from '../domain/container.js';
import type { Informed, VesselRow } from '../domain/gazetteer.js';
import type { Shipment } from '../domain/shipment.js';
import { toContainer, toShipment, toTransportEvent } from './cargo.js';
import { toMetroArea, toPort, toRailTerminal, toTerminal, toVessel } from './places.js';

type Ids = readonly (string | undefined)[];

const placesOf = (ids: Ids, gazetteer: Informed) => {
  const wanted = [...new Set(ids.filter((id) => id !== undefined))];
  const found = <Row>(find: (id: string) => Row | null) => wanted.flatMap((id) => find(id) ?? []);
  return {
    ports: found(gazetteer.ports.find).map((row) => toPort(row, gazetteer)),
    metroAreas: found(gazetteer.metroAreas.find).map(toMetroArea),
    terminals: found(gazetteer.terminals.find).map((row) => toTerminal(row, gazetteer)),
    railTerminals: found(gazetteer.railTerminals.find).map(toRailTerminal),
  };
};

/** The ship an event names: listed, or only known by what the carrier said of it. */
const vesselsOf = (id: string | undefined, container: Container | undefined, shipment: Shipment, gazetteer: Informed) => {
  if (!id) return [];
  const listed = gazetteer.vessels.find(id);
  if (listed) return [toVessel(listed)];
  const rows = [...(container ? [...container.own, ...container.shared] : []), ...shipment.shared];
  const event = rows.find(({ vesselImo }) => vesselImo !== undefined && gazetteer.vesselId(vesselImo) === id);
  const named: VesselRow | undefined = event && { id, name: event.vesselName ?? '', ...(event.vesselImo ? { imo: event.vesselImo } : {}) };
  return named ? [toVessel(named)] : [];
};

const EVENTS = {
  container_created: 'container.created',
  container_updated: 'container.updated',
  pod_terminal_changed: 'container.pod_terminal_changed',
} as const;

export const eventOf = (announcement: ContainerAnnouncement): string =>
  announcement.kind === 'transport_event' ? announcement.transportEvent.event : EVENTS[announcement.kind];

const referenceOf = (announcement: ContainerAnnouncement, container: Container): { type: string; id: string; reference: Notice['reference'] } => {
  const { id } = announcement;
  const ids = { containerId: container.id, shipmentId: container.shipmentId };
  const terminalId = container.podTerminalId;
  switch (announcement.kind) {
    case 'transport_event':
      return { type: 'transport_event', id: announcement.transportEvent.id, reference: { $case: 'transportEvent', value: toTransportEvent(announcement.transportEvent, container) } };
    case 'container_created':
      return { type: 'container_created_event', id, reference: { $case: 'containerCreatedEvent', value: { id, timestamp: announcement.at, timezone: container.podTimezone, ...ids } } };
    case 'container_updated': {
      const value = { id, changesetJson: JSON.stringify(announcement.changeset), timestamp: announcement.at, timezone: container.podTimezone, dataSource: announcement.dataSource, terminalId, ...ids };
      return { type: 'container_updated_event', id, reference: { $case: 'containerUpdatedEvent', value } };
    }
    case 'pod_terminal_changed':
      return { type: 'container_pod_terminal_changed_event', id, reference: { $case: 'containerPodTerminalChangedEvent', value: { id, timestamp: announcement.at, dataSource: announcement.dataSource, terminalId, ...ids } } };
  }
};

/** A public event of one container with all that its webhook will include (D-41). */
export const toContainerNotice = (announcement: ContainerAnnouncement, container: Container, shipment: Shipment, gazetteer: Informed): Notice => {
  const { type, id, reference } = referenceOf(announcement, container);
  const told = announcement.kind === 'transport_event' ? announcement.transportEvent : undefined;
  const whole = announcement.kind === 'container_created' ? [] : [shipment.portOfDischargeId, container.podTerminalId];
  const places = told ? [told.locationId, told.terminalId] : whole;
  const at = told ? (told.timestamp ?? told.createdAt) : 'at' in announcement ? announcement.at : container.updatedAt;
  return {
    id: announcement.id,
    accountId: container.accountId,
    event: eventOf(announcement),
    occurredAt: at,
    createdAt: container.updatedAt,
    referenceType: type,
    referenceId: id,
    shipmentId: container.shipmentId,
    containerId: container.id,
    journeyOrder: told?.journeyOrder ?? 0,
    reference,
    // Written once for all notices of a change, and added by who writes them.
    shipment: undefined,
    containers: [],
    ...placesOf(places, gazetteer),
    vessels: vesselsOf(told?.vesselId, container, shipment, gazetteer),
  };
};

// A bus message has a size; beyond this many boxes a client reads them itself.
const BOXES_TOLD = 20;

export const toEtaNotice = (announcement: EtaAnnouncement, shipment: Shipment, containers: readonly Container[], gazetteer: Informed): Notice => ({
  id: announcement.id,
  accountId: shipment.accountId,
  event: 'shipment.estimated.arrival',
  occurredAt: announcement.saidAt,
  createdAt: announcement.createdAt,
  referenceType: 'estimated_event',
  referenceId: announcement.id,
  shipmentId: shipment.id,
  containerId: undefined,
  journeyOrder: 0,
  reference: {
    $case: 'estimatedEvent',
    value: {
      id: announcement.id,
      event: 'shipment.estimated.arrival',
      estimatedTimestamp: announcement.estimatedAt,
      createdAt: announcement.createdAt,
      voyageNumber: announcement.voyageNumber,
      locationLocode: announcement.locode,
      timezone: announcement.timezone,
      dataSource: announcement.dataSource,
      shipmentId: shipment.id,
      // An inland destination is a metro area, which is included and is no port.
      portId: announcement.portId && gazetteer.ports.find(announcement.portId) ? announcement.portId : undefined,
      vesselId: announcement.vesselId,
    },
  },
  shipment: toShipment(shipment),
  containers: containers.slice(0, BOXES_TOLD).map((container) => toContainer(container)),
  ...placesOf([announcement.portId], gazetteer),
  vessels: vesselsOf(announcement.vesselId, undefined, shipment, gazetteer),
});
