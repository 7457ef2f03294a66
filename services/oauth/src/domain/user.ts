import type { Refusal } from './says.js';

export interface User {
  accountId: string;
  id: string;
  /** As the person writes it. */
  email: string;
  /** As e-mails are compared: one person, whatever the capitals. */
  emailKey: string;
  passwordHash: string;
  createdAt: Date;
  revokedAt?: Date | undefined;
}

// The longest address that SMTP carries.
const EMAIL_LENGTH = 254;
// What matters is length (NIST SP 800-63B); the upper bound keeps hashing from being a weapon.
const PASSWORD_LEAST = 10;
export const PASSWORD_MOST = 200;

export const emailKeyOf = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

export const parseEmail = (given: string): string | Refusal => {
  const email = given.trim();
  if (!email) return { refused: 'blank', attribute: 'email', detail: 'An e-mail address is required.' };
  if (email.length > EMAIL_LENGTH || !/^[^\s@<>"]+@[^\s@<>"]+$/.test(email)) return { refused: 'invalid', attribute: 'email', detail: 'That is not an e-mail address.' };
  return email;
};

export const passwordRefusal = (password: string): Refusal | undefined => {
  if (!password) return { refused: 'blank', attribute: 'password', detail: 'A password is required.' };
  if (password.length >= PASSWORD_LEAST && password.length <= PASSWORD_MOST) return undefined;
  return { refused: 'invalid', attribute: 'password', detail: `A password has ${PASSWORD_LEAST} to ${PASSWORD_MOST} characters.` };
};

export const isActive = ({ revokedAt }: User): boolean => revokedAt === undefined;
