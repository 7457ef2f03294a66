/** What a change tells the others: caches of principals drop the first at once and read the second again. */
export type Says =
  | { says: 'revoked'; accountId: string; /** Empty: every credential of the account or the person. */ credentialId: string; userId?: string; at: Date }
  | { says: 'changed'; accountId: string; at: Date };

/** Why something given by a person or a program is not taken, as a rule says it. */
export interface Refusal {
  refused: 'blank' | 'invalid' | 'duplicate' | 'limit_reached';
  attribute: string;
  detail: string;
}

export const isRefusal = (value: object): value is Refusal => 'refused' in value;
