import { ports } from '@landfall/reference-data/ports';

export const port = (locode: string): { longitude: number; latitude: number } => {
  const found = ports().byLocode(locode);
  if (!found) throw new Error(`${locode} is not in the reference data.`);
  return found;
};
