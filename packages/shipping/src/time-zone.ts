const formatters = new Map<string, Intl.DateTimeFormat>();

const SECOND = 1_000;

const formatterOf = (zone: string): Intl.DateTimeFormat | null => {
  const known = formatters.get(zone);
  if (known) return known;
  try {
    const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    // Only zones that exist are kept, so the map cannot grow with what strangers send.
    formatters.set(zone, made);
    return made;
  } catch {
    return null;
  }
};

/** An IANA name this runtime knows, like America/Los_Angeles; fixed offsets such as +02:00 are not names. */
export const isTimeZone = (zone: string): boolean => /^[A-Za-z]/.test(zone) && formatterOf(zone) !== null;

/** Milliseconds the zone's clocks were ahead of UTC at an instant; an unknown zone reads as UTC. */
export const offsetMsAt = (zone: string, at: Date): number => {
  const text = formatterOf(zone)?.format(at) ?? '';
  // Ends in GMT, GMT-07:00, or GMT-07:52:58 for the local times of before the zones.
  const [, sign, hours, minutes, seconds] = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text) ?? [];
  const ms = (Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * SECOND;
  return sign === '-' ? -ms : ms;
};
