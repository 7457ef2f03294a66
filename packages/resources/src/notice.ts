import type { Notice } from '@landfall/contracts/gen/notice/v1/notice';
import { container } from './container.js';
import { distinct } from './document.js';
import { containerCreatedEvent, containerPodTerminalChangedEvent, containerUpdatedEvent, estimatedEvent } from './events.js';
import { metroArea, port, railTerminal, terminal } from './places.js';
import type { ResourceObject } from './resource.js';
import { shipment } from './shipment.js';
import { trackingRequest } from './tracking-request.js';
import { transportEvent } from './transport-event.js';
import { vessel } from './vessel.js';

/** The record a notice is about, as the world sees it. */
export const referenceOf = ({ reference }: Notice): ResourceObject | undefined => {
  switch (reference?.$case) {
    case 'trackingRequest': return trackingRequest.of(reference.value);
    case 'transportEvent': return transportEvent.of(reference.value);
    case 'estimatedEvent': return estimatedEvent.of(reference.value);
    case 'containerCreatedEvent': return containerCreatedEvent.of(reference.value);
    case 'containerUpdatedEvent': return containerUpdatedEvent.of(reference.value);
    case 'containerPodTerminalChangedEvent': return containerPodTerminalChangedEvent.of(reference.value);
    default: return undefined;
  }
};

/** Everything a webhook body includes for this notice: the reference first, then what it touches (D-41). */
export const includedOf = (notice: Notice): ResourceObject[] => {
  const reference = referenceOf(notice);
  return distinct([
    ...(reference === undefined ? [] : [reference]),
    ...(notice.shipment === undefined ? [] : [shipment.of(notice.shipment)]),
    ...notice.containers.map(container.of),
    ...notice.ports.map(port.of),
    ...notice.metroAreas.map(metroArea.of),
    ...notice.terminals.map(terminal.of),
    ...notice.railTerminals.map(railTerminal.of),
    ...notice.vessels.map(vessel.of),
  ], []);
};
