import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Negotiation } from '#contract/callcenter/quotes/negotiations.ts';
import { negotiationStatus } from '#contract/catalogs/orderStatus.ts';
import { percentText, priceText } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { LegendBadges, StatusChip } from '#ui/components/display/Chips.tsx';
import { FIGURE } from '#ui/components/display/Texts.tsx';
import type { Filter, FilterValues } from '#ui/components/FilterBar/filters.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf, period } from '#ui/lists/filterKinds.ts';
import { chip } from '#ui/lists/shown.tsx';
import type { SetFilters } from '#ui/lists/useDropInvalidFilters.ts';

export const negotiationColumns: readonly Column<Negotiation>[] = [
  {
    id: 'produto',
    label: 'Produto',
    minWidth: 220,
    card: 'title',
    render: ({ produto }) => produto.descricao,
    second: ({ produto }) => produto.idExibicao,
  },
  fieldColumn(Negotiation, 'cliente', {
    minWidth: 200,
    card: 'fact',
    render: ({ cliente }) => <CustomerLabel id={cliente.id} tradeName={cliente.fant} />,
    second: ({ cliente: { legendas } }) =>
      legendas.length > 0 ? <LegendBadges oneLine codes={legendas.map(({ codigo }) => codigo)} /> : null,
  }),
  fieldColumn(Negotiation, 'status', { width: 124, card: 'corner', shown: chip(negotiationStatus) }),
  {
    id: 'precoSolicitado',
    label: 'Solicitado',
    kind: 'number',
    width: 112,
    card: 'fact',
    render: ({ precoSolicitado }) => <span style={FIGURE}>{priceText(precoSolicitado)}</span>,
  },
  {
    id: 'precoTabela',
    label: 'Tabela',
    kind: 'number',
    width: 112,
    hideOrder: 1,
    render: ({ precoTabela }) => <span style={FIGURE}>{priceText(precoTabela)}</span>,
  },
  {
    id: 'percDesconto',
    label: 'Desconto',
    kind: 'number',
    width: 92,
    card: 'fact',
    render: ({ percDesconto }) => percentText(percDesconto),
  },
  {
    id: 'precoAutorizado',
    label: 'Autorizado',
    kind: 'number',
    width: 112,
    render: ({ precoAutorizado }) =>
      precoAutorizado ? <span style={FIGURE}>{priceText(precoAutorizado)}</span> : '—',
  },
  fieldColumn(Negotiation, 'idPedido', {
    width: 112,
    hideOrder: 3,
    sortable: true,
    defaultDirection: 'DESC',
  }),
  fieldColumn(Negotiation, 'solicitante', {
    label: 'Solicitante',
    minWidth: 150,
    card: 'fact',
    second: ({ motivo }) => motivo,
  }),
  fieldColumn(Negotiation, 'dtHorInc', { width: 128, hideOrder: 2, sortable: true, card: 'fact' }),
];

/**
 * Columns for pending prices, where nothing is authorised yet; a price decided while it is shown displays its status beside
 * its name.
 */
export const waitingColumns = negotiationColumns
  .filter(({ id }) => id !== 'precoAutorizado' && id !== 'status')
  .map((column) => (column.id === 'produto' ? { ...column, render: nameOf, second: deciderOf } : column));

function nameOf({ status, produto }: Negotiation) {
  if (status === 'P') return produto.descricao;
  return (
    <>
      <StatusChip value={status} catalog={negotiationStatus} /> {produto.descricao}
    </>
  );
}

function deciderOf({ status, decisor, solicitante, produto }: Negotiation) {
  const who = status === 'C' ? solicitante : decisor;
  return status === 'P' || !who ? produto.idExibicao : `por ${who.nome}`;
}

/** The filters besides the status tabs. */
export const negotiationFilters: readonly Filter[] = [
  period('Solicitado', { pinned: true }),
  oneOf('meus', 'Quem solicitou', [{ value: 'true', label: 'Eu' }], { pinned: true }),
  oneOf('semCiencia', 'Ciência', [{ value: 'true', label: 'Decididos que ninguém leu' }]),
];

interface NegotiationTabsProps {
  values: FilterValues;
  onChange: SetFilters;
}

const PLURALS: Record<string, string> = {
  P: 'Pendentes',
  A: 'Autorizados',
  N: 'Negados',
  C: 'Cancelados',
};

/** One tab per status. Pending prices are the default, as in the list itself. */
export function NegotiationTabs({ values, onChange }: NegotiationTabsProps) {
  const { status: _, ...others } = values;
  const choose = (status: string) => onChange(status === 'P' ? others : { ...others, status }, 'status');
  return (
    <Tabs
      value={typeof values.status === 'string' ? values.status : 'P'}
      aria-label="Situação dos preços negociados"
      sx={{ flex: 'none', mb: 2 }}
    >
      {negotiationStatus.map(({ value, label, icon }) => (
        <Tab
          key={value}
          value={value}
          onClick={() => choose(value)}
          icon={<CatalogIcon name={icon} size={16} />}
          label={PLURALS[value] ?? label}
        />
      ))}
      <Tab value="TODOS" label="Todos" onClick={() => choose('TODOS')} />
    </Tabs>
  );
}
