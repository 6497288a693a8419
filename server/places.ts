import { getBanks } from '@brazilian-utils/brazilian-utils/get-banks';
import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import { states } from '#contract/catalogs/states.ts';
import { foldedText } from '#contract/rules/text.ts';

export interface City {
  ibge: string;
  cidade: string;
  uf: string;
}

let all: Map<string, City[]> | undefined;

/** The municipalities of a state by name, with their IBGE codes; `undefined` if there is no such state. */
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

let byName: Map<string, City> | undefined;

/** The municipality of a state with this name, as people write it. Imports ask for one in each row. */
export function townNamed(uf: string, name: string): City | undefined {
  byName ??= new Map(
    states
      .flatMap(({ value }) => [...(citiesOf(value) ?? [])].reverse())
      .map((city) => [`${city.uf} ${foldedText(city.cidade)}`, city]),
  );
  return byName.get(`${uf} ${foldedText(name)}`);
}

/** The municipality with an IBGE code, whose first two digits are those of its state. */
export function cityOf(ibge: string): City | undefined {
  const state = states.find((one) => one.ibge === ibge.slice(0, 2));
  return state && citiesOf(state.value)?.find((city) => city.ibge === ibge);
}

export interface Bank {
  codigoBanco: string;
  nomeBanco: string;
}

let bankList: Bank[] | undefined;

/** Brazilian banks as listed by the Central Bank, sorted by code. */
export function banks(): readonly Bank[] {
  bankList ??= getBanks()
    .map(({ code, name }) => ({ codigoBanco: code, nomeBanco: name }))
    .sort((a, b) => (a.codigoBanco < b.codigoBanco ? -1 : 1));
  return bankList;
}
