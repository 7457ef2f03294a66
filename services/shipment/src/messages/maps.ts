import type { ContainerMap as MapMessage, MapLeg as LegMessage, MapStop as StopMessage, PredictedPositions } from '@landfall/contracts/gen/shipment/v1/map';
import type { MapLeg, MapStop, ContainerMap } from '../domain/container-map.js';
import type { Container } from '../domain/container.js';
import type { Course } from '../domain/course.js';
import type { VesselRow } from '../domain/gazetteer.js';
import { toVessel } from './places.js';

const toStop = ({ place, location }: MapStop): StopMessage => ({
  locationId: place.id,
  locationType: place.type,
  label: location.label,
  name: place.name,
  stateAbbr: place.stateAbbr ?? undefined,
  state: place.state ?? undefined,
  countryCode: place.countryCode,
  country: place.country,
  timeZone: place.timeZone,
  longitude: place.longitude,
  latitude: place.latitude,
  inboundEtaAt: location.inboundEtaAt,
  inboundAtaAt: location.inboundAtaAt,
  outboundEtdAt: location.outboundEtdAt,
  outboundAtdAt: location.outboundAtdAt,
});

const toLeg = ({ vessel, fullLine, remainingLine, ...leg }: MapLeg): LegMessage => ({
  ...leg,
  vessel: vessel && toVessel(vessel),
  fullLine: fullLine.flat(),
  remainingLine: remainingLine.flat(),
});

export const toContainerMap = ({ id, updatedAt }: Container, { stops, legs }: ContainerMap): MapMessage => ({ containerId: id, updatedAt, stops: stops.map(toStop), legs: legs.map(toLeg) });

export const toPredictedPositions = (ship: VesselRow, course: Course): PredictedPositions => ({ vessel: toVessel(ship), positions: course });
