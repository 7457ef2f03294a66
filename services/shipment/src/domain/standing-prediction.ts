import type { EtaPrediction } from './eta-prediction.js';
import type { Shipment } from './shipment.js';

/** Our estimate while it still stands: of the ship that the cargo is on, and until it has arrived. */
export const standingPrediction = ({ etaPrediction, underway, podAtaAt }: Pick<Shipment, 'etaPrediction' | 'underway' | 'podAtaAt'>): EtaPrediction | undefined =>
  etaPrediction && !podAtaAt && underway?.vesselId === etaPrediction.vesselId ? etaPrediction : undefined;
