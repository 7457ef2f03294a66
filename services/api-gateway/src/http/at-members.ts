/** JSON:API 1.1: members that begin with an at sign are notes for other readers; ours must not see them. */
export const withoutAtMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutAtMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('@')).map(([name, inner]) => [name, withoutAtMembers(inner)]));
};
