/** Value of a character in a CNPJ or an access key: its ASCII code minus 48 ('0' is 0, 'A' is 17). */
const characterValue = (character: string): number => character.charCodeAt(0) - 48;

/** Sum of character values, each times its weight; the text and the weights have the same length. */
export function weightedSum(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + characterValue(text.charAt(index)) * weight, 0);
}

/** Modulo 11 as CPF, CNPJ and NF-e use it: a rest below 2 gives 0, otherwise 11 − rest. */
export function modulo11(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
