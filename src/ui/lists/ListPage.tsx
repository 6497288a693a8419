import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { type FilterValues, textsOf } from '../components/FilterBar/filters.ts';
import { Page, type PageTitle } from '../shell/Page.tsx';
import { EmptyState } from '../shell/states/StateMessage.tsx';
import { ListTable, type ListTableProps } from './ListTable.tsx';
import { listCount, useList } from './list.tsx';
import { useDropInvalidFilters } from './useDropInvalidFilters.ts';

interface ListPageProps<T extends RaRecord>
  extends Omit<ListTableProps<T>, 'list' | 'values' | 'onValues' | 'empty'> {
  /** The resource's name, which is also its path. */
  resource: string;
  title: PageTitle;
  sort: { field: string; order: 'ASC' | 'DESC' };
  perPage?: number;
  /** Conversions in both directions, when the bar's filters differ from the server's. */
  words?: {
    toBar: (filter: Record<string, unknown>) => FilterValues;
    fromBar: (values: FilterValues) => Record<string, unknown>;
  };
  /** Shown when the list has no rows at all. */
  empty: { title: string; text: string };
  actions?: ReactNode;
}

/** The page of a list of which nothing outside the table depends: filters and page in the address, a row opens its page. */
export function ListPage<T extends RaRecord>(props: ListPageProps<T>) {
  const { resource, title, sort, perPage, words, empty, actions, ...table } = props;
  const list = useList<T>(resource, sort, perPage ? { perPage } : {});
  useDropInvalidFilters(list);
  return (
    <Page title={title} count={listCount(list, props.noun)} actions={actions} fill>
      <ListTable
        rowLink={({ id }) => `/${resource}/${id}`}
        {...table}
        list={list}
        values={words?.toBar(list.filterValues) ?? textsOf(list.filterValues)}
        onValues={(next) => list.setFilters(words?.fromBar(next) ?? next)}
        empty={<EmptyState {...empty} />}
      />
    </Page>
  );
}
