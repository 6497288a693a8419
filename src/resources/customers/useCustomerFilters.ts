import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { customerLegend } from '../../../contract/catalogs/customerLegend.ts';
import { states } from '../../../contract/catalogs/states.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { registrationLookupRoutes } from '../../../contract/sac/registration.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { useCan } from '../../ui/shell/useCan.ts';

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
    ...useSalesFilters(),
  ];
}

/** What only the call-center asks of a customer. */
function useSalesFilters(): Filter[] {
  const enabled = useCan().can('CLIENTE');
  const sellers = useRoute(salesLookupRoutes.sellerNames, {}, { enabled }).data ?? [];
  const classes = useRoute(registrationLookupRoutes.classificationsCallcenter, {}, { enabled }).data ?? [];
  if (!enabled) return [];
  return [
    {
      key: 'vendedor',
      label: 'Vendedor',
      kind: 'multiselect',
      options: sellers.map(({ id, nome }) => ({ value: `${id}`, label: nome })),
    },
    {
      key: 'classificacao',
      label: 'Classificação',
      kind: 'multiselect',
      options: classes.map(({ id, desc }) => ({ value: `${id}`, label: desc })),
    },
    yesOrNo('naoContatar', 'Contato', 'Só os que não se contatam', 'Só os que se contatam'),
  ];
}
