import { states } from '#contract/catalogs/states.ts';
import type { FormOption } from '#contract/rules/forms/formDefinition.ts';
import { foldedText } from '#contract/rules/text.ts';
import type { Context } from '#server/context.ts';
import { banks, citiesOf } from '#server/places.ts';
import { isConsumer } from '#server/session/scope.ts';

/** Maximum number of options in one response; the user searches for others. */
export const MAX_OPTIONS = 50;

export type OptionContext = Pick<Context, 'db' | 'user'>;

export interface OptionQuery {
  /** The search text; '' for all. */
  q: string;
  /** Values of the fields that the requesting field depends on. */
  valores: Readonly<Record<string, unknown>>;
  /** Only these values, instead of a search. */
  escolhidos: readonly string[] | null;
  /** With `escolhidos`: only values that can still be chosen, not those that merely keep their label. */
  offered: boolean;
  /** Maximum number of results. */
  most: number;
}

/** Returns options within the user's scope, in display order. */
export type OptionSourceRules = (ctx: OptionContext, query: OptionQuery) => Promise<FormOption[]>;

/** The valid ids among values sent by a client; others are dropped. */
export const idsOf = (texts: readonly unknown[]): number[] =>
  texts.flatMap((text) => {
    const id = typeof text === 'number' ? text : /^[1-9]\d{0,9}$/.test(String(text)) ? Number(text) : 0;
    return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? [id] : [];
  });

/** The value of a dependency as text; '' if there is none. */
export const dependency = ({ valores }: OptionQuery, name: string): string => {
  const value = valores[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const stateSource: OptionSourceRules = async (_, query) =>
  filtered(
    states.map(({ value, label }) => ({ valor: value, rotulo: label })),
    query,
  );

/** Cities of the selected state; without one, of the whole country. */
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

/** Filters a list in memory: the chosen options, or those whose label or value contains every word. */
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
