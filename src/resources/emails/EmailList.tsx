import { useListController } from 'ra-core';
import { useCallback, useMemo } from 'react';
import type { OutboxEmail } from '../../../contract/config/emails.ts';
import { DataTable } from '../../custom/components/DataTable/DataTable.tsx';
import { FilterBar } from '../../custom/components/FilterBar/FilterBar.tsx';
import type { FilterValues } from '../../custom/components/FilterBar/filters.ts';
import { PageLinks } from '../../custom/components/PageLinks/PageLinks.tsx';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { emailColumns } from './emailColumns.tsx';
import { emailFilters, fromBar, toBar } from './emailFilters.ts';

/** `/emails`: what the console wrote to people, sent or not. */
export function EmailList() {
  return (
    <Guarded permission="CONFIGURACAO_EMAILS">
      <Outbox />
    </Guarded>
  );
}

function Outbox() {
  const list = useListController<OutboxEmail>({
    resource: 'emails',
    perPage: 25,
    sort: { field: 'criado', order: 'DESC' },
    debounce: 0,
  });
  const { setFilters } = list;
  const values = useMemo(() => toBar(list.filterValues), [list.filterValues]);
  const setValues = useCallback((next: FilterValues) => setFilters(fromBar(next)), [setFilters]);
  const total = list.total ?? 0;
  const filtered = Object.keys(values).length > 0;
  return (
    <Page
      title="Caixa de saída"
      count={list.total === undefined ? null : `${total} ${total === 1 ? 'e-mail' : 'e-mails'}`}
      fill
    >
      <FilterBar
        filters={emailFilters}
        values={values}
        onChange={setValues}
        search={{ key: 'q', label: 'Buscar e-mails', placeholder: 'Endereço ou assunto' }}
      />
      <DataTable
        label="E-mails"
        columns={emailColumns}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          filtered ? (
            <EmptyState title="Nenhum e-mail com estes filtros" text="Procure por outra palavra." />
          ) : (
            <EmptyState
              title="Nenhum e-mail ainda"
              text="Redefinições de senha e avisos de conta aparecem aqui."
            />
          )
        }
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
        noun={['e-mail', 'e-mails']}
      />
    </Page>
  );
}

const NO_ROWS: OutboxEmail[] = [];
const rowId = ({ id }: OutboxEmail) => id;
const rowLink = ({ id }: OutboxEmail) => `/emails/${id}`;
