import { customerLegend } from '../../../contract/catalogs/customers.ts';
import { states } from '../../../contract/catalogs/states.ts';
import type { customerRoutes } from '../../../contract/sac/customers.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { registrationLookupRoutes } from '../../../contract/sac/registration.ts';
import {
  describedOptions,
  representativeOptions,
  sellerOptions,
} from '../../custom/customers/lookupOptions.ts';
import type { CallInput } from '../../dataProvider/call.ts';
import { wireFilters } from '../../dataProvider/fieldFilters.ts';
import type { Filter, FilterValues } from '../../ui/components/FilterBar/filters.ts';
import { laterOptions } from '../../ui/components/FilterBar/laterOptions.ts';
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
