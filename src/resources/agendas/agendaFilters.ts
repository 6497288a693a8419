import { agendaKind, agendaSituation } from '../../../contract/catalogs/callCenter.ts';
import { searchCustomers } from '../../custom/agendas/CustomerField.tsx';
import { leadsAgendas } from '../../custom/agendas/leads.ts';
import { sellerOptions } from '../../custom/customers/lookupOptions.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';

/** The filters of agendas; only who leads may choose whose. */
export function agendaFilters(): Filter[] {
  const leads = leadsAgendas();
  const branches = currentLoad()?.filiais ?? [];
  return [
    {
      key: 'situacao',
      label: 'Situação',
      kind: 'multiselect',
      pinned: true,
      options: agendaSituation.map(({ value, label }) => ({ value, label })),
    },
    { key: 'periodo', label: 'Agendada', kind: 'dateRange', fromKey: 'dtIni', toKey: 'dtFim', pinned: true },
    ...(leads
      ? [
          {
            key: 'idColab',
            label: 'Colaborador',
            kind: 'select' as const,
            pinned: true,
            options: sellerOptions('idColab'),
          },
        ]
      : []),
    {
      key: 'tipo',
      label: 'Tipo',
      kind: 'select',
      options: agendaKind.map(({ value, label }) => ({ value, label })),
    },
    customerFilter,
    ...(branches.length > 1
      ? [
          {
            key: 'idFil',
            label: 'Filial',
            kind: 'select' as const,
            options: branches.map(({ idFil, razSoc }) => ({ value: `${idFil}`, label: razSoc })),
          },
        ]
      : []),
  ];
}

const customerFilter: Filter = {
  key: 'idCli',
  label: 'Cliente',
  kind: 'autocomplete',
  hint: 'Código, nome ou CNPJ',
  load: searchCustomers,
  resolve: (ids) =>
    Promise.all(
      ids.map(async (id) => ({
        value: id,
        label: (await searchCustomers(id)).find(({ value }) => String(value) === id)?.label ?? id,
      })),
    ),
};
