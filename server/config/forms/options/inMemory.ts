import { foldedText } from '../../../../contract/rules/foldedText.ts';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import type { OptionQuery } from './source.ts';

/** Of a list that is at hand: the chosen ones, or those whose label or value has every word. */
export function filtered(
  options: readonly FormOption[],
  { q, escolhidos, most }: Pick<OptionQuery, 'q' | 'escolhidos' | 'most'>,
): FormOption[] {
  if (escolhidos) return options.filter(({ valor }) => escolhidos.includes(valor));
  const words = foldedText(q).split(/\s+/).filter(Boolean).slice(0, 8);
  const found = options.filter(({ valor, rotulo }) => {
    const text = foldedText(`${valor} ${rotulo}`);
    return words.every((word) => text.includes(word));
  });
  return found.slice(0, most);
}
