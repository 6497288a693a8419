import { useMemo, useState } from 'react';
import type { customerPanelRoutes } from '../../../contract/callcenter/customerPanel.ts';
import { customerLegend } from '../../../contract/catalogs/customers.ts';
import { states } from '../../../contract/catalogs/states.ts';
import type { CustomerRow, customerRoutes } from '../../../contract/sac/customers.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { registrationLookupRoutes } from '../../../contract/sac/registration.ts';
import {
  describedOptions,
  representativeOptions,
  sellerOptions,
} from '../../custom/customers/CustomerLabel.tsx';
import type { CallInput } from '../../dataProvider/call.ts';
import { wireFilters } from '../../dataProvider/fieldFilters.ts';
import type { TableSelection } from '../../ui/components/DataTable/selection.ts';
import { laterOptions } from '../../ui/components/FilterBar/filterOptions.ts';
import type { Filter, FilterValues } from '../../ui/components/FilterBar/filters.ts';
import { useCan } from '../../ui/shell/usePerson.ts';

const yesOrNo = (key: string, label: string, yes: string, no: string): Filter => ({
  key,
  label,
  kind: 'select',
  options: [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ],
});

/** The filters of the customers, each with its choices. */
export function useCustomerFilters(): Filter[] {
  return [
    {
      key: 'legenda',
      label: 'Legenda',
      kind: 'multiselect',
      options: customerLegend.map(({ value, label }) => ({ value, label: `${value} – ${label}` })),
    },
    {
      key: 'uf',
      label: 'UF',
      kind: 'multiselect',
      options: states.map(({ value, label }) => ({ value, label: `${value} – ${label}` })),
    },
    {
      key: 'regiao',
      label: 'Região',
      kind: 'multiselect',
      options: laterOptions('regiao', lookupRoutes.regions, {}, describedOptions),
    },
    {
      key: 'representante',
      label: 'Representante',
      kind: 'multiselect',
      options: representativeOptions('representante'),
    },
    yesOrNo('prospect', 'Prospect', 'Só prospects', 'Sem prospects'),
    yesOrNo('bloqueado', 'Bloqueio', 'Só bloqueados', 'Sem bloqueados'),
    ...useSalesFilters(),
  ];
}

/** What only the call-center asks of a customer. */
function useSalesFilters(): Filter[] {
  const enabled = useCan().can('CLIENTE');
  if (!enabled) return [];
  return [
    {
      key: 'vendedor',
      label: 'Vendedor',
      kind: 'multiselect',
      options: sellerOptions('vendedor'),
    },
    {
      key: 'classificacao',
      label: 'Classificação',
      kind: 'multiselect',
      options: laterOptions(
        'classificacao',
        registrationLookupRoutes.classificationsCallcenter,
        {},
        describedOptions,
      ),
    },
    yesOrNo('naoContatar', 'Contato', 'Só os que não se contatam', 'Só os que se contatam'),
  ];
}

type CustomerFilters = NonNullable<CallInput<typeof customerRoutes.exportFile>['body']['filtros']>;

const NUMBERS = ['regiao', 'representante', 'vendedor', 'classificacao'];

const LISTS = ['uf', 'campos', 'legenda'];

/** The filters of the address, which are texts, as a body carries them. */
export const typedFilters = (values: FilterValues): CustomerFilters =>
  Object.fromEntries(
    Object.entries(wireFilters(values) as FilterValues)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => {
        if (NUMBERS.includes(key)) return [key, [value].flat().map(Number)];
        if (LISTS.includes(key)) return [key, [value].flat()];
        return [key, key === 'q' ? value : String(value) === 'true'];
      }),
  );

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
