import type { TerminalConnector, Terminals } from '../../app/ports.js';

/** The doors that are configured. A carrier with a feed of its own (the sandbox) never asks a real terminal. */
export const terminals = (doors: readonly TerminalConnector[]): Terminals => {
  const byName = new Map(doors.map((door) => [door.name, door]));
  return {
    named: (name) => byName.get(name) ?? null,
    choose: (profile, place) => (profile?.terminalFeed ? (byName.get(profile.terminalFeed) ?? null) : (doors.find((door) => door.serves(place)) ?? null)),
    all: () => doors,
  };
};
