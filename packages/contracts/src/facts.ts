import { LookupFailed, PollFailed, ScacDetected, SnapshotTaken, TerminalReportTaken, VesselBerthed, VesselPositionTaken } from '../gen/event_ingest/v1/facts.js';
import { Notice } from '../gen/notice/v1/notice.js';
import { PrincipalChanged, PrincipalRevoked } from '../gen/oauth/v1/facts.js';
import * as shipment from '../gen/shipment/v1/facts.js';
import * as trackingRequest from '../gen/tracking_request/v1/facts.js';

/** What ts-proto makes of a message, as far as the bus needs it: bodies are protobuf-JSON, readable with the CLI. */
export interface Codec<Message> {
  toJSON(message: Message): unknown;
  fromJSON(json: unknown): Message;
}

export type StreamName = 'FACTS' | 'NOTICES';

/** One kind of message on the bus: where it travels, what it says, and who says it. */
export interface Fact<Message> {
  readonly subject: string;
  readonly stream: StreamName;
  readonly codec: Codec<Message>;
  readonly saidBy: string;
}

const fact = <Message>(saidBy: string, subject: string, codec: Codec<Message>): Fact<Message> => ({ subject, stream: 'FACTS', codec, saidBy });

/** The catalogue: every fact there is. docs/facts.md is printed from it. */
export const facts = {
  trackingRequest: {
    created: fact('tracking-request', 'fact.tracking_request.created', trackingRequest.TrackingRequestCreated),
    lookupDue: fact('tracking-request', 'fact.tracking_request.lookup_due', trackingRequest.TrackingRequestLookupDue),
    scacResolved: fact('tracking-request', 'fact.tracking_request.scac_resolved', trackingRequest.TrackingRequestScacResolved),
    ended: fact('tracking-request', 'fact.tracking_request.ended', trackingRequest.TrackingRequestEnded),
    changed: fact('tracking-request', 'fact.tracking_request.changed', trackingRequest.TrackingRequestChanged),
  },
  carrier: {
    snapshotTaken: fact('event-ingest', 'fact.carrier.snapshot_taken', SnapshotTaken),
    lookupFailed: fact('event-ingest', 'fact.carrier.lookup_failed', LookupFailed),
    scacDetected: fact('event-ingest', 'fact.carrier.scac_detected', ScacDetected),
    pollFailed: fact('event-ingest', 'fact.carrier.poll_failed', PollFailed),
  },
  terminal: {
    reportTaken: fact('event-ingest', 'fact.terminal.report_taken', TerminalReportTaken),
  },
  vessel: {
    positionTaken: fact('event-ingest', 'fact.vessel.position_taken', VesselPositionTaken),
    berthed: fact('event-ingest', 'fact.vessel.berthed', VesselBerthed),
  },
  shipment: {
    tracked: fact('shipment', 'fact.shipment.tracked', shipment.ShipmentTracked),
    trackingStopped: fact('shipment', 'fact.shipment.tracking_stopped', shipment.ShipmentTrackingStopped),
    trackingResumed: fact('shipment', 'fact.shipment.tracking_resumed', shipment.ShipmentTrackingResumed),
    changed: fact('shipment', 'fact.shipment.changed', shipment.ShipmentChanged),
  },
  container: {
    changed: fact('shipment', 'fact.container.changed', shipment.ContainerChanged),
  },
  annotation: {
    changed: fact('shipment', 'fact.annotation.changed', shipment.AnnotationChanged),
  },
  principal: {
    revoked: fact('oauth', 'fact.principal.revoked', PrincipalRevoked),
    changed: fact('oauth', 'fact.principal.changed', PrincipalChanged),
  },
} as const;

/** The subject *is* the event name: what a webhook calls `container.transport.empty_out` travels under `notice.` + that. */
export const noticeOf = (event: string): Fact<Notice> => ({ subject: `notice.${event}`, stream: 'NOTICES', codec: Notice, saidBy: 'tracking-request, shipment' });

/** For readers of every notice. */
export const anyNotice: Fact<Notice> = { subject: 'notice.>', stream: 'NOTICES', codec: Notice, saidBy: 'tracking-request, shipment' };

/** Every fact as a flat list. */
export const allFacts: readonly Fact<never>[] = Object.values(facts).flatMap((noun) => Object.values(noun) as unknown as Fact<never>[]);
