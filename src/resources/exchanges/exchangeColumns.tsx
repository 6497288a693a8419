import { ReturnRow } from '../../../contract/callcenter/returns.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { returnStatus } from '../../../contract/catalogs/orderStatus.ts';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import { formatCount, formatMoney } from '../../../contract/rules/format.ts';
import { CustomerLabel } from '../../custom/customers/CustomerLabel.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';

export const exchangeColumns: readonly Column<ReturnRow>[] = [
  fieldColumn(ReturnRow, 'id', {
    width: 80,
    card: 'title',
    render: ({ id }) => id,
  }),
  fieldColumn(ReturnRow, 'status', {
    width: 128,
    card: 'corner',
    render: ({ status }) => <StatusChip value={status} catalog={returnStatus} />,
  }),
  fieldColumn(ReturnRow, 'cliente', {
    minWidth: 210,
    card: 'fact',
    render: ({ cliente }) => <CustomerLabel id={cliente.id} tradeName={cliente.fant} />,
    second: ({ filial }) => filial.razSoc,
  }),
  fieldColumn(ReturnRow, 'notas', {
    minWidth: 130,
    givesWay: 1,
    render: ({ notas }) => notas.join(', ') || '—',
    second: ({ totalItens }) => formatCount(totalItens, 'produto', 'produtos'),
  }),
  {
    id: 'valor',
    label: 'Valor',
    kind: 'number',
    width: 120,
    card: 'fact',
    render: ({ valor }) => formatMoney(valor, 2),
  },
  {
    id: 'etapa',
    label: 'Etapa',
    minWidth: 150,
    card: 'fact',
    render: ({ etapaAtual }) => etapaAtual.descricao,
    second: ({ situacaoTicket }) => rowOf(ticketStatus, situacaoTicket).label,
  },
  { id: 'criador', label: 'Aberta por', minWidth: 130, givesWay: 2, render: ({ criador }) => criador.nome },
  {
    id: 'dtCriacao',
    label: 'Aberta',
    kind: 'date',
    width: 112,
    sortable: true,
    render: ({ datahora_criacao }) => <RelativeDate value={datahora_criacao} />,
  },
];
