import Link from '@mui/material/Link';
import { useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { customerLegend } from '#contract/catalogs/customers.ts';
import { states } from '#contract/catalogs/states.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { CustomerRow, type customerRoutes } from '#contract/sac/customers.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { registrationLookupRoutes } from '#contract/sac/registration.ts';
import type { CallInput } from '#data/call.ts';
import { wireFilters } from '#data/resources.ts';
import { representativeOptions, sellerOptions } from '#src/resources/people/shared/salespeople.ts';
import type { ColumnPreferences } from '#ui/components/ColumnChooser/useColumnPreferences.ts';
import { type Column, STANDARD_DENSITY } from '#ui/components/DataTable/columns.ts';
import type { TableSelection } from '#ui/components/DataTable/selection.tsx';
import { LegendBadges } from '#ui/components/display/Chips.tsx';
import { DocumentText } from '#ui/components/display/Texts.tsx';
import { type Filter, type FilterValues, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { describedOptions } from '#ui/components/FilterBar/namedOptions.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { eitherOf, someOf } from '#ui/lists/filterKinds.ts';
import { sourceFilter } from '#ui/lists/sourceFilter.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import { CustomerLabel } from './shared/CustomerLabel.tsx';

/** The columns available to the list, in default order. `sortBy` uses the server's names (contract, CUSTOMER_SORTS). */
export const customerColumns: readonly Column<CustomerRow>[] = [
  fieldColumn(CustomerRow, 'id', { label: 'Código', width: 100, sortable: true }),
  {
    id: 'fant',
    label: 'Cliente',
    minWidth: 240,
    sortable: true,
    hideable: false,
    card: 'title',
    render: ({ id, fant, razSoc }) => <CustomerLabel id={id} tradeName={fant} legalName={razSoc} />,
  },
  {
    id: 'documento',
    label: 'CNPJ ou CPF',
    width: 176,
    card: 'fact',
    render: ({ documento }) => <DocumentText value={documento} />,
  },
  fieldColumn(CustomerRow, 'legendas', {
    width: 220,
    card: 'fact',
    render: ({ legendas }) => (
      <LegendBadges
        oneLine
        codes={legendas.map(({ codigo }) => codigo)}
        blockReason={legendas.find(({ codigo }) => codigo === 'BD')?.texto ?? null}
      />
    ),
  }),
  fieldColumn(CustomerRow, 'cidade', {
    width: 170,
    hideOrder: 2,
    card: 'fact',
    render: ({ cidade, uf }) => [cidade, uf].filter(Boolean).join(' – ') || '—',
  }),
  fieldColumn(CustomerRow, 'telefone', { width: 148, shown: formatPhone }),
  fieldColumn(CustomerRow, 'representante', { width: 170, hideOrder: 1 }),
  fieldColumn(CustomerRow, 'dtUltComp', { kind: 'date', width: 136, sortable: true }),
  fieldColumn(CustomerRow, 'razSoc', { width: 240, sortable: true }),
  fieldColumn(CustomerRow, 'email', { width: 220 }),
  fieldColumn(CustomerRow, 'regiao', { width: 130 }),
  fieldColumn(CustomerRow, 'grupo', {
    width: 170,
    // Leads to the customers of the group, as the list shows them.
    shown: ({ id, nome }) => (
      <Link component={RouterLink} to={groupAddress(id)}>
        {nome}
      </Link>
    ),
  }),
  {
    id: 'filiais',
    label: 'Filiais',
    width: 200,
    render: ({ filiaisSac }) => filiaisSac.map(({ razSoc }) => razSoc).join(', ') || '—',
  },
  fieldColumn(CustomerRow, 'dtCriacao', { label: 'Cadastrado', width: 124, sortable: true }),
];

/** The customers of a group. */
const groupAddress = (id: number) =>
  `/clientes?filter=${encodeURIComponent(JSON.stringify({ grupo: [String(id)] }))}`;

/** The same for whoever may correct a customer's phone, in the list itself. */
export const editableColumns = customerColumns.map(
  (column): Column<CustomerRow> =>
    column.id === 'telefone'
      ? {
          ...column,
          edit: ({ id, telefone }) => (telefone ? `Corrigir o telefone do cliente ${id}` : undefined),
        }
      : column,
);

export const customerDefaults: ColumnPreferences = {
  order: [],
  hidden: ['id', 'razSoc', 'email', 'regiao', 'grupo', 'filiais', 'dtCriacao'],
  density: STANDARD_DENSITY,
};

/** The filters of the customer list, with their options. */
export function useCustomerFilters(): Filter[] {
  return [
    someOf(
      'legenda',
      'Legenda',
      customerLegend.map((row) => ({
        value: row.value,
        get label() {
          return `${row.value} – ${row.label}`;
        },
      })),
    ),
    someOf(
      'uf',
      'UF',
      states.map(({ value, label }) => ({ value, label: `${value} – ${label}` })),
    ),
    someOf('regiao', 'Região', laterOptions('regiao', lookupRoutes.regions, {}, describedOptions)),
    someOf('representante', 'Representante', representativeOptions('representante')),
    eitherOf('prospect', 'Prospect', ['Só prospects', 'Sem prospects']),
    eitherOf('bloqueado', 'Bloqueio', ['Só bloqueados', 'Sem bloqueados']),
    ...useSalesFilters(),
  ];
}

/** Filters that only the call center has. */
function useSalesFilters(): Filter[] {
  const enabled = useCan().can('CLIENTE');
  if (!enabled) return [];
  return [
    someOf('vendedor', 'Vendedor', sellerOptions('vendedor')),
    someOf(
      'classificacao',
      'Classificação',
      laterOptions('classificacao', registrationLookupRoutes.classificationsCallcenter, {}, describedOptions),
    ),
    sourceFilter('grupo', 'Grupo', 'gruposClientes', { multiple: true }),
    eitherOf('naoContatar', 'Contato', [
      'Só os que não devem ser contatados',
      'Só os que podem ser contatados',
    ]),
  ];
}

type CustomerFilters = NonNullable<CallInput<typeof customerRoutes.exportFile>['body']['filtros']>;

const NUMBERS = ['regiao', 'representante', 'vendedor', 'classificacao', 'grupo'];

const LISTS = ['uf', 'campos', 'legenda', 'no_grupo'];

/** Converts the address's filters, which are strings, to the types of the request body. */
export const typedFilters = (values: FilterValues): CustomerFilters =>
  Object.fromEntries(
    Object.entries(wireFilters(values) as FilterValues)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => {
        if (NUMBERS.includes(key)) return [key, [value].flat().map(Number)];
        if (LISTS.includes(key)) return [key, [value].flat()];
        return [key, key === 'q' || key === 'condicao' ? value : String(value) === 'true'];
      }),
  );

type WantedCustomers = Omit<CallInput<typeof customerPanelRoutes.bulk>['body'], 'dados'>;

type Ids = ReadonlySet<string | number>;

const NONE: Ids = new Set();

/** The selection: either individual ids, or everything the filters find except some ids. Changing the filters resets it. */
export function useCustomerSelection(rows: readonly CustomerRow[], values: FilterValues, total: number) {
  const filters = JSON.stringify(values);
  const [kept, setKept] = useState({ filters, all: false, ids: NONE });
  const { all, ids } = kept.filters === filters ? kept : { all: false, ids: NONE };
  return useMemo(() => {
    const choose = (next: { all: boolean; ids: Ids }) => setKept({ filters, ...next });
    const shown = rows.map(({ id }) => id);
    const table: TableSelection<CustomerRow> = {
      ids: all ? new Set(shown.filter((id) => !ids.has(id))) : ids,
      onChange: (next) => choose({ all, ids: all ? excludedIds(ids, shown, next) : next }),
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

/** When everything is selected: the ids excluded on this page, plus those already excluded on other pages. */
const excludedIds = (before: Ids, shown: readonly number[], ticked: Ids): Ids =>
  new Set([
    ...[...before].filter((id) => !shown.includes(Number(id))),
    ...shown.filter((id) => !ticked.has(id)),
  ]);
