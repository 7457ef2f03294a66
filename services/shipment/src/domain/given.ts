/** Keys without a value are left out, so that equal states are equal objects. */
export const given = <T extends object>(object: { [Key in keyof T]: T[Key] | undefined }): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
