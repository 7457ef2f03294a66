import { normalisedNumber } from '../domain/asked-number.js';
import { terminalAnswer, type TerminalAnswer, type Yard } from '../domain/terminal-report.js';
import type { Ports } from './ports.js';
import { openBegun, timeOf, type Cast } from './tell-journeys.js';

/** A box is known to its terminal and its railway once its journey was asked for at the carrier. */
export const askTerminal = (ports: Ports, cast: Cast) => async (account: string, container: string, yard: Yard): Promise<TerminalAnswer | null> => {
  const now = await timeOf(ports, account);
  const told = await openBegun(ports, cast, account, normalisedNumber(container));
  if (!told) return null;
  const { journey } = told.known;
  const box = journey.boxes.find(({ number }) => number === told.container) ?? journey.boxes[0];
  return box ? terminalAnswer(journey, box, now, ports.nameId, yard) : null;
};
