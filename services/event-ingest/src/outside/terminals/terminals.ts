import type { TerminalConnector, Terminals } from '../../app/ports.js';

/** The doors that are configured. A carrier with a feed of its own (the sandbox) never asks a real terminal. */
export const terminals = (doors: readonly TerminalConnector[]): Terminals => {
  const byName = new Map(doors.map((door) => [door.name, door]));
  return {
    named: (name) => byName.get(name) ?? null,
    choose: (profile, place, kind) => {
      const mine = doors.filter((door) => door.kind === kind);
      const feed = profile?.terminalFeed;
      return (feed ? mine.find(({ name }) => name === feed || name === `${feed}_${kind}`) : mine.find((door) => door.serves(place))) ?? null;
    },
    all: () => doors,
  };
};
