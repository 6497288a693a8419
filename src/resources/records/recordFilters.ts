import { formRoutes } from '#contract/config/forms.ts';
import type { RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { isOwnType } from '#contract/records/index.ts';
import type { RecordTypeView } from '#contract/records/routes/records.ts';
import { RECORD_OPTIONS } from '#contract/rules/fields/campoSchema.ts';
import { call } from '#data/call.ts';
import type { Filter } from '#ui/components/FilterBar/filters.ts';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { eitherOf, someOf } from '#ui/lists/filterKinds.ts';

/** The filters of a type's list, with an input suited to each field. */
export const recordFilters = (type: RecordTypeView): Filter[] =>
  type.lista.filtros.flatMap((key) => {
    const field = (type.campos as RecordFields)[key];
    return field ? [{ ...filterOf(key, field), authored: isOwnType(type) }] : [];
  });

function filterOf(key: string, field: RecordField): Filter {
  const { titulo: label, opcoes = [] } = field;
  if (field.tipo === 'CHECKBOX') return eitherOf(key, label, ['Sim', 'Não']);
  if (field.tipo === 'REFERENCIA') return referenceFilter(key, field);
  return someOf(
    key,
    label,
    opcoes.map(({ valor, rotulo }) => ({ value: valor, label: rotulo })),
  );
}

/** Searches the records that a reference can point to, each labelled by its natural key. */
export const recordOptions =
  ({ referencia }: RecordField) =>
  async (q: string, signal: AbortSignal): Promise<AsyncOption[]> => {
    const params = { origem: `${RECORD_OPTIONS}${referencia}` };
    const { itens } = await call(formRoutes.options, { params, body: q ? { q } : {} }, { signal });
    return itens.map(({ valor, rotulo, detalhe }) => ({ value: valor, label: rotulo, second: detalhe }));
  };

function referenceFilter(key: string, field: RecordField): Filter {
  const params = { origem: `${RECORD_OPTIONS}${field.referencia}` };
  return {
    key,
    label: field.titulo,
    kind: 'autocomplete',
    load: recordOptions(field),
    resolve: async (values) => {
      const { itens } = await call(formRoutes.options, { params, body: { escolhidos: [...values] } });
      return itens.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }));
    },
  };
}
