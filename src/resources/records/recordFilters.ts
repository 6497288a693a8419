import type { RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { isOwnType } from '#contract/records/index.ts';
import type { RecordTypeView } from '#contract/records/routes/records.ts';
import { RECORD_OPTIONS } from '#contract/rules/fields/campoSchema.ts';
import type { Filter } from '#ui/components/FilterBar/filters.ts';
import { eitherOf, someOf } from '#ui/lists/filterKinds.ts';
import { sourceFilter, sourceOptions } from '#ui/lists/sourceFilter.ts';

/** The filters of a type's list, with an input suited to each field. */
export const recordFilters = (type: RecordTypeView): Filter[] =>
  type.lista.filtros.flatMap((key) => {
    const field = (type.campos as RecordFields)[key];
    return field ? [{ ...filterOf(key, field), authored: isOwnType(type) }] : [];
  });

function filterOf(key: string, field: RecordField): Filter {
  const { titulo: label, opcoes = [] } = field;
  if (field.tipo === 'CHECKBOX') return eitherOf(key, label, ['Sim', 'Não']);
  if (field.tipo === 'REFERENCIA') return sourceFilter(key, label, originOf(field));
  return someOf(
    key,
    label,
    opcoes.map(({ valor, rotulo }) => ({ value: valor, label: rotulo })),
  );
}

/** Searches the records that a reference can point to, each labelled by its natural key. */
export const recordOptions = (field: RecordField) => sourceOptions(originOf(field));

const originOf = ({ referencia }: RecordField) => `${RECORD_OPTIONS}${referencia}`;
