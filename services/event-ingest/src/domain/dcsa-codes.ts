const CODES: Record<string, readonly string[]> = {
  TRANSPORT: ['ARRI', 'DEPA'],
  EQUIPMENT: ['LOAD', 'DISC', 'GTIN', 'GTOT', 'STUF', 'STRP', 'PICK', 'DROP', 'INSP', 'RSEA', 'RMVD', 'AVPU', 'AVDO', 'CROS', 'CUSS', 'CUSI', 'CUSR'],
  SHIPMENT: ['RECE', 'DRFT', 'PENA', 'PENU', 'PENC', 'REJE', 'APPR', 'ISSU', 'SURR', 'SUBM', 'VOID', 'CONF', 'REQS', 'CMPL', 'HOLD', 'RELS', 'CANC'],
  // Of the letters of X12 315 those that no code of DCSA says: delivered, and free time to expire.
  EDI: ['D', 'FT'],
};

/** Carriers write ACT, Actual, PLAN and PLN; anything else is no classifier. */
const CLASSIFIERS: Record<string, 'ACT' | 'EST' | 'PLN'> = {
  ACT: 'ACT', ACTUAL: 'ACT', EST: 'EST', ESTIMATED: 'EST', PLN: 'PLN', PLAN: 'PLN', PLANNED: 'PLN',
};

const MODES: Record<string, string> = {
  VESSEL: 'VESSEL', RAIL: 'RAIL', TRUCK: 'TRUCK', BARGE: 'BARGE', ROAD: 'TRUCK', TRAIN: 'RAIL', FEEDER: 'VESSEL',
};

/** Does a mapping know this code? What it does not know is kept raw and listed for somebody to look at. */
export const isKnownCode = (eventType: string, eventCode: string): boolean => CODES[eventType]?.includes(eventCode) ?? false;

export const toClassifier = (text: string | undefined): 'ACT' | 'EST' | 'PLN' | null => (text === undefined ? null : (CLASSIFIERS[text] ?? null));

export const toMode = (text: string | undefined): string | undefined => (text === undefined ? undefined : MODES[text]);

export const toEmptyIndicator = (text: string | undefined): string | undefined => {
  if (text === 'EMPTY' || text === 'LADEN') return text;
  return text === 'FULL' ? 'LADEN' : undefined;
};
