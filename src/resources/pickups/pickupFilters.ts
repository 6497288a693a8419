import { pickupType } from '../../../contract/catalogs/transport.ts';
import { pickupRoutes } from '../../../contract/sac/pickups.ts';
import { representativeOptions } from '../../custom/customers/lookupOptions.ts';
import { call } from '../../dataProvider/call.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';

/** The filters beside the tabs of the situation. */
export function pickupFilters(): Filter[] {
  return [
    {
      key: 'tipo',
      label: 'Quem coleta',
      kind: 'select',
      pinned: true,
      options: pickupType.map(({ value, label }) => ({ value, label })),
    },
    {
      key: 'aberta',
      label: 'Em aberto',
      kind: 'select',
      options: [
        { value: 'true', label: 'Só as que ainda vão buscar' },
        { value: 'false', label: 'Só as cumpridas ou canceladas' },
      ],
    },
    { key: 'periodo', label: 'Gerada', kind: 'dateRange', fromKey: 'dtIni', toKey: 'dtFim' },
    carrierFilter,
    {
      key: 'representante',
      label: 'Representante',
      kind: 'multiselect',
      options: representativeOptions('representante'),
    },
  ];
}

/** Carriers that have pickups at all: no other could find any. */
const carrierFilter: Filter = {
  key: 'transportadora',
  label: 'Transportadora',
  kind: 'autocomplete',
  multiple: true,
  hint: 'Nome ou CNPJ',
  load: async (termo, signal) => {
    const query = { tipo: 'TRANSPORTADORA', take: 100, ...(termo && { termo }) } as const;
    const { itens } = await call(pickupRoutes.list, { query }, { signal });
    const byId = new Map(itens.map(({ responsavel }) => [responsavel.id, responsavel]));
    return [...byId.values()].map(({ id, nome, razSoc }) => ({ value: id, label: nome, second: razSoc }));
  },
  resolve: (ids) => Promise.all(ids.map(carrierOption)),
};

async function carrierOption(id: string) {
  const { itens } = await call(pickupRoutes.list, { query: { transportadora: [Number(id)], take: 1 } });
  return { value: id, label: itens[0]?.responsavel.nome ?? id };
}
