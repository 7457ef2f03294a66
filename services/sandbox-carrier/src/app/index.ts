import { askEvents } from './ask-events.js';
import { askTerminal } from './ask-terminal.js';
import { faults } from './faults.js';
import { locateShips } from './locate-ships.js';
import type { Ports } from './ports.js';
import { readClock, setClock } from './set-clock.js';
import { pushNext, subscribe } from './subscriptions.js';
import { castOf } from './tell-journeys.js';

export const app = (ports: Ports) => {
  const cast = castOf(ports);
  const ordered = faults();
  return {
    faults: ordered,
    askEvents: askEvents(ports, cast),
    askTerminal: askTerminal(ports, cast),
    locateShips: locateShips(ports, cast),
    readClock: readClock(ports),
    setClock: setClock(ports),
    subscriptions: ports.subscriptions,
    subscribe: subscribe(ports),
    pushNext: pushNext(ports, cast, ordered),
  };
};

export type App = ReturnType<typeof app>;
