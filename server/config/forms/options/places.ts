import { states } from '../../../../contract/catalogs/states.ts';
import { foldedText } from '../../../../contract/rules/foldedText.ts';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import { banks, citiesOf } from '../../../places.ts';
import { isConsumer } from '../../../session/scope.ts';
import { dependency, type OptionQuery, type OptionSourceRules } from './source.ts';

export const stateSource: OptionSourceRules = async (_, query) =>
  filtered(
    states.map(({ value, label }) => ({ valor: value, rotulo: label })),
    query,
  );

/** Of the state that is chosen beside it; without one, of the whole country. */
export const citySource: OptionSourceRules = async (_, query) => {
  const uf = dependency(query, 'uf').toUpperCase();
  const cities = uf ? (citiesOf(uf) ?? []) : states.flatMap(({ value }) => citiesOf(value) ?? []);
  return filtered(
    cities.map((city) => ({ valor: city.ibge, rotulo: city.cidade, ...(!uf && { detalhe: city.uf }) })),
    query,
  );
};

export const bankSource: OptionSourceRules = async ({ user }, query) =>
  isConsumer(user)
    ? []
    : filtered(
        banks().map(
          ({ codigoBanco, nomeBanco }): FormOption => ({
            valor: codigoBanco,
            rotulo: `${codigoBanco} - ${nomeBanco}`,
          }),
        ),
        query,
      );

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
