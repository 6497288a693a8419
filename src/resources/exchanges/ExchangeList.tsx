import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useListController } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import type { ReturnRow } from '../../../contract/callcenter/returns.ts';
import type { Paginator } from '../../../contract/route.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { FittingTable } from '../../ui/components/DataTable/FittingTable.tsx';
import { FilterBar } from '../../ui/components/FilterBar/FilterBar.tsx';
import { type FilterValues, textsOf } from '../../ui/components/FilterBar/filters.ts';
import { PageLinks } from '../../ui/components/PageLinks/PageLinks.tsx';
import { useSoundFilters } from '../../ui/lists/useSoundFilters.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
import { exchangeColumns } from './exchangeColumns.tsx';
import { exchangeFilters } from './exchangeFilters.ts';
import { NewExchangeDialog } from './NewExchangeDialog.tsx';

const COUNT_CAP = 10_000;

/** `/solicitacoes-troca`: requests of return and exchange; each is a ticket, and leads to it. */
export function ExchangeList() {
  return (
    <Guarded permission="SOLICITACOES_TROCA">
      <List />
    </Guarded>
  );
}

function List() {
  const list = useListController<ReturnRow>({
    resource: 'solicitacoes-troca',
    perPage: 25,
    sort: { field: 'dtCriacao', order: 'DESC' },
    debounce: 0,
  });
  const { can } = useCan();
  const [creating, setCreating] = useState(false);
  useSoundFilters(list);
  const values = useMemo(() => textsOf(list.filterValues), [list.filterValues]);
  const { setFilters } = list;
  const setValues = useCallback((next: FilterValues) => setFilters(next, undefined), [setFilters]);
  const total = list.total ?? 0;
  const filtered = Object.keys(values).length > 0;
  const create = can('SOLICITACOES_TROCA_CRIAR') && (
    <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setCreating(true)}>
      Nova solicitação
    </Button>
  );
  return (
    <Page
      title="Sol. de Troca"
      heading="Solicitações de troca"
      count={list.total === undefined ? null : formatCount(total, 'solicitação', 'solicitações', COUNT_CAP)}
      actions={create}
      fill
    >
      <FilterBar filters={exchangeFilters} values={values} onChange={setValues} />
      <FittingTable
        label="Solicitações de troca"
        columns={exchangeColumns}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          filtered ? (
            <EmptyState
              title="Nenhuma solicitação com estes filtros"
              text="Tire um filtro, ou escolha um período maior."
              actions={
                <Button variant="outlined" onClick={() => setValues({})}>
                  Limpar filtros
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="Ainda não há solicitações"
              text="Abra uma com os produtos que o cliente quer trocar ou devolver."
              actions={create}
            />
          )
        }
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
      />
      <PageLinks
        page={list.page}
        lastPage={(list.meta as Paginator | undefined)?.last_page ?? 1}
        perPage={list.perPage}
        total={list.total}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={['solicitação', 'solicitações']}
      />
      {creating && <NewExchangeDialog onDone={() => list.refetch()} onClose={() => setCreating(false)} />}
    </Page>
  );
}

const NO_ROWS: ReturnRow[] = [];
const rowId = ({ id }: ReturnRow) => id;
const rowLink = ({ id }: ReturnRow) => `/tickets/${id}`;
