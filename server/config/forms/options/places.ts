import { states } from '../../../../contract/catalogs/states.ts';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import { banks, citiesOf } from '../../../places.ts';
import { isConsumer } from '../../../session/scope.ts';
import { filtered } from './inMemory.ts';
import { dependency, type OptionSourceRules } from './source.ts';

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
