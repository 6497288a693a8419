import type { DefinitionSummary } from '../../../contract/config/definitions.ts';
import type { Column } from '../../custom/components/DataTable/columns.ts';
import { RelativeDate } from '../../custom/components/display/RelativeDate.tsx';
import { StatusChip } from '../../custom/components/display/StatusChip.tsx';
import { Tag } from '../../custom/components/display/Tag.ts';
import { definitionState, originNames, stateText } from '../../custom/schemaStudio/definitionWords.ts';

export const definitionColumns: readonly Column<DefinitionSummary>[] = [
  {
    id: 'titulo',
    label: 'Título',
    minWidth: 260,
    card: 'title',
    render: ({ titulo, chave }) => titulo || chave,
    second: ({ chave }) => chave,
  },
  {
    id: 'estado',
    label: 'Estado',
    width: 250,
    card: 'corner',
    render: (row) => {
      const label = stateText(row);
      return <StatusChip value={row.estado} catalog={definitionState} {...(label && { label })} />;
    },
  },
  {
    id: 'versao',
    label: 'Versão',
    kind: 'number',
    width: 80,
    card: 'fact',
    render: ({ versaoPublicada }) => versaoPublicada ?? '—',
  },
  {
    id: 'origem',
    label: 'Origem',
    width: 250,
    card: 'fact',
    render: ({ origem, baseMudou }) => (
      <>
        {originNames[origem]}
        {baseMudou && (
          <Tag tone="aviso" style={{ marginLeft: 8 }}>
            <span>O padrão mudou</span>
          </Tag>
        )}
      </>
    ),
  },
  {
    id: 'atualizado',
    label: 'Atualizado',
    kind: 'date',
    width: 130,
    card: 'fact',
    render: ({ atualizado }) => <RelativeDate value={atualizado} />,
  },
  { id: 'autor', label: 'Quem', width: 190, render: ({ autor }) => autor?.nome ?? 'Sistema' },
];
