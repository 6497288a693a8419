import { useMemo, useState } from 'react';
import type { customerPanelRoutes } from '../../../../contract/callcenter/customerPanel.ts';
import type { CustomerRow } from '../../../../contract/sac/customers.ts';
import type { CallInput } from '../../../dataProvider/call.ts';
import type { TableSelection } from '../../../ui/components/DataTable/selection.ts';
import type { FilterValues } from '../../../ui/components/FilterBar/filters.ts';
import { typedFilters } from '../useCustomerFilters.ts';

export type WantedCustomers = Omit<CallInput<typeof customerPanelRoutes.bulk>['body'], 'dados'>;

type Ids = ReadonlySet<string | number>;
const NONE: Ids = new Set();

/** Some by their codes, or all that the filters find but some. Other filters begin anew. */
export function useCustomerSelection(rows: readonly CustomerRow[], values: FilterValues, total: number) {
  const filters = JSON.stringify(values);
  const [kept, setKept] = useState({ filters, all: false, ids: NONE });
  const { all, ids } = kept.filters === filters ? kept : { all: false, ids: NONE };
  return useMemo(() => {
    const choose = (next: { all: boolean; ids: Ids }) => setKept({ filters, ...next });
    const shown = rows.map(({ id }) => id);
    const table: TableSelection<CustomerRow> = {
      ids: all ? new Set(shown.filter((id) => !ids.has(id))) : ids,
      onChange: (next) => choose({ all, ids: all ? leftOut(ids, shown, next) : next }),
      label: ({ id, fant, razSoc }) => `Selecionar ${id} ${fant || razSoc}`,
    };
    const wanted: WantedCustomers = all
      ? { filtros: typedFilters(values), ...(ids.size > 0 && { excluidos: [...ids].map(Number) }) }
      : { ids: [...ids].map(Number) };
    return {
      table,
      wanted,
      count: all ? Math.max(0, total - ids.size) : ids.size,
      selectAll: () => choose({ all: true, ids: NONE }),
      clear: () => choose({ all: false, ids: NONE }),
    };
  }, [all, ids, filters, rows, total, values]);
}

export type SelectedCustomers = ReturnType<typeof useCustomerSelection>;

/** Of all, those that are not ticked on the page are left out; of other pages what was left out stays so. */
const leftOut = (before: Ids, shown: readonly number[], ticked: Ids): Ids =>
  new Set([
    ...[...before].filter((id) => !shown.includes(Number(id))),
    ...shown.filter((id) => !ticked.has(id)),
  ]);
