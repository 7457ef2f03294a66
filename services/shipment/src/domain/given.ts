/** Keys without a value are left out, so that equal states are equal objects. */
export const given = <T extends object>(object: { [Key in keyof T]: T[Key] | undefined }): T => {
  const known: Partial<T> = {};
  // A loop: through lists of entries it takes five times as long, some hundred times a snapshot.
  for (const key in object) if (object[key] !== undefined) known[key] = object[key];
  return known as T;
};

/** Some keys of an object, as far as they have a value. */
export const picked = <T extends object, Key extends keyof T>(object: T, keys: readonly Key[]): Pick<T, Key> => {
  const known: Partial<Pick<T, Key>> = {};
  for (const key of keys) if (object[key] !== undefined) known[key] = object[key];
  return known as Pick<T, Key>;
};
