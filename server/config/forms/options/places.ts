import { getBanks } from '@brazilian-utils/brazilian-utils/get-banks';
import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import { states } from '../../../../contract/catalogs/states.ts';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import { isConsumer } from '../../../session/scope.ts';
import { filtered } from './inMemory.ts';
import { dependency, type OptionSourceRules } from './source.ts';

export const stateSource: OptionSourceRules = async (_, query) =>
  filtered(
    states.map(({ value, label }) => ({ valor: value, rotulo: label })),
    query,
  );

export interface City {
  ibge: string;
  cidade: string;
  uf: string;
}

let all: Map<string, City[]> | undefined;

/** The municipalities of a state by name, with their IBGE codes; `undefined` for what is no state. */
export function citiesOf(uf: string): readonly City[] | undefined {
  all ??= new Map(states.map(({ value }) => [value, readCities(value)]));
  return all.get(uf);
}

const readCities = (uf: string): City[] =>
  getMunicipalities(uf as Parameters<typeof getMunicipalities>[0]).map(({ code, name, stateCode }) => ({
    ibge: code,
    cidade: name,
    uf: stateCode,
  }));

/** The municipality of an IBGE code, whose first two digits are its state's. */
export function cityOf(ibge: string): City | undefined {
  const state = states.find((one) => one.ibge === ibge.slice(0, 2));
  return state && citiesOf(state.value)?.find((city) => city.ibge === ibge);
}

/** Of the state that is chosen beside it; without one, of the whole country. */
export const citySource: OptionSourceRules = async (_, query) => {
  const uf = dependency(query, 'uf').toUpperCase();
  const cities = uf ? (citiesOf(uf) ?? []) : states.flatMap(({ value }) => citiesOf(value) ?? []);
  return filtered(
    cities.map((city) => ({ valor: city.ibge, rotulo: city.cidade, ...(!uf && { detalhe: city.uf }) })),
    query,
  );
};

export interface Bank {
  codigoBanco: string;
  nomeBanco: string;
}

let known: Bank[] | undefined;

/** By code, as the Central Bank lists them. */
export function banks(): readonly Bank[] {
  known ??= getBanks()
    .map(({ code, name }) => ({ codigoBanco: code, nomeBanco: name }))
    .sort((a, b) => (a.codigoBanco < b.codigoBanco ? -1 : 1));
  return known;
}

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
