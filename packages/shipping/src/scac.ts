/** The line that only the sandbox serves. */
export const SANDBOX_SCAC = 'TEST';

/**
 * Two to four characters. Digits are let in because lines without a US code are listed under
 * their Japanese customs code (11DX, 12PD).
 */
export const isScac = (value: string): boolean => /^[A-Z0-9]{2,4}$/.test(value);

export const parseScac = (text: string): string | null => {
  const scac = text.trim().toUpperCase();
  return isScac(scac) ? scac : null;
};
