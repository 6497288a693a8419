import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import { Suspense, useCallback, useState } from 'react';
import type { OrderRow } from '#contract/callcenter/orders/orderRow.ts';
import { quoteRoutes, type ReleasedCustomer } from '#contract/callcenter/quotes/quotes.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { orderColumns } from '#src/resources/orders/shared/orderColumns.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column, RowId } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

const OrderDialog = lazyScreen(() => import('#src/resources/orders/shared/OrderDialog.tsx'), 'OrderDialog');

const PER_PAGE = 50;

/** `/orcamentos-liberados`: quotes released to the shop or to field sales, by customer, to be recovered in bulk. */
export function ReleasedQuoteList() {
  return (
    <RequirePermission permission="ORCAMENTO">
      <List />
    </RequirePermission>
  );
}

function List() {
  const { can } = useCan();
  const [chosen, setChosen] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<number | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<RowId>>(NOTHING);
  const customers = useRoute(quoteRoutes.releasedCustomers, {});
  const found = customers.data ?? NO_CUSTOMERS;
  // A customer whose last quote was recovered is no longer listed.
  const customer = found.find(({ id }) => id === chosen) ?? found[0];
  const quotes = useRoute(
    quoteRoutes.released,
    { query: { clienteId: customer?.id ?? 0, page, take: PER_PAGE } },
    { enabled: customer !== undefined },
  );
  const startAgain = useCallback(() => {
    setTicked(NOTHING);
    setPage(1);
    void customers.refetch();
    void quotes.refetch();
  }, [customers.refetch, quotes.refetch]);
  const open = useCallback(({ id }: OrderRow) => setOpened(id), []);
  const total = found.reduce((sum, { quantidade }) => sum + quantidade, 0);
  return (
    <Page
      title="Orçamentos Liberados"
      crumbs={BACK}
      count={customers.data && formatCount(total, 'orçamento', 'orçamentos')}
      fill
    >
      {customers.isLoading && <Undecided />}
      {customer && (
        <CustomerChoice
          customers={found}
          value={customer}
          onChange={(id) => {
            setChosen(id);
            setPage(1);
            setTicked(NOTHING);
          }}
        />
      )}
      <DataTable
        label="Orçamentos liberados"
        columns={releasedColumns}
        rows={quotes.data?.itens ?? NO_ROWS}
        rowId={rowId}
        onOpen={open}
        selection={
          can('ORCAMENTO_LIBERAR') ? { ids: ticked, onChange: setTicked, label: tickLabel } : undefined
        }
        loading={customers.isPending || (customer !== undefined && quotes.isPending)}
        answer={{ ...(customers.error ? customers : quotes), refetch: startAgain }}
        empty={
          <EmptyState
            title="Nenhum orçamento liberado"
            text="Os que forem liberados na loja ou na força de vendas aparecem aqui até serem recuperados."
          />
        }
        rowCount={quotes.data?.paginator.total}
        rowOffset={(page - 1) * PER_PAGE}
        maxHeight="100%"
      />
      {customer && (
        <ReleasedSelection
          customerId={customer.id}
          ids={ticked}
          onDone={startAgain}
          onClear={() => setTicked(NOTHING)}
        />
      )}
      <AnswerPages
        page={page}
        paginator={quotes.data?.paginator}
        onPage={(next) => {
          setPage(next);
          setTicked(NOTHING);
        }}
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

const BACK = [{ label: 'Orçamentos', to: '/orcamentos' }];

const NO_CUSTOMERS: readonly never[] = [];

const NO_ROWS: OrderRow[] = [];

const NOTHING: ReadonlySet<RowId> = new Set();

const rowId = ({ id }: OrderRow) => id;

const tickLabel = ({ id }: OrderRow) => `Selecionar orçamento ${id}`;

interface CustomerChoiceProps {
  customers: readonly ReleasedCustomer[];
  value: ReleasedCustomer;
  onChange: (id: number) => void;
}

const nameOf = ({ fant, razSoc }: ReleasedCustomer) => fant || razSoc;

/** The customer whose quotes are shown, from those who have any. */
const CustomerChoice = ({ customers, value, onChange }: CustomerChoiceProps) => (
  <Autocomplete
    options={customers}
    value={value}
    disableClearable
    onChange={(_, next) => onChange(next.id)}
    getOptionLabel={nameOf}
    getOptionKey={({ id }) => id}
    isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
    renderInput={(props) => <TextField {...props} label="Cliente" size="small" />}
    renderOption={({ key, ...props }, option) => (
      <li key={key} {...props}>
        <span style={{ flex: 1, minWidth: 0 }}>{nameOf(option)}</span>
        <SecondaryText>{formatCount(option.quantidade, 'orçamento', 'orçamentos')}</SecondaryText>
      </li>
    )}
    noOptionsText="Nenhum cliente com este nome."
    sx={{ width: '100%', maxWidth: 420, my: 2 }}
  />
);

interface ReleasedSelectionProps {
  customerId: number;
  ids: ReadonlySet<RowId>;
  onDone: () => void;
  onClear: () => void;
}

/** Recovers the selected quotes from the shop or field sales, and shows the result of each. */
function ReleasedSelection({ customerId, ids, onDone, onClear }: ReleasedSelectionProps) {
  const [requested, setRequested] = useState(false);
  const [results, setResults] = useState<RowResults | null>(null);
  const command = useCommand();
  const recover = async () => {
    const body = { clienteId: customerId, orcamentos: [...ids].map(Number) };
    const { data } = await command(quoteRoutes.importReleased, { body });
    setResults(data);
    setRequested(false);
    onDone();
  };
  return (
    <>
      <SelectionBar
        count={ids.size}
        words={['orçamento selecionado', 'orçamentos selecionados']}
        onClear={onClear}
      >
        <Button size="small" color="inherit" onClick={() => setRequested(true)}>
          Recuperar
        </Button>
      </SelectionBar>
      <ConfirmDialog
        open={requested}
        title={`Recuperar ${formatCount(ids.size, 'orçamento', 'orçamentos')}?`}
        text="Eles saem da loja ou da força de vendas e voltam a ser editados aqui. Preços autorizados antes da liberação voltam aos de tabela."
        confirmLabel="Recuperar"
        onConfirm={recover}
        onCancel={() => setRequested(false)}
      />
      <RowResultsDialog
        results={results}
        title="Orçamentos liberados"
        doneText={(done) => `${formatCount(done, 'orçamento recuperado', 'orçamentos recuperados')}.`}
        rowName={(id) => `Orçamento ${id}`}
        onClose={() => setResults(null)}
      />
    </>
  );
}

const DEFAULT_COLUMNS = ['id', 'colaborador', 'st', 'dtHorInc', 'dtVal', 'qtdeIt', 'vlTot', 'emitente'];

const WHERE: Readonly<Record<string, string>> = { B2B: 'Na loja', FV: 'Na força de vendas' };

/** The columns of the list of quotes without the customer, plus where each quote has been released to. */
const releasedColumns: readonly Column<OrderRow>[] = orderColumns
  .filter(({ id }) => DEFAULT_COLUMNS.includes(id))
  .flatMap((column): Column<OrderRow>[] => [
    { ...column, sortable: false },
    ...(column.id === 'id'
      ? [
          {
            id: 'liberadoPara',
            label: 'Liberado',
            width: 160,
            card: 'fact' as const,
            render: ({ liberadoPara }: OrderRow) =>
              liberadoPara ? (WHERE[liberadoPara] ?? liberadoPara) : '—',
          },
        ]
      : []),
  ]);
