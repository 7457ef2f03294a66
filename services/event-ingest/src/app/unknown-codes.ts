import { isKnownCode } from '../domain/dcsa-codes.js';
import type { NotedCode, Ports } from './ports.js';

/** Codes that no mapping knows today; what was repaired since it was noted is left out. */
export const unknownCodes = ({ unknownCodes: noted }: Pick<Ports, 'unknownCodes'>) => async (limit: number): Promise<NotedCode[]> => {
  const codes = await noted.list(limit);
  return codes.filter(({ code }) => {
    const [eventType = '', eventCode = ''] = code.split('/');
    return !isKnownCode(eventType, eventCode);
  });
};
