import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { OrderColumn } from '../../../contract/callcenter/followUp.ts';
import type { OrderRow } from '../../../contract/callcenter/orderRow.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { formatCount, formatMoney } from '../../../contract/rules/format.ts';
import { ownOrderStatuses } from '../../custom/orders/ownOrderStatuses.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import type { FilterValues } from '../../ui/components/FilterBar/filters.ts';
import type { BoardColumn } from './Board.tsx';
import { BoardCard } from './BoardCard.tsx';

interface ColumnContext {
  tipo: 'ORCAMENTO' | 'PEDIDO';
  period: { dtIni: string; dtFim: string };
  values: FilterValues;
  onOrder: (id: number) => void;
}

/** A status as a column: how many, how much, the newest; the rest stands in the list. */
export function orderColumn(column: OrderColumn, context: ColumnContext): BoardColumn {
  const row = rowOf(ownOrderStatuses(), column.status);
  const [one, many] = context.tipo === 'PEDIDO' ? ['pedido', 'pedidos'] : ['orçamento', 'orçamentos'];
  return {
    key: column.status,
    title: row.label,
    tone: row.color,
    icon: <CatalogIcon name={row.icon} />,
    count: formatCount(column.total, one, many),
    note: formatMoney(column.valor, 2),
    cards: column.itens.map((order) => <OrderCard key={order.id} order={order} onOpen={context.onOrder} />),
    foot: column.total > column.itens.length && (
      <Button
        component={Link}
        to={listOf(column.status, context)}
        size="small"
        color="inherit"
        fullWidth
        sx={{ mt: 2 }}
      >
        Ver todos na lista
      </Button>
    ),
  };
}

const listOf = (status: string, { tipo, period, values }: ColumnContext): string => {
  const filter = {
    st: [status],
    dtIni: period.dtIni,
    dtFim: period.dtFim,
    ...(values.idFil && { filial: [String(values.idFil)] }),
    ...(values.idColab && { idColab: [String(values.idColab)] }),
  };
  const path = tipo === 'PEDIDO' ? '/pedidos' : '/orcamentos';
  return `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
};

const OrderCard = ({ order, onOpen }: { order: OrderRow; onOpen: (id: number) => void }) => (
  <BoardCard onClick={() => onOpen(order.id)}>
    <span className="line">
      <strong>#{order.id}</strong> · {formatMoney(order.vlTot, 2)}
    </span>
    <span className="line">{order.cliente.fant || order.cliente.razSoc}</span>
    <span className="line second">
      <RelativeDate value={order.dtHorInc} /> · {order.colaborador.nome}
    </span>
  </BoardCard>
);
