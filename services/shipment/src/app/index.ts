import { problem } from '@landfall/kit/problem';
import type { Container } from '../domain/container.js';
import type { CarrierEvent, KeptEvent } from '../domain/carrier-event.js';
import type { Informed } from '../domain/gazetteer.js';
import type { Sea } from '../domain/sea-way.js';
import { fieldsOfEvents } from '../domain/provided-data.js';
import { placing, vesselOf } from '../domain/transport-event.js';
import { snapshotUseCase } from './apply-snapshot.js';
import { terminalUseCase } from './apply-terminal-report.js';
import { labelUseCases } from './edit-labels.js';
import { explainUseCases } from './explain.js';
import { definitionUseCases, optionUseCases } from './field-definitions.js';
import { initialFieldsUseCase, valueUseCases } from './field-values.js';
import { vesselUseCase } from './follow-vessel.js';
import { partyUseCases } from './parties.js';
import type { ArchivedEvents, Around, Containers, Entity, FieldDefinitions, FieldValues, Forecasts, Parties, PartyRoles, Providers, PortCalls, Requests, Shipments, Vessels, VesselTracks } from './ports.js';
import { arrivalUseCases } from './predict-arrivals.js';
import { journeyReads, transportEventReads } from './event-reads.js';
import { mapReads } from './map-reads.js';
import { reads } from './reads.js';
import { berthingUseCase } from './record-berthing.js';
import { searchUseCase } from './search.js';
import { shipUseCases, type Ships } from './ships.js';
import { trackingUseCases } from './tracking.js';

export type Backs = {
  requests: Requests;
  shipments: Shipments;
  containers: Containers;
  archive: ArchivedEvents;
  vessels: Vessels;
  tracks: VesselTracks;
  portCalls: PortCalls;
  forecasts: Forecasts;
  parties: Parties;
  roles: PartyRoles;
  definitions: FieldDefinitions;
  values: FieldValues;
  providers: Providers;
  gazetteer: Informed;
  sea: Sea;
  rawEventIds: (container: Container) => string[];
  snapshotsInFlight: number;
  around: Around;
};

/** A record that annotations hang on must be there, and the account's own. */
const existing = ({ shipments, containers, requests }: Backs) => async ({ accountId, entityType, entityId }: Entity): Promise<void> => {
  const found =
    entityType === 'Shipment' ? await shipments.find(accountId, entityId)
    : entityType === 'Container' ? await containers.find(accountId, entityId)
    : entityType === 'TrackingRequest' ? await requests.find(accountId, entityId)
    : undefined;
  if (!found) throw problem('not_found', `No ${entityType} has the id ${entityId}.`);
};

const atSea = (backs: Backs, ships: Ships) => {
  const arrivals = arrivalUseCases(backs);
  return { followVessel: vesselUseCase({ ships, arrivals }), predictArrivals: arrivals.predictDue, maps: mapReads({ ...backs, ships, route: journeyReads(backs).route }) };
};

/** What a line reports is known by what it was heard to report. */
const learning = ({ gazetteer, providers }: Backs) => async (scac: string, events: readonly CarrierEvent[]): Promise<void> => {
  const line = gazetteer.lines.find(scac);
  if (line) await providers.tell(line.id, fieldsOfEvents(events));
};

/** Everything that can be asked of this service. */
export const app = (backs: Backs) => {
  const { around, gazetteer, parties, definitions, values } = backs;
  const mustExist = existing(backs);
  const ships = shipUseCases(backs);
  const fieldUse = { ...definitionUseCases(backs), ...optionUseCases(backs), ...valueUseCases({ ...backs, mustExist }) };
  const tracking = trackingUseCases(backs);
  const labels = labelUseCases(backs);
  const explain = explainUseCases(backs);
  const customerName = async (accountId: string, id: string) => (await parties.findMany(accountId, [id]))[0]?.companyName;

  return {
    now: around.now,
    requests: backs.requests,
    shipments: backs.shipments,
    containers: backs.containers,
    snapshotsInFlight: backs.snapshotsInFlight,
    rawEventIds: backs.rawEventIds,
    gazetteer,
    refreshProviders: backs.providers.refresh,
    ships,
    parties,
    definitions,
    values,
    applySnapshot: snapshotUseCase({ ...backs, customerName, giveInitialFields: initialFieldsUseCase(backs), nameShip: ships.named, learnOf: learning(backs) }),
    applyTerminalReport: terminalUseCase(backs),
    recordBerthing: berthingUseCase(backs),
    stopTracking: tracking.stop,
    resumeTracking: tracking.resume,
    stopDue: tracking.stopDue,
    editShipment: labels.editShipment,
    editContainer: labels.editContainer,
    explainShipment: explain.shipment,
    explainContainer: explain.container,
    ...atSea(backs, ships),
    reads: { ...reads(backs), ...transportEventReads(backs), ...journeyReads(backs) },
    search: searchUseCase(backs),
    partyUse: partyUseCases({ ...backs, mustExist }),
    fieldUse,
    /** A row's place and ship as ids a client can follow. */
    whereaboutsOf: (row: KeptEvent) => ({ ...placing(row, around.atlas), ...vesselOf(row, around.atlas) }),
  };
};

export type App = ReturnType<typeof app>;
