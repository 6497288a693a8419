import { states } from '../../../contract/catalogs/states.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import type { Filter } from '../../custom/components/FilterBar/filters.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

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
  const regions = useRoute(lookupRoutes.regions, {}).data ?? [];
  const representatives = useRoute(lookupRoutes.representatives, {}).data ?? [];
  return [
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
      options: regions.map(({ id, desc }) => ({ value: `${id}`, label: desc })),
    },
    {
      key: 'representante',
      label: 'Representante',
      kind: 'multiselect',
      options: representatives.map(({ id, nome }) => ({ value: `${id}`, label: nome })),
    },
    yesOrNo('prospect', 'Prospect', 'Só prospects', 'Sem prospects'),
    yesOrNo('bloqueado', 'Bloqueio', 'Só bloqueados', 'Sem bloqueados'),
  ];
}
