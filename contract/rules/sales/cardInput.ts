/** The card data that a person types in to pay. It goes only to the payment provider. */
export interface CardInput {
  numero: string;
  nome: string;
  /** MM/AA or MM/AAAA. */
  validade: string;
  cvv: string;
}

export type CardField = keyof CardInput;

export const cardDigits = (number: string): string => number.replace(/[\s.-]/g, '');

/** Checks the check digit of card numbers (Luhn): every second digit from the right is doubled. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The month at whose end a card expires, as `YYYY-MM`; `null` if it cannot be read. */
export function cardMonth(text: string): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})$/.exec(text.trim()) ?? [];
  if (!month || !year) return null;
  return `${year.length === 2 ? `20${year}` : year}-${month}`;
}

/** Errors by field; `today` is `YYYY-MM-DD`. */
export function cardProblems(card: CardInput, today: string): Partial<Record<CardField, string>> {
  const digits = cardDigits(card.numero);
  const month = cardMonth(card.validade);
  return {
    ...(!(/^\d{13,19}$/.test(digits) && hasCheckDigit(digits)) && {
      numero: 'Confira o número do cartão.',
    }),
    ...(card.nome.trim().length < 3 && { nome: 'Escreva o nome como está no cartão.' }),
    ...(month === null
      ? { validade: 'Informe a validade como MM/AA.' }
      : month < today.slice(0, 7) && { validade: 'Este cartão venceu.' }),
    ...(!/^\d{3,4}$/.test(card.cvv.trim()) && { cvv: 'São 3 ou 4 números.' }),
  };
}
