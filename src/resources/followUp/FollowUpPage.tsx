import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { Suspense, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type BoardOrder, followUpRoutes, type OrderColumn } from '#contract/callcenter/agendas/followUp.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import type { OrderAction } from '#contract/rules/orders/orderActions.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRoute } from '#data/useRoute.ts';
import { seesOthersAgendas } from '#src/resources/agendas/shared/agendaTexts.tsx';
import { ownOrderStatuses } from '#src/resources/orders/shared/orderColumns.tsx';
import { sellerOptions } from '#src/resources/people/shared/salespeople.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import type { Filter, FilterValues } from '#ui/components/FilterBar/filters.ts';
import { oneOf, period } from '#ui/lists/filterKinds.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { columnDrop, columnVerdict, orderDrag } from './dragOrder.ts';
import {
  Board,
  BoardCard,
  type BoardColumn,
  type BoardProps,
  BoardSkeleton,
  branchFilter,
  queryOf,
  useBoardFilters,
} from './shared/Board.tsx';

const OrderDialog = lazyScreen(() => import('#src/resources/orders/shared/OrderDialog.tsx'), 'OrderDialog');
const OrderMove = lazyScreen(() => import('./OrderMove.tsx'), 'OrderMove');

/** `/acompanhamentos`: quotes or orders by status, dragged to the status that an action leads to. */
export function FollowUpPage() {
  return (
    <RequirePermission permission="ACOMPANHAMENTO">
      <OrderBoard />
    </RequirePermission>
  );
}

type Stage = 'ORCAMENTO' | 'PEDIDO';

interface Move {
  order: BoardOrder;
  action: OrderAction;
}

function OrderBoard() {
  const [search, setSearch] = useSearchParams();
  const tipo: Stage = search.get('tipo') === 'PEDIDO' ? 'PEDIDO' : 'ORCAMENTO';
  const filters = useOrderFilters();
  const { values, change } = useBoardFilters(filters);
  const { can } = useCan();
  const [opened, setOpened] = useState<number | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const { data, error, isPending, refetch } = useRoute(followUpRoutes.orders, {
    query: { tipo, ...queryOf(values) },
  });
  const choose = (next: Stage) =>
    setSearch(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.set('tipo', next);
        return changed;
      },
      { replace: true },
    );
  return (
    <Page
      title={{ menu: 'Acompanhamentos' }}
      count={data && `De ${formatCalendarDate(data.dtIni)} a ${formatCalendarDate(data.dtFim)}`}
      actions={
        <ToggleButtonGroup
          size="small"
          exclusive
          value={tipo}
          aria-label="O que acompanhar"
          onChange={(_event, next: Stage | null) => next && choose(next)}
        >
          <ToggleButton value="ORCAMENTO">Orçamentos</ToggleButton>
          <ToggleButton value="PEDIDO">Pedidos</ToggleButton>
        </ToggleButtonGroup>
      }
    >
      <FilterBar filters={filters} values={values} onChange={change} />
      {isPending && <BoardSkeleton />}
      <Failure answer={{ data, error, refetch }} />
      {data && (
        <orderDrag.Area
          judge={(order, status) => columnVerdict(columnDrop(order, status, can))}
          onDrop={(order, status) => {
            const drop = columnDrop(order, status, can);
            if (drop && 'action' in drop) setMove({ order, action: drop.action });
          }}
        >
          <DraggedBoard
            label={tipo === 'PEDIDO' ? 'Pedidos por situação' : 'Orçamentos por situação'}
            columns={data.colunas.map((column) =>
              orderColumn(column, { tipo, period: data, values, onOrder: setOpened }),
            )}
          />
        </orderDrag.Area>
      )}
      {move && (
        <Suspense>
          <OrderMove
            {...move}
            onEnd={() => {
              setMove(null);
              void refetch();
            }}
          />
        </Suspense>
      )}
      {opened !== null && (
        <Suspense>
          <OrderDialog
            kind={tipo}
            id={opened}
            onClose={() => setOpened(null)}
            onChanged={() => void refetch()}
          />
        </Suspense>
      )}
    </Page>
  );
}

const DraggedBoard = (props: BoardProps) => <Board {...props} place={orderDrag.usePlaces()} />;

/** Only those who lead may filter by person. */
function useOrderFilters(): Filter[] {
  const leads = seesOthersAgendas();
  return useMemo(
    () => [
      period('Incluídos', { pinned: true }),
      ...branchFilter(),
      ...(leads ? [oneOf('idColab', 'Vendedor', sellerOptions('idColab'), { pinned: true })] : []),
    ],
    [leads],
  );
}

interface ColumnContext {
  tipo: 'ORCAMENTO' | 'PEDIDO';
  period: { dtIni: string; dtFim: string };
  values: FilterValues;
  onOrder: (id: number) => void;
}

/** A status as a column: the count, the total, the newest ones; the list has the rest. */
function orderColumn(column: OrderColumn, context: ColumnContext): BoardColumn {
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

const OrderCard = ({ order, onOpen }: { order: BoardOrder; onOpen: (id: number) => void }) => (
  <BoardCard {...orderDrag.useCard(order)} onClick={() => onOpen(order.id)}>
    <span className="line">
      <strong>#{order.id}</strong> · {formatMoney(order.vlTot, 2)}
    </span>
    <span className="line">{order.cliente.fant || order.cliente.razSoc}</span>
    <span className="line second">
      <RelativeDate value={order.dtHorInc} /> · {order.colaborador.nome}
    </span>
  </BoardCard>
);
