import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { genderOf } from '#contract/rules/portugueseNouns.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { Column } from '../components/DataTable/columns.ts';
import { FittingTable } from '../components/DataTable/FittingTable.tsx';
import type { DataTableProps } from '../components/DataTable/tableProps.ts';
import { FilterBar } from '../components/FilterBar/FilterBar.tsx';
import { type Filter, type FilterValues, textsOf } from '../components/FilterBar/filters.ts';
import { PageLinks } from '../components/PageLinks/PageLinks.tsx';
import { Page } from '../shell/Page.tsx';
import { EmptyState } from '../shell/states/StateMessage.tsx';
import { listCount, NothingFound, useList } from './list.tsx';
import { useDropInvalidFilters } from './useDropInvalidFilters.ts';

interface ResourceListProps<T extends RaRecord>
  extends Pick<DataTableProps<T>, 'rowActions' | 'actionsWidth'> {
  /** The resource's name, which is also its path. */
  resource: string;
  title: string;
  /** Singular and plural: 'e-mail', 'e-mails'. */
  noun: [one: string, many: string];
  columns: readonly Column<T>[];
  sort: { field: string; order: 'ASC' | 'DESC' };
  perPage?: number;
  filters?: readonly Filter[];
  /** The label is derived from the noun by default. */
  search: { key: string; label?: string; placeholder: string };
  /** Conversions in both directions, when the bar's filters differ from the server's. */
  words?: {
    toBar: (filter: Record<string, unknown>) => FilterValues;
    fromBar: (values: FilterValues) => Record<string, unknown>;
  };
  /** Shown when the list has no rows at all. */
  empty: { title: string; text: string };
  actions?: ReactNode;
}

/**
 * The list of a resource that only our server has: search, filters, table and page links, with filters and page in the
 * address.
 */
export function ResourceList<T extends RaRecord>(props: ResourceListProps<T>) {
  const { resource, title, noun, columns, search, words, empty, actions, filters = NO_FILTERS } = props;
  const list = useList<T>(resource, props.sort, props.perPage ? { perPage: props.perPage } : {});
  useDropInvalidFilters(list);
  const values = words?.toBar(list.filterValues) ?? textsOf(list.filterValues);
  const total = list.total ?? 0;
  return (
    <Page title={title} count={listCount(list, noun)} actions={actions} fill>
      <FilterBar
        filters={filters}
        values={values}
        onChange={(next) => list.setFilters(words?.fromBar(next) ?? next)}
        search={{ ...search, label: search.label ?? `Buscar ${noun[1]}` }}
      />
      <FittingTable
        label={upperFirst(noun[1])}
        columns={columns}
        rows={list.data ?? (NO_ROWS as T[])}
        rowId={idOf}
        rowLink={({ id }) => `/${resource}/${id}`}
        rowActions={props.rowActions}
        {...(props.actionsWidth && { actionsWidth: props.actionsWidth })}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        loading={list.isPending || list.isPlaceholderData}
        answer={list}
        empty={
          Object.keys(values).length > 0 ? (
            <NothingFound
              none={`${genderOf(noun[0]) === 'f' ? 'Nenhuma' : 'Nenhum'} ${noun[0]}`}
              onClear={() => list.setFilters({})}
            />
          ) : (
            <EmptyState {...empty} />
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
        noun={noun}
      />
    </Page>
  );
}

const NO_ROWS: RaRecord[] = [];
const NO_FILTERS: readonly Filter[] = [];
const idOf = ({ id }: RaRecord) => Number(id);
