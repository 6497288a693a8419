import { listText, upperFirst } from '../text.ts';

/** What two registrations have alike, the strongest sign first. */
export const DOUBLE_SIGNS = [
  { value: 'RAIZ', label: 'mesma raiz do CNPJ' },
  { value: 'INSCRICAO', label: 'mesma inscrição estadual' },
  { value: 'TELEFONE', label: 'mesmo telefone' },
  { value: 'EMAIL', label: 'mesmo e-mail' },
  { value: 'NOME_CIDADE', label: 'mesmo nome na mesma cidade' },
  { value: 'NOME', label: 'mesmo nome' },
] as const;
export type DoubleSign = (typeof DOUBLE_SIGNS)[number]['value'];

/**
 * A number, an address or a name that more others have than these tells nobody apart: the switchboard of an office, 'Maria', an address
 * that was typed where none was known.
 */
export const MOST_ALIKE = 5;

/** The signs of one pair, each once and the strongest first. A name in the same town says all that the name alone would. */
export const signsInOrder = (signs: Iterable<DoubleSign>): DoubleSign[] => {
  const found = new Set(signs);
  return DOUBLE_SIGNS.map(({ value }) => value).filter(
    (value) => found.has(value) && !(value === 'NOME' && found.has('NOME_CIDADE')),
  );
};

/** 'Mesmo telefone e mesmo e-mail'. */
export const signsText = (signs: readonly DoubleSign[]): string =>
  upperFirst(listText(DOUBLE_SIGNS.filter(({ value }) => signs.includes(value)).map(({ label }) => label)));

/** A pair of customers under one key, whichever is named first. */
export const pairKey = (one: number, other: number): string =>
  one < other ? `${one}-${other}` : `${other}-${one}`;
