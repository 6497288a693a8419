import type { ListSums } from '#contract/listSums.ts';
import { type RecordKey, recordRoutes } from '#contract/records/routes/records.ts';
import { addressOf, call } from './call.ts';
import { send } from './http.ts';
import { recordQuery } from './recordsProvider.ts';
import { GROUPED_BY, resources, unknownFilters, wireFilters } from './resources.ts';

/**
 * The query of a list's sums and groups, by the filters of its address. Its key begins like those of the list, so that whatever reads
 * the rows again reads the sums too.
 */
export const sumsQuery = (resource: string, values: Readonly<Record<string, unknown>>) => {
  const { [GROUPED_BY]: by, ...filters } = values;
  const asked = by ? { agrupar_por: String(by) } : {};
  return {
    queryKey: [resource, 'somas', filters, asked],
    queryFn: ({ signal }: { signal?: AbortSignal }) => readSums(resource, filters, asked, signal),
  };
};

async function readSums(
  resource: string,
  filters: Readonly<Record<string, unknown>>,
  asked: { agrupar_por?: string },
  signal: AbortSignal | undefined,
): Promise<ListSums> {
  if (resource.startsWith('cadastros/')) {
    const params = { chave: resource.slice('cadastros/'.length) as RecordKey };
    return call(
      recordRoutes.sums,
      { params, query: { ...recordQuery(filters), ...asked } },
      signal ? { signal } : {},
    );
  }
  const given = resources[resource];
  const routes = typeof given === 'function' ? await given() : given;
  if (!routes?.sums) throw new Error(`${resource} has no sums: see src/dataProvider/resources.ts`);
  const unknown = new Set(unknownFilters(routes.sums, filters));
  const supportedFilters = Object.fromEntries(Object.entries(filters).filter(([name]) => !unknown.has(name)));
  const address = addressOf(routes.sums, {}, { ...wireFilters(supportedFilters), ...asked });
  return (await send(address, { method: 'GET', signal })) as ListSums;
}
