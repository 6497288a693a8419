import { formatPhone } from '../../../contract/rules/phone.ts';
import type { CustomerAddress } from '../../db/tables/customers.ts';

/** Where the goods wait, as an envelope would say it; what is unknown is left out. */
export function addressLines(address: CustomerAddress, phone = ''): string[] {
  const street = joined([address.logradouro, address.numero, address.complemento], ', ');
  const city = joined([address.cidade, address.uf], '/');
  const lines = [
    joined([street, address.bairro], ' - '),
    joined([address.cep && `CEP ${address.cep.replace(/^(\d{5})(\d{3})$/, '$1-$2')}`, city], ' '),
    phone && `Telefone: ${formatPhone(phone)}`,
  ];
  return lines.filter((line) => line !== '');
}

const joined = (parts: readonly (string | undefined)[], separator: string): string =>
  parts.filter(Boolean).join(separator);
