import type { Fault } from './fault.js';
import type { AisMessage } from './vessel-position.js';

// What a transponder sends where it has nothing to send.
const SENTINELS = { Sog: 102.3, Cog: 360, TrueHeading: 511, Latitude: 91, Longitude: 181, NavigationalStatus: 15 };

const withPosition = (message: AisMessage, change: Record<string, unknown>): AisMessage => {
  const report = message.Message['PositionReport'];
  return report ? { ...message, Message: { PositionReport: { ...report, ...change } } } : message;
};

const acrossTheWorld = (message: AisMessage): AisMessage => withPosition(message, { Latitude: -message.MetaData.latitude, Longitude: message.MetaData.longitude > 0 ? message.MetaData.longitude - 180 : message.MetaData.longitude + 180 });

/** What the stream says instead. `round` counts the rounds since the fault began. */
export const distortedAis = (messages: readonly AisMessage[], faults: readonly Fault[], round: number): AisMessage[] => {
  if (faults.includes('ais_silence')) return [];
  if (faults.includes('ais_sentinels')) return messages.map((message) => withPosition(message, SENTINELS));
  return faults.includes('ais_jump') && round % 3 === 2 ? messages.map(acrossTheWorld) : [...messages];
};
