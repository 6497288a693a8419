import { Negotiation } from '../../../contract/callcenter/negotiations.ts';
import { negotiationStatus } from '../../../contract/catalogs/orderStatus.ts';
import { CustomerLabel } from '../../custom/customers/CustomerLabel.tsx';
import { percentText, priceText } from '../../custom/negotiations/priceText.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { LegendBadges, StatusChip } from '../../ui/components/display/Chips.tsx';
import { FIGURE } from '../../ui/components/display/Figures.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';

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
    render: ({ cliente }) => (
      <>
        <CustomerLabel id={cliente.id} tradeName={cliente.fant} />{' '}
        <LegendBadges codes={cliente.legendas.map(({ codigo }) => codigo)} />
      </>
    ),
  }),
  fieldColumn(Negotiation, 'status', {
    width: 124,
    card: 'corner',
    render: ({ status }) => <StatusChip value={status} catalog={negotiationStatus} />,
  }),
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
    givesWay: 1,
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
    givesWay: 3,
    sortable: true,
    defaultDirection: 'DESC',
    render: ({ idPedido }) => idPedido,
  }),
  {
    id: 'solicitante',
    label: 'Solicitante',
    minWidth: 150,
    card: 'fact',
    render: ({ solicitante }) => solicitante.nome,
    second: ({ motivo }) => motivo,
  },
  fieldColumn(Negotiation, 'dtHorInc', {
    width: 128,
    givesWay: 2,
    sortable: true,
    card: 'fact',
    render: ({ dtHorInc }) => <RelativeDate value={dtHorInc} />,
  }),
];

/** Nothing is authorised yet of what waits; a price that somebody decided while it was shown says so by its name. */
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
