/** A UN/LOCODE: two letters of country, then three letters or digits 2 to 9. */
export const isLocode = (value: string): boolean => /^[A-Z]{2}[A-Z2-9]{3}$/.test(value);
