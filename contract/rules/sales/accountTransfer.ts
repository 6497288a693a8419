import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalPlaces,
  isPositive,
  parseDecimal,
  subtractDecimals,
} from '../decimal.ts';
import { formatMoney } from '../format.ts';

const MAX_AMOUNT = '99999999999';

type Amount = { ok: true; value: Decimal } | { ok: false; message: string };

/** Parses an amount from the wire: above zero, in whole cents. */
export function readAmount(value: string | number): Amount {
  const amount = parseDecimal(String(value));
  if (amount === null) return refuse('O valor precisa ser um número, com ponto nos decimais.');
  if (!isPositive(amount)) return refuse('O valor precisa ser maior que zero.');
  if (decimalPlaces(amount) > 2) return refuse('O valor pode ter no máximo 2 casas decimais.');
  return compareDecimals(amount, MAX_AMOUNT) > 0
    ? refuse('O valor é alto demais.')
    : { ok: true, value: amount };
}

interface Balances {
  from: Decimal;
  to: Decimal;
}

type Transfer = { ok: true; balances: Balances } | { ok: false; message: string };

/** Both balances after a transfer: the recipient gets exactly what the sender gives, to the cent. */
export function transferred(
  { from, to }: Balances,
  amount: Decimal,
  { mayOverdraw }: { mayOverdraw: boolean },
): Transfer {
  if (!mayOverdraw && compareDecimals(amount, from) > 0)
    return refuse(`O saldo de quem envia é ${formatMoney(from, 2)}: transfira no máximo este valor.`);
  return {
    ok: true,
    balances: { from: subtractDecimals(from, amount), to: addDecimals(to, amount) },
  };
}

const refuse = (message: string) => ({ ok: false as const, message });
