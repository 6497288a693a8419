import { INVALID_EMAIL, isEmail, isMailAddress, mailKey } from '../contact.ts';

/** The most addresses that are in copy of one ticket's e-mails. */
export const MOST_COPIES = 10;

/** Why a text is no address that e-mails go to; `null` if it is one. */
export const copyProblem = (text: string): string | null =>
  isEmail(text) && isMailAddress(mailKey(text)) ? null : INVALID_EMAIL;
