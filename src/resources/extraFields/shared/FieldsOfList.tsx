import { useEffect } from 'react';
import { campoTypes } from '#contract/rules/fields/campo.ts';
import type { FieldEntity } from '#contract/rules/fields/extraField.ts';
import { groupKindOf, sumFormatOf } from '#contract/rules/fields/summedFields.ts';
import { extraFieldRoutes, type FieldInfo } from '#contract/sac/extraFields.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import type { Filter } from '#ui/components/FilterBar/filters.ts';
import { someOf } from '#ui/lists/filterKinds.ts';

interface WithFields {
  campos?: Record<string, string>;
}

interface FieldsOfListProps {
  entity: FieldEntity;
  onFields: (fields: ListFields<WithFields>) => void;
}

/** Renders nothing; passes a list the columns and filters that administrators have added. */
export function FieldsOfList({ entity, onFields }: FieldsOfListProps) {
  const { data } = useRoute(extraFieldRoutes.fields, { query: { entidade: entity } });
  useEffect(() => {
    if (data)
      onFields({
        columns: data.campos.filter(({ coluna }) => coluna).map(columnOf),
        filters: data.campos
          .filter(({ filtravel }) => filtravel)
          .flatMap(filtersOf)
          .map((filter) => ({ ...filter, authored: true })),
      });
  }, [data, onFields]);
  return null;
}

const columnOf = ({ chave, titulo, tipo }: FieldInfo): Column<WithFields> => ({
  summed: sumFormatOf(tipo) !== null,
  grouped: groupKindOf(tipo) ?? undefined,
  id: `campo:${chave}`,
  label: titulo,
  authored: true,
  kind: campoTypes[tipo].number ? 'number' : 'text',
  width: Math.min(220, Math.max(120, titulo.length * 9)),
  onDemand: true,
  render: ({ campos }) => campos?.[chave] ?? '—',
});

const SPAN_HINT = 'Um número ou um intervalo: 3, 1 a 4, até 4.';
const WHOLE_HINT = 'O texto inteiro, com maiúsculas e acentos iguais.';

function filtersOf({ chave, titulo, tipo, opcoes }: FieldInfo): Filter[] {
  const key = `campo:${chave}`;
  if (tipo === 'DATE' || tipo === 'INSTANTE')
    return [{ key, label: titulo, kind: 'dateRange', fromKey: `${key}:de`, toKey: `${key}:ate` }];
  if (campoTypes[tipo].number) return [{ key: `${key}:faixa`, label: titulo, kind: 'text', hint: SPAN_HINT }];
  if (tipo === 'CHECKBOX')
    return [
      someOf(key, titulo, [
        { value: 'true', label: 'Sim' },
        { value: 'false', label: 'Não' },
      ]),
    ];
  if (!campoTypes[tipo].options)
    return [{ key: `${key}:igual`, label: titulo, kind: 'text', hint: WHOLE_HINT }];
  return [
    someOf(
      key,
      titulo,
      opcoes.map(({ valor, rotulo, arquivada }) => ({
        value: valor,
        label: arquivada ? `${rotulo} (arquivada)` : rotulo,
      })),
    ),
  ];
}

/** What extra fields add to a list; they arrive after the list has rendered. */
export interface ListFields<Row> {
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
}

export const NO_FIELDS = { columns: [], filters: [] };
