import type { QueryClient } from '@tanstack/react-query';
import { formRoutes } from '#contract/config/forms.ts';
import { type ListField, listFieldRoutes } from '#contract/config/listFields.ts';
import type { ViewedList } from '#contract/config/savedViews.ts';
import { sentenceOf } from '#contract/expression/sentence.ts';
import { argumentsOf, type Expression, isExpression } from '#contract/expression/tree.ts';
import type { FieldType } from '#contract/expression/typing.ts';
import { labelWord } from '#contract/words/words.ts';
import { call } from '#data/call.ts';
import { routeKey } from '#data/useRoute.ts';
import type { FilterOption } from '../components/FilterBar/filters.ts';
import { textOf } from './comparisons.ts';
import type { ConditionField } from './fields.ts';

/** The fields of a list for the condition editor. */
export const listConditionFields = (campos: readonly ListField[]): ConditionField[] =>
  campos.map(({ campo, titulo, adicional, tipo, opcoes, fonte }) => ({
    path: campo,
    titulo: adicional ? titulo : labelWord(titulo),
    tipo,
    group: adicional ? 'Campos adicionais' : 'Desta lista',
    words: '',
    ...(opcoes && { opcoes }),
    ...(fonte && { origem: { fonte, guarda: 'VALOR' as const } }),
  }));

/** A condition as the address has it; null for anything else, which the server refuses with its reason. */
export function conditionIn(text: string | undefined): Expression | null {
  if (!text) return null;
  try {
    const tree: unknown = JSON.parse(text);
    return isExpression(tree) ? tree : null;
  } catch {
    return null;
  }
}

/** Fields seldom change, and the sentence and the editor ask for the same. */
export const FIELDS_FRESH = 60_000;

/** The conditions of a list as sentences, with the names of what was chosen in them. */
export const conditionWords = (
  client: QueryClient,
  lista: ViewedList,
  texts: readonly string[],
): Promise<FilterOption[]> =>
  Promise.all(
    texts.map(async (value) => {
      const condition = conditionIn(value);
      if (!condition) return { value, label: 'não reconhecidos' };
      const input = { params: { lista } };
      const { campos } = await client.fetchQuery({
        queryKey: routeKey(listFieldRoutes.list, input),
        queryFn: ({ signal }) => call(listFieldRoutes.list, input, { signal }),
        staleTime: FIELDS_FRESH,
      });
      const named = await withNames(listConditionFields(campos), chosenIn(condition));
      return { value, label: sentenceOf(condition, (path) => named.get(path)) };
    }),
  );

/** The written values by the field that they are compared with. */
function chosenIn(node: Expression, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  const [field, ...values] = argumentsOf(node);
  if (field && 'campo' in field) {
    const own = found.get(field.campo) ?? new Set<string>();
    for (const value of values)
      for (const one of 'lista' in value ? value.lista : 'faz' in value || 'campo' in value ? [] : [value])
        if (textOf(one)) own.add(textOf(one));
    found.set(field.campo, own);
  }
  for (const part of argumentsOf(node)) chosenIn(part, found);
  return found;
}

/** Fields whose values a source knows, with the names of those that were chosen; without them if it does not answer. */
async function withNames(
  fields: readonly ConditionField[],
  chosen: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, FieldType>> {
  const named = await Promise.all(
    fields.map(async (field) => {
      const values = [...(chosen.get(field.path) ?? [])].slice(0, MOST_NAMES);
      if (!field.origem || values.length === 0) return field;
      const params = { origem: field.origem.fonte };
      const { itens } = await call(formRoutes.options, { params, body: { escolhidos: values } }).catch(
        () => ({
          itens: [],
        }),
      );
      return { ...field, opcoes: itens.map(({ valor, rotulo }) => ({ valor, rotulo })) };
    }),
  );
  return new Map(named.map((field) => [field.path, field]));
}

const MOST_NAMES = 200;
