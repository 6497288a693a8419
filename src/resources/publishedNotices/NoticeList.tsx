import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useListController } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PublishedNotice } from '../../../contract/config/publishedNotices.ts';
import type { Column } from '../../custom/components/DataTable/columns.ts';
import { DataTable } from '../../custom/components/DataTable/DataTable.tsx';
import { RelativeDate } from '../../custom/components/display/RelativeDate.tsx';
import { FilterBar } from '../../custom/components/FilterBar/FilterBar.tsx';
import type { FilterValues } from '../../custom/components/FilterBar/filters.ts';
import { PageLinks } from '../../custom/components/PageLinks/PageLinks.tsx';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { audienceLabel } from './audiences.ts';

/** `/avisos-publicados`: what was told to whom, and how many have read it. */
export function NoticeList() {
  return (
    <Guarded permission="AVISOS_EDITAR">
      <Notices />
    </Guarded>
  );
}

function Notices() {
  const list = useListController<PublishedNotice>({
    resource: 'avisos-publicados',
    perPage: 25,
    sort: { field: 'publicadoEm', order: 'DESC' },
    debounce: 0,
  });
  const total = list.total ?? 0;
  const write = (
    <Button component={Link} to="/avisos-publicados/create" variant="contained" startIcon={<AddOutlined />}>
      Escrever aviso
    </Button>
  );
  return (
    <Page
      title="Avisos"
      count={list.total !== undefined && `${total} ${total === 1 ? 'aviso' : 'avisos'}`}
      actions={write}
      fill
    >
      <FilterBar
        filters={[]}
        values={list.filterValues as FilterValues}
        onChange={(values) => list.setFilters(values)}
        search={{ key: 'q', label: 'Buscar avisos', placeholder: 'Título' }}
      />
      <DataTable
        label="Avisos"
        columns={COLUMNS}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={<EmptyState title="Nenhum aviso" text="Avise a equipe ou os consumidores por aqui." />}
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
      />
      <PageLinks
        page={list.page}
        lastPage={Math.max(1, Math.ceil(total / list.perPage))}
        perPage={list.perPage}
        total={list.total}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={['aviso', 'avisos']}
      />
    </Page>
  );
}

const COLUMNS: readonly Column<PublishedNotice>[] = [
  { id: 'titulo', label: 'Título', sortable: true, card: 'title', render: ({ titulo }) => titulo },
  {
    id: 'publico',
    label: 'Para quem',
    width: 180,
    card: 'fact',
    render: ({ publico }) => audienceLabel(publico),
  },
  {
    id: 'publicadoEm',
    label: 'Publicado',
    kind: 'date',
    width: 190,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
    render: ({ publicadoEm }) => <RelativeDate value={publicadoEm} exact />,
    second: ({ publicadoEm }) => (new Date(publicadoEm) > new Date() ? 'agendado' : ''),
  },
  {
    id: 'leituras',
    label: 'Leituras',
    kind: 'number',
    width: 120,
    card: 'corner',
    render: ({ leituras, destinatarios }) => `${leituras} de ${destinatarios}`,
  },
  { id: 'autor', label: 'Autor', width: 180, render: ({ autor }) => autor ?? '—' },
];

const NO_ROWS: PublishedNotice[] = [];
const rowId = ({ id }: PublishedNotice) => id;
const rowLink = ({ id }: PublishedNotice) => `/avisos-publicados/${id}`;
