import { isEmail, normalizeEmail } from '../../../../contract/rules/email.ts';
import { isPhone, normalizePhone } from '../../../../contract/rules/phone.ts';
import { type RegistrationData, textAt } from './registrationDraft.ts';

const PHONES = ['telefone1', 'celular1', 'celular2', 'whatsApp'];
const EMAILS = ['email', 'emailNFe', 'emailBoleto'];

/** The phones that were written, each once. */
export const phonesOf = (data: RegistrationData): string[] =>
  distinct(
    PHONES.map((key) => textAt(data, 'contatos', key))
      .filter(isPhone)
      .map(normalizePhone),
  );

/** The e-mails that were written, each once. */
export const emailsOf = (data: RegistrationData): string[] =>
  distinct(
    EMAILS.map((key) => textAt(data, 'contatos', key))
      .filter(isEmail)
      .map(normalizeEmail),
  );

const distinct = (texts: string[]) => [...new Set(texts)];
