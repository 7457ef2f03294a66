/** A UN/LOCODE: two letters of country, then three letters or digits 2 to 9. */
export const isLocode = (value: string): boolean => /^[A-Z]{2}[A-Z2-9]{3}$/.test(value);

/** The official lists print a space after the country, and people type lower case. */
export const parseLocode = (text: string): string | null => {
  const locode = text.trim().toUpperCase().replace(/^([A-Z]{2})[\s-]/, '$1');
  return isLocode(locode) ? locode : null;
};

export const countryOfLocode = (locode: string): string => locode.slice(0, 2);
