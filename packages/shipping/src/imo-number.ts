/** The last digit of an IMO ship number: the first six weighted 7 to 2, modulo 10. */
export const imoCheckDigit = (sixDigits: string): number | null =>
  /^\d{6}$/.test(sixDigits)
    ? [...sixDigits].reduce((sum, digit, place) => sum + Number(digit) * (7 - place), 0) % 10
    : null;

/** Seven digits whose last one is right. Numbers below 1000000 were never given to a ship. */
export const isImoNumber = (value: string): boolean =>
  /^[1-9]\d{6}$/.test(value) && imoCheckDigit(value.slice(0, 6)) === Number(value[6]);

/** Carriers send 9074729, "9074729" and "IMO 9074729"; anything else, a wrong check digit included, is no ship. */
export const parseImoNumber = (value: string | number): string | null => {
  const digits = String(value).trim().replace(/^IMO[\s:]*/i, '');
  return isImoNumber(digits) ? digits : null;
};
