import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import type { OptionQuery } from './source.ts';

/** Case and accents put aside, as `fold_text` does in the database. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Of a list that is at hand: the chosen ones, or those whose label or value has every word. */
export function filtered(
  options: readonly FormOption[],
  { q, escolhidos, most }: Pick<OptionQuery, 'q' | 'escolhidos' | 'most'>,
): FormOption[] {
  if (escolhidos) return options.filter(({ valor }) => escolhidos.includes(valor));
  const words = folded(q).split(/\s+/).filter(Boolean).slice(0, 8);
  const found = options.filter(({ valor, rotulo }) => {
    const text = folded(`${valor} ${rotulo}`);
    return words.every((word) => text.includes(word));
  });
  return found.slice(0, most);
}
