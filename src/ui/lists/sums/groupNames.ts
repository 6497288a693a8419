import type { QueryClient } from '@tanstack/react-query';
import { sumsQuery } from '#data/listSums.ts';
import type { ColumnFacts } from '../../components/DataTable/columns.ts';
import type { FilterOption } from '../../components/FilterBar/filters.ts';
import { groupWords } from './groupable.ts';

/** The groups of a list's filter with their names, which come with the sums: whoever opens an address did not choose them. */
export async function groupNames(
  client: QueryClient,
  { resource, filterValues }: { resource: string; filterValues: Readonly<Record<string, unknown>> },
  columns: readonly ColumnFacts[],
): Promise<FilterOption[]> {
  const { nosGrupos } = await client.fetchQuery({
    ...sumsQuery(resource, filterValues),
    staleTime: 10_000,
  });
  return nosGrupos.map((group) => ({ value: group.grupo, label: groupWords(group, columns) }));
}
