import { states } from '../../../../contract/catalogs/states.ts';
import { foldedText } from '../../../../contract/rules/foldedText.ts';
import type { FormOption } from '../../../../contract/rules/forms/formDefinition.ts';
import type { Context } from '../../../context.ts';
import { banks, citiesOf } from '../../../places.ts';
import { isConsumer } from '../../../session/scope.ts';

/** Most options of one answer; whoever needs another one searches. */
export const MOST_OPTIONS = 50;

export type OptionContext = Pick<Context, 'db' | 'user'>;

export interface OptionQuery {
  /** What the person typed; '' for all. */
  q: string;
  /** Values of the fields that the asking one depends on. */
  valores: Readonly<Record<string, unknown>>;
  /** Instead of a search: just these. */
  escolhidos: readonly string[] | null;
  /** With `escolhidos`: only what may still be chosen, not what merely keeps its label. */
  offered: boolean;
  /** How many to answer at most. */
  most: number;
}

/** Answers options in the scope of the person, in the order in which they are shown. */
export type OptionSourceRules = (ctx: OptionContext, query: OptionQuery) => Promise<FormOption[]>;

/** The ids among texts that a client sends; what is none is left out. */
export const idsOf = (texts: readonly unknown[]): number[] =>
  texts.flatMap((text) => {
    const id = typeof text === 'number' ? text : /^[1-9]\d{0,9}$/.test(String(text)) ? Number(text) : 0;
    return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? [id] : [];
  });

/** A dependent value as text; '' where there is none. */
export const dependency = ({ valores }: OptionQuery, name: string): string => {
  const value = valores[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

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
