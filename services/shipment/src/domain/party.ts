/** A company an account works with. */
export type Party = { id: string; accountId: string; companyName: string; createdAt: Date; updatedAt: Date; revision: number };

export type PartyRoleRow = { id: string; accountId: string; entityType: string; entityId: string; partyId: string; role: string; createdAt: Date };

/** Two spellings of one company: case and spaces do not make another. */
export const companyKey = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');
