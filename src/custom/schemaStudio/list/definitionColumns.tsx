import { DefinitionSummary } from '#contract/config/definitions.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { StatusChip, Tag } from '#ui/components/display/Chips.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { definitionState, originNames, stateText } from '../definitionWords.ts';

export const definitionColumns: readonly Column<DefinitionSummary>[] = [
  fieldColumn(DefinitionSummary, 'titulo', {
    minWidth: 260,
    card: 'title',
    render: ({ titulo, chave }) => titulo || chave,
    second: ({ chave }) => chave,
  }),
  fieldColumn(DefinitionSummary, 'estado', {
    width: 210,
    card: 'corner',
    render: (row) => {
      const label = stateText(row);
      return <StatusChip value={row.estado} catalog={definitionState} {...(label && { label })} />;
    },
  }),
  fieldColumn(DefinitionSummary, 'versaoPublicada', {
    id: 'versao',
    label: 'Versão',
    width: 76,
    card: 'fact',
  }),
  fieldColumn(DefinitionSummary, 'origem', {
    width: 176,
    card: 'fact',
    render: ({ origem, baseMudou }) =>
      baseMudou ? (
        <Tag tone="aviso">
          <span>Cópia · o padrão mudou</span>
        </Tag>
      ) : (
        originNames[origem]
      ),
  }),
  fieldColumn(DefinitionSummary, 'atualizado', { width: 126, card: 'fact' }),
  fieldColumn(DefinitionSummary, 'autor', { label: 'Quem', width: 116, none: 'Sistema' }),
];
