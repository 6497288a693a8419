import { customerLegend } from '../../../contract/catalogs/customers.ts';
import { states } from '../../../contract/catalogs/states.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { registrationLookupRoutes } from '../../../contract/sac/registration.ts';
import {
  describedOptions,
  representativeOptions,
  sellerOptions,
} from '../../custom/customers/lookupOptions.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { laterOptions } from '../../ui/components/FilterBar/laterOptions.ts';
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
