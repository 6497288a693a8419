import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useListController } from 'ra-core';
import { Link } from 'react-router-dom';
import type { EditedArticle } from '../../../contract/config/articles.ts';
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

/** `/artigos`: every article, for those who write them. */
export function ArticleList() {
  return (
    <Guarded permission="FAQ_EDITAR">
      <Articles />
    </Guarded>
  );
}

function Articles() {
  const list = useListController<EditedArticle>({
    resource: 'artigos',
    perPage: 25,
    sort: { field: 'titulo', order: 'ASC' },
    debounce: 0,
  });
  const total = list.total ?? 0;
  return (
    <Page
      title="Artigos"
      count={list.total !== undefined && `${total} ${total === 1 ? 'artigo' : 'artigos'}`}
      actions={
        <Button component={Link} to="/artigos/create" variant="contained" startIcon={<AddOutlined />}>
          Escrever artigo
        </Button>
      }
      fill
    >
      <FilterBar
        filters={[]}
        values={list.filterValues as FilterValues}
        onChange={(values) => list.setFilters(values)}
        search={{ key: 'q', label: 'Buscar artigos', placeholder: 'Título ou texto' }}
      />
      <DataTable
        label="Artigos"
        columns={COLUMNS}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={<EmptyState title="Nenhum artigo" text="Escreva a resposta do que mais perguntam." />}
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
        noun={['artigo', 'artigos']}
      />
    </Page>
  );
}

const COLUMNS: readonly Column<EditedArticle>[] = [
  { id: 'titulo', label: 'Título', sortable: true, card: 'title', render: ({ titulo }) => titulo },
  { id: 'tipo', label: 'Tipo', width: 200, card: 'fact', render: ({ tipo }) => tipo || '—' },
  {
    id: 'paraConsumidores',
    label: 'Quem lê',
    width: 180,
    card: 'corner',
    render: ({ paraConsumidores }) => (paraConsumidores ? 'Todos' : 'Só a equipe'),
  },
  {
    id: 'atualizado',
    label: 'Atualizado',
    kind: 'date',
    width: 190,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
    render: ({ atualizado }) => <RelativeDate value={atualizado} />,
  },
];

const NO_ROWS: EditedArticle[] = [];
const rowId = ({ id }: EditedArticle) => id;
const rowLink = ({ id }: EditedArticle) => `/artigos/${id}`;
