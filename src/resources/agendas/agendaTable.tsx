import { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import {
  agendaKind,
  agendaOrigin,
  agendaSituation,
  callOrigin,
  dialerStatus,
} from '#contract/catalogs/callCenter.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { currentInitialLoad } from '#data/session.ts';
import { customersOfFilter, searchCustomers } from '#src/resources/customers/shared/CustomerField.tsx';
import { CustomerLabel, CustomerPanelLink } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { sellerOptions } from '#src/resources/people/shared/salespeople.ts';
import type { ColumnPreferences } from '#ui/components/ColumnChooser/useColumnPreferences.ts';
import { type Column, STANDARD_DENSITY } from '#ui/components/DataTable/columns.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import type { Filter } from '#ui/components/FilterBar/filters.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf, period, someOf } from '#ui/lists/filterKinds.ts';
import { word } from '#ui/lists/shown.tsx';
import { SituationChip, seesOthersAgendas } from './shared/agendaTexts.tsx';

/** The columns of document 001 section 2, "Agenda rows". */
export const agendaColumns: readonly Column<AgendaRow>[] = [
  fieldColumn(AgendaRow, 'id', { width: 80, hideable: false, card: 'title' }),
  fieldColumn(AgendaRow, 'data_agendada', {
    width: 152,
    sortable: true,
    card: 'fact',
    render: ({ data_agendada, filial }) => formatDateTime(data_agendada, filial.fuso),
    edit: ({ id, podeAlterar }) => (podeAlterar ? `Reagendar a agenda ${id}` : undefined),
  }),
  {
    id: 'situacao',
    label: 'Situação',
    width: 124,
    card: 'corner',
    render: ({ situacao }) => <SituationChip situacao={situacao} />,
  },
  {
    id: 'cliente',
    label: 'Cliente',
    minWidth: 184,
    card: 'fact',
    render: ({ cliente }) => (
      <CustomerPanelLink id={cliente.id}>
        <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} />
      </CustomerPanelLink>
    ),
  },
  fieldColumn(AgendaRow, 'assunto', { minWidth: 184, card: 'fact', second: ({ descricao }) => descricao }),
  fieldColumn(AgendaRow, 'colaborador', { label: 'Colaborador', width: 152, hideOrder: 3 }),
  fieldColumn(AgendaRow, 'tipo', { width: 96, hideOrder: 2, render: ({ tipo_label }) => tipo_label }),
  {
    id: 'pedido',
    label: 'Pedido',
    summed: true,
    width: 148,
    hideOrder: 1,
    render: ({ pedido }) => pedido?.id,
    second: ({ pedido }) => pedido && formatMoney(pedido.vlTot, 2),
  },
  fieldColumn(AgendaRow, 'motivo_finalizacao', { id: 'motivo', label: 'Motivo encerramento', width: 172 }),
  fieldColumn(AgendaRow, 'filial', { label: 'Filial', width: 136 }),
  {
    id: 'discadora',
    label: 'Ligação',
    width: 136,
    render: ({ discadora_status }) =>
      discadora_status && <StatusChip value={discadora_status} catalog={dialerStatus} />,
    second: ({ discadora_origem }) => discadora_origem && rowOf(callOrigin, discadora_origem).label,
  },
  fieldColumn(AgendaRow, 'agenda_origem', { id: 'origem', width: 112, shown: word(agendaOrigin) }),
  fieldColumn(AgendaRow, 'descricao', { minWidth: 240, onDemand: true }),
];

export const agendaDefaults: ColumnPreferences = {
  order: [],
  hidden: ['motivo', 'filial', 'discadora', 'origem'],
  density: STANDARD_DENSITY,
};

/** The filters of agendas; only those who lead may filter by person. */
export function agendaFilters(): Filter[] {
  const leads = seesOthersAgendas();
  const branches = currentInitialLoad()?.filiais ?? [];
  return [
    someOf('situacao', 'Situação', agendaSituation, { pinned: true }),
    period('Agendada', { pinned: true }),
    ...(leads ? [oneOf('idColab', 'Colaborador', sellerOptions('idColab'), { pinned: true })] : []),
    oneOf('tipo', 'Tipo', agendaKind),
    customerFilter,
    ...(branches.length > 1
      ? [
          oneOf(
            'idFil',
            'Filial',
            branches.map(({ idFil, razSoc }) => ({ value: `${idFil}`, label: razSoc })),
          ),
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
  resolve: customersOfFilter,
};
