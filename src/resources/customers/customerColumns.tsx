import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { formatPhone } from '../../../contract/rules/contact.ts';
import { CustomerRow } from '../../../contract/sac/customers.ts';
import { CustomerLabel } from '../../custom/customers/CustomerLabel.tsx';
import type { ColumnPreferences } from '../../ui/components/ColumnChooser/useColumnPreferences.ts';
import { type Column, STANDARD_DENSITY } from '../../ui/components/DataTable/columns.ts';
import { LegendBadges } from '../../ui/components/display/Chips.tsx';
import { DocumentText } from '../../ui/components/display/Figures.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';

/** What the list can show, in its first order. `sortBy` are the server's names (contract, CUSTOMER_SORTS). */
export const customerColumns: readonly Column<CustomerRow>[] = [
  {
    id: 'id',
    label: 'Código',
    kind: 'number',
    align: 'left',
    width: 100,
    sortable: true,
    render: ({ id }) => id,
  },
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
    width: 118,
    card: 'fact',
    render: ({ legendas }) => (
      <LegendBadges
        codes={legendas.map(({ codigo }) => codigo)}
        blockReason={legendas.find(({ codigo }) => codigo === 'BD')?.texto ?? null}
      />
    ),
  }),
  fieldColumn(CustomerRow, 'cidade', {
    width: 170,
    givesWay: 2,
    card: 'fact',
    render: ({ cidade, uf }) => [cidade, uf].filter(Boolean).join(' – ') || '—',
  }),
  fieldColumn(CustomerRow, 'telefone', {
    width: 148,
    render: ({ telefone }) => formatPhone(telefone) || '—',
  }),
  fieldColumn(CustomerRow, 'representante', {
    width: 170,
    givesWay: 1,
    render: ({ representante }) => representante?.nome ?? '—',
  }),
  fieldColumn(CustomerRow, 'dtUltComp', {
    kind: 'date',
    width: 136,
    sortable: true,
    render: ({ dtUltComp }) => (dtUltComp ? formatCalendarDate(dtUltComp) : '—'),
  }),
  fieldColumn(CustomerRow, 'razSoc', { width: 240, sortable: true, render: ({ razSoc }) => razSoc }),
  fieldColumn(CustomerRow, 'email', { width: 220, render: ({ email }) => email || '—' }),
  fieldColumn(CustomerRow, 'regiao', { width: 130, render: ({ regiao }) => regiao?.nome ?? '—' }),
  {
    id: 'filiais',
    label: 'Filiais',
    width: 200,
    render: ({ filiaisSac }) => filiaisSac.map(({ razSoc }) => razSoc).join(', ') || '—',
  },
  {
    id: 'dtCriacao',
    label: 'Cadastrado',
    kind: 'date',
    width: 124,
    sortable: true,
    render: ({ dtCriacao }) => <RelativeDate value={dtCriacao} />,
  },
];

export const customerDefaults: ColumnPreferences = {
  order: [],
  hidden: ['id', 'razSoc', 'email', 'regiao', 'filiais', 'dtCriacao'],
  density: STANDARD_DENSITY,
};
