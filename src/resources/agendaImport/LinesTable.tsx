import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useMemo, useState } from 'react';
import type { AgendaImportLine } from '../../../contract/callcenter/agendaImport.ts';
import { importLineStatus } from '../../../contract/catalogs/importLineStatus.ts';
import { countText } from '../../ui/components/countText.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { DataTable } from '../../ui/components/DataTable/DataTable.tsx';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';

/** Every line as it was read, with what is wrong with it. The refused ones are looked at first. */
export function LinesTable({ lines }: { lines: readonly AgendaImportLine[] }) {
  const refused = useMemo(() => lines.filter(({ situacao }) => situacao === 'RECUSADA'), [lines]);
  const [shown, setShown] = useState<'all' | 'refused'>(refused.length > 0 ? 'refused' : 'all');
  const columns = useMemo(
    () => columnsFor(lines.some(({ lido }) => lido.colaborador !== undefined)),
    [lines],
  );
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={shown}
        onChange={(_, value: 'all' | 'refused' | null) => value && setShown(value)}
        aria-label="Linhas mostradas"
      >
        <ToggleButton value="refused">Recusadas ({countText(refused.length)})</ToggleButton>
        <ToggleButton value="all">Todas ({countText(lines.length)})</ToggleButton>
      </ToggleButtonGroup>
      <DataTable
        label="Linhas da planilha"
        columns={columns}
        rows={shown === 'refused' ? refused : lines}
        rowId={lineId}
        empty={<EmptyState title="Nenhuma linha recusada" text="Todas as linhas podem ser importadas." />}
        maxHeight="60vh"
      />
    </>
  );
}

const lineId = ({ linha }: AgendaImportLine) => linha;

const columnsFor = (withCollaborator: boolean): Column<AgendaImportLine>[] => [
  {
    id: 'linha',
    label: 'Linha',
    kind: 'number',
    align: 'left',
    width: 72,
    card: 'title',
    render: ({ linha }) => (
      <>
        {/* A card has no heading above the figure. */}
        <Box component="span" sx={{ display: { sm: 'none' } }}>
          Linha{' '}
        </Box>
        {linha}
      </>
    ),
  },
  {
    id: 'situacao',
    label: 'Situação',
    width: 124,
    card: 'corner',
    render: ({ situacao }) => <StatusChip value={situacao} catalog={importLineStatus} />,
  },
  {
    id: 'motivos',
    label: 'Motivo',
    width: 424,
    card: 'fact',
    render: ({ motivos }) =>
      motivos.length > 0 ? <span title={motivos.join('\n')}>{motivos.join(' ')}</span> : '—',
  },
  ...(withCollaborator
    ? [
        {
          id: 'colaborador',
          label: 'Colaborador',
          minWidth: 150,
          render: ({ colaborador, lido }: AgendaImportLine) => colaborador?.nome ?? lido.colaborador,
        },
      ]
    : []),
  {
    id: 'cliente',
    label: 'Cliente',
    minWidth: 180,
    card: 'fact',
    render: ({ cliente, lido }) => (cliente ? `${cliente.id} - ${cliente.nome}` : lido.cliente),
  },
  {
    id: 'data',
    label: 'Data',
    width: 150,
    card: 'fact',
    render: ({ lido }) => `${lido.data ?? ''} ${lido.hora ?? ''}`,
  },
  { id: 'assunto', label: 'Assunto', minWidth: 180, render: ({ lido }) => lido.assunto },
];
