import { useListController } from 'ra-core';
import type { AuditEntry } from '../../../contract/config/audit.ts';
import { countText } from '../../custom/components/countText.ts';
import { DataTable } from '../../custom/components/DataTable/DataTable.tsx';
import { FilterBar } from '../../custom/components/FilterBar/FilterBar.tsx';
import type { FilterValues } from '../../custom/components/FilterBar/filters.ts';
import { PageLinks } from '../../custom/components/PageLinks/PageLinks.tsx';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { auditColumns } from './auditColumns.tsx';
import { useAuditFilters } from './useAuditFilters.ts';

/** `/auditoria`: every write, newest first; it can be read and never changed. */
export function AuditList() {
  return (
    <Guarded permission="AUDITORIA">
      <Log />
    </Guarded>
  );
}

function Log() {
  const list = useListController<AuditEntry>({
    resource: 'auditoria',
    perPage: 50,
    sort: { field: 'id', order: 'DESC' },
    debounce: 0,
  });
  const total = list.total ?? 0;
  return (
    <Page
      title="Auditoria"
      count={list.total !== undefined && `${countText(total)} ${total === 1 ? 'registro' : 'registros'}`}
      fill
    >
      <FilterBar
        filters={useAuditFilters()}
        values={list.filterValues as FilterValues}
        onChange={(values) => list.setFilters(values)}
        search={{ key: 'registro', label: 'Buscar por registro', placeholder: 'Número do registro' }}
      />
      <DataTable
        label="Registros de auditoria"
        columns={auditColumns}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          <EmptyState title="Nenhum registro com estes filtros" text="Tire um filtro ou mude o período." />
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
        noun={['registro', 'registros']}
      />
    </Page>
  );
}

const NO_ROWS: AuditEntry[] = [];
const rowId = ({ id }: AuditEntry) => id;
const rowLink = ({ id }: AuditEntry) => `/auditoria/${id}`;
