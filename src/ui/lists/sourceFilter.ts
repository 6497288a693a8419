import { formRoutes } from '#contract/config/forms.ts';
import { call } from '#data/call.ts';
import type { SearchFilter } from '../components/FilterBar/filters.ts';
import type { AsyncOption } from '../components/inputs/AsyncAutocomplete.tsx';

/** What a source of options (`/config/opcoes`) offers the person, searched as somebody types. */
export const sourceOptions =
  (origem: string) =>
  async (q: string, signal: AbortSignal): Promise<AsyncOption[]> => {
    const { itens } = await call(
      formRoutes.options,
      { params: { origem }, body: q ? { q } : {} },
      { signal },
    );
    return itens.map(({ valor, rotulo, detalhe }) => ({ value: valor, label: rotulo, second: detalhe }));
  };

/** A filter by what a source of options offers. */
export const sourceFilter = (
  key: string,
  label: string,
  origem: string,
  more: Pick<SearchFilter, 'multiple' | 'hint'> = {},
): SearchFilter => ({
  key,
  label,
  kind: 'autocomplete',
  load: sourceOptions(origem),
  resolve: async (values) => {
    const body = { escolhidos: [...values] };
    const { itens } = await call(formRoutes.options, { params: { origem }, body });
    return itens.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }));
  },
  ...more,
});
