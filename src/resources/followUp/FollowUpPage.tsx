import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { followUpRoutes } from '../../../contract/callcenter/followUp.ts';
import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { leadsAgendas } from '../../custom/agendas/leads.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { FilterBar } from '../../ui/components/FilterBar/FilterBar.tsx';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { Board } from './Board.tsx';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { orderColumn } from './orderColumn.tsx';
import { branchFilter, queryOf, useBoardFilters } from './useBoardFilters.ts';

const OrderDialog = lazyScreen(() => import('../../custom/orders/OrderDialog.tsx'), 'OrderDialog');

/** `/acompanhamentos`: quotes or orders by status. */
export function FollowUpPage() {
  return (
    <Guarded permission="ACOMPANHAMENTO">
      <OrderBoard />
    </Guarded>
  );
}

type Stage = 'ORCAMENTO' | 'PEDIDO';

function OrderBoard() {
  const [search, setSearch] = useSearchParams();
  const tipo: Stage = search.get('tipo') === 'PEDIDO' ? 'PEDIDO' : 'ORCAMENTO';
  const filters = useOrderFilters();
  const { values, change } = useBoardFilters(filters);
  const [opened, setOpened] = useState<number | null>(null);
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
      title="Acompanhamentos"
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
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <Board
          label={tipo === 'PEDIDO' ? 'Pedidos por situação' : 'Orçamentos por situação'}
          columns={data.colunas.map((column) =>
            orderColumn(column, { tipo, period: data, values, onOrder: setOpened }),
          )}
        />
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

/** Only who leads may choose whose. */
function useOrderFilters(): Filter[] {
  const leads = leadsAgendas();
  const { data: sellers } = useRoute(salesLookupRoutes.sellerNames, {}, { enabled: leads });
  return useMemo(
    () => [
      {
        key: 'periodo',
        label: 'Incluídos',
        kind: 'dateRange',
        fromKey: 'dtIni',
        toKey: 'dtFim',
        pinned: true,
      },
      ...branchFilter(),
      ...(leads
        ? [
            {
              key: 'idColab',
              label: 'Vendedor',
              kind: 'select' as const,
              pinned: true,
              options: (sellers ?? []).map(({ id, nome }) => ({ value: `${id}`, label: nome })),
            },
          ]
        : []),
    ],
    [leads, sellers],
  );
}
