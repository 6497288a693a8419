import { returnStatus } from '../../../contract/catalogs/orderStatus.ts';
import { customerRoutes } from '../../../contract/sac/customers.ts';
import { call } from '../../dataProvider/call.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';

export const exchangeFilters: readonly Filter[] = [
  {
    key: 'status',
    label: 'Situação',
    kind: 'select',
    pinned: true,
    options: returnStatus.map(({ value, label }) => ({ value, label })),
  },
  {
    key: 'periodo',
    label: 'Aberta',
    kind: 'dateRange',
    pinned: true,
    fromKey: 'dtInicial',
    toKey: 'dtFinal',
  },
  {
    key: 'idCli',
    label: 'Cliente',
    kind: 'autocomplete',
    pinned: true,
    hint: 'Código, nome ou documento',
    load: async (q, signal) => {
      const { itens } = await call(customerRoutes.list, { query: { take: 20, ...(q && { q }) } }, { signal });
      return itens.map(({ id, fant, razSoc }) => ({
        value: id,
        label: `${id} - ${fant || razSoc}`,
        second: razSoc,
      }));
    },
    resolve: (ids) =>
      Promise.all(
        ids.map(async (id) => {
          const { itens } = await call(customerRoutes.list, { query: { q: id, take: 1 } });
          return { value: id, label: itens[0]?.fant ?? id };
        }),
      ),
  },
];
