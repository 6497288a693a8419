import type { ExtraField, ExtraFieldOption } from './extraFields.ts';

/** Values of a field of options, whether it takes one or several; a field that took one may take several since. */
export const chosenOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');

/** What is offered: what is not archived, and what the record holds already. */
export function optionsFor({ opcoes = [] }: ExtraField, present?: unknown): ExtraFieldOption[] {
  const held = chosenOf(present);
  return opcoes.filter(({ valor, arquivada }) => !arquivada || held.includes(valor));
}
