import { modulo10, modulo11Rest } from './boleto.ts';

/** The company's account at the bank that collects; digits only, without check digits. */
export interface CollectingAccount {
  agency: string;
  account: string;
  /** Carteira: the kind of collecting that was agreed on. */
  portfolio: string;
}

interface CollectingBank {
  name: string;
  /** As slips name the bank: code and its digit. */
  shownCode: string;
  /** The bank's number of the slip as it is shown (nosso número). */
  shownNumber: (number: string, account: CollectingAccount) => string;
  /** The 25 digits of the barcode that belong to the bank. */
  freeField: (number: string, account: CollectingAccount) => string;
}

const filled = (text: string, length: number): string =>
  text.replace(/\D/g, '').slice(-length).padStart(length, '0');

/** Over portfolio and number, weights 2 to 7: 1 gives the letter P, 0 gives 0 (Bradesco). */
function bradescoDigit(number: string, { portfolio }: CollectingAccount): string {
  const rest = modulo11Rest(filled(portfolio, 2) + filled(number, 11), 7);
  return rest === 0 ? '0' : rest === 1 ? 'P' : String(11 - rest);
}

const itauDigit = (number: string, { agency, account, portfolio }: CollectingAccount): string =>
  modulo10(filled(agency, 4) + filled(account, 5) + filled(portfolio, 3) + filled(number, 8));

/** Banks whose free field the console knows; what others collect, they print by themselves. */
export const collectingBanks: Readonly<Record<string, CollectingBank>> = {
  '237': {
    name: 'Bradesco',
    shownCode: '237-2',
    shownNumber: (number, account) =>
      `${filled(account.portfolio, 2)}/${filled(number, 11)}-${bradescoDigit(number, account)}`,
    freeField: (number, { agency, account, portfolio }) =>
      `${filled(agency, 4)}${filled(portfolio, 2)}${filled(number, 11)}${filled(account, 7)}0`,
  },
  '341': {
    name: 'Itaú',
    shownCode: '341-7',
    shownNumber: (number, account) =>
      `${filled(account.portfolio, 3)}/${filled(number, 8)}-${itauDigit(number, account)}`,
    freeField: (number, given) => {
      const account = filled(given.agency, 4) + filled(given.account, 5);
      const slip = filled(given.portfolio, 3) + filled(number, 8) + itauDigit(number, given);
      return `${slip}${account}${modulo10(account)}000`;
    },
  },
};
