import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { StalledRow } from '#contract/callcenter/orders/orderRow.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import { orderColumns } from '#src/resources/orders/shared/orderColumns.tsx';
import type { Column, RowId } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import type { FilterValues } from '#ui/components/FilterBar/filters.ts';
import { IntegerField } from '#ui/components/inputs/NumberField.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { counted } from '#ui/lists/shown.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { StalledSelection } from './StalledSelection.tsx';

const OrderDialog = lazyScreen(() => import('#src/resources/orders/shared/OrderDialog.tsx'), 'OrderDialog');
const PER_PAGE = 25;

/** `/orcamentos-parados`: open quotes without activity, the longest inactive first. */
export function StalledQuoteList() {
  return (
    <RequirePermission permission="ORCAMENTO_PARADO">
      <List />
    </RequirePermission>
  );
}

function List() {
  const [values, setValues] = useState<FilterValues>({});
  const [days, setDays] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<number | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<RowId>>(NOTHING);
  const { data, error, isPending, isLoading, refetch } = useRoute(
    quoteRoutes.stalled,
    {
      query: {
        page,
        take: PER_PAGE,
        ...(values.q && { q: String(values.q) }),
        ...(days !== null && { dias: days }),
      },
    },
    { placeholderData: keepPreviousData },
  );
  const open = useCallback(({ id }: StalledRow) => setOpened(id), []);
  const startAgain = useCallback(() => {
    setTicked(NOTHING);
    void refetch();
  }, [refetch]);
  return (
    <Page
      title={{ menu: 'Orçamentos Parados' }}
      count={
        data
          ? `${formatCount(data.paginator.total, 'orçamento', 'orçamentos')} há ${formatCount(data.dias, 'dia', 'dias')} ou mais · ${formatMoney(data.vlTotal, 2)}`
          : // Too long for one line of a phone.
            isLoading && <Undecided />
      }
      fill
    >
      <FilterBar
        filters={[]}
        values={values}
        onChange={(next) => {
          setValues(next);
          setPage(1);
          setTicked(NOTHING);
        }}
        search={{ key: 'q', label: 'Buscar orçamentos parados', placeholder: 'Número ou cliente' }}
      >
        <IntegerField
          live
          size="small"
          value={days}
          placeholder={data ? String(data.dias) : ''}
          onChange={(next) => {
            setDays(next);
            setPage(1);
          }}
          min={1}
          max={365}
          before="Há"
          after="dias ou mais"
          sx={{ width: 196 }}
          slotProps={{ htmlInput: { 'aria-label': 'Dias parado' } }}
        />
      </FilterBar>
      <DataTable
        label="Orçamentos parados"
        columns={stalledColumns}
        rows={data?.itens ?? NO_ROWS}
        rowId={rowId}
        onOpen={open}
        selection={{ ids: ticked, onChange: setTicked, label: tickLabel }}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title="Nenhum orçamento parado"
            text="Todos os orçamentos em aberto tiveram movimento nos últimos dias."
          />
        }
        rowCount={data?.paginator.total}
        rowOffset={(page - 1) * PER_PAGE}
        maxHeight="100%"
      />
      <StalledSelection
        rows={data?.itens ?? NO_ROWS}
        ids={ticked}
        onDone={startAgain}
        onClear={() => setTicked(NOTHING)}
      />
      <AnswerPages
        page={page}
        paginator={data?.paginator}
        onPage={setPage}
        noun={['orçamento', 'orçamentos']}
      />
      <Suspense>
        {opened !== null && (
          <OrderDialog kind="ORCAMENTO" id={opened} onClose={() => setOpened(null)} onChanged={startAgain} />
        )}
      </Suspense>
    </Page>
  );
}

const NO_ROWS: StalledRow[] = [];
const NOTHING: ReadonlySet<RowId> = new Set();
const rowId = ({ id }: StalledRow) => id;
const tickLabel = ({ id }: StalledRow) => `Selecionar orçamento ${id}`;

const DEFAULT_COLUMNS = ['id', 'colaborador', 'cliente', 'st', 'dtHorInc', 'dtVal', 'vlTot', 'emitente'];

/** The columns of the list of quotes, with the age after the customer. */
const stalledColumns: readonly Column<StalledRow>[] = orderColumns
  .filter(({ id }) => DEFAULT_COLUMNS.includes(id))
  .flatMap((column): Column<StalledRow>[] =>
    column.id === 'st'
      ? [
          fieldColumn(StalledRow, 'dias', {
            label: 'Parado há',
            kind: 'text',
            align: 'left',
            width: 100,
            card: 'fact',
            shown: counted('dia', 'dias'),
          }),
          { ...column, sortable: false },
        ]
      : [{ ...column, sortable: false }],
  );
