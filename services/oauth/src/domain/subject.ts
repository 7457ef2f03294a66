/** Who a token speaks for. The account is part of it, so a token can never come to mean another tenant (B3-61). */
export interface Subject {
  accountId: string;
  userId: string;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SUBJECT = new RegExp(`^(${UUID})\\.(${UUID})$`);

export const subjectOf = ({ accountId, userId }: Subject): string => `${accountId}.${userId}`;

export const parseSubject = (subject: string): Subject | undefined => {
  const [, accountId, userId] = SUBJECT.exec(subject) ?? [];
  return accountId && userId ? { accountId, userId } : undefined;
};
