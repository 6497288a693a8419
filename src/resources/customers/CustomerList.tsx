import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { MAX_BULK_CUSTOMERS } from '#contract/callcenter/customers/customerBulk.ts';
import { type CustomerRow, type CustomerSort, customerRoutes } from '#contract/sac/customers.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import { FieldsOfList, type ListFields, NO_FIELDS } from '#src/resources/extraFields/shared/FieldsOfList.tsx';
import { RepeatLastOrder } from '#src/resources/orders/shared/RepeatLastOrder.tsx';
import { useRepeatKey } from '#src/resources/orders/shared/useRepeatLastOrder.ts';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import type { FilterValues } from '#ui/components/FilterBar/filters.ts';
import { ExportButton } from '#ui/lists/ExportButton.tsx';
import { ListTable } from '#ui/lists/ListTable.tsx';
import { type ContinuedList, listCount, useList } from '#ui/lists/list.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan, usePersonalSearchHint } from '#ui/shell/usePerson.ts';
import { type BulkChoice, BulkDialog, bulkChoices } from './bulk/BulkDialog.tsx';
import {
  customerColumns,
  customerDefaults,
  editableColumns,
  type SelectedCustomers,
  typedFilters,
  useCustomerFilters,
  useCustomerSelection,
} from './customerTable.tsx';
import { useRegistration } from './shared/useRegistration.ts';

/** `/clientes`: search, filters kept in the address and remembered, saved views, selectable columns. */
export function CustomerList() {
  const { can } = useCan();
  // Both areas have the same list; a person in sales only uses their area's route.
  const selling = !can('SAC_CLIENTE_PESQUISAR') && can('CLIENTE');
  return (
    <RequirePermission permission={selling ? 'CLIENTE' : 'SAC_CLIENTE_PESQUISAR'}>
      <List resource={selling ? 'clientes-callcenter' : 'clientes'} />
    </RequirePermission>
  );
}

function List({ resource }: { resource: string }) {
  const list = useList<CustomerRow>(resource, { field: 'fant', order: 'ASC' });
  return (
    <Page
      title={{ menu: 'Clientes' }}
      count={listCount(list, ['cliente', 'clientes'])}
      actions={
        <>
          <DoublesLink />
          <RegisterButton />
        </>
      }
      fill
    >
      <Table list={list} />
    </Page>
  );
}

function DoublesLink() {
  const { can } = useCan();
  if (!can('CLIENTES_UNIR')) return null;
  return (
    <Button component={Link} to="/clientes/duplicados">
      Possíveis duplicados
    </Button>
  );
}

function RegisterButton() {
  const { mayRegister, register } = useRegistration();
  if (!mayRegister) return null;
  return (
    <Button variant="contained" startIcon={<AddOutlined />} onClick={() => register()}>
      Cadastrar cliente
    </Button>
  );
}

function Table({ list }: { list: ContinuedList<CustomerRow> }) {
  const hint = usePersonalSearchHint('Código, nome, CNPJ ou CPF', 'código, nome ou CNPJ');
  const { can } = useCan();
  const [extra, setExtra] = useState<ListFields<CustomerRow>>(NO_FIELDS);
  const own = useCustomerFilters();
  const edits = can('CLIENTE_EDITAR') && can('CLIENTE_TELEFONES');
  const base = edits ? editableColumns : customerColumns;
  // As the first tab of the panel, which says the group.
  const grouped = can('CLIENTE');
  const columns = useMemo(
    () => [...base.filter(({ id }) => grouped || id !== 'grupo'), ...extra.columns],
    [base, extra, grouped],
  );
  const [cell, setCell] = useState<{ customer: CustomerRow; element: HTMLElement } | null>(null);
  const { values, setValues } = useFilterValues(list);
  const repeatKey = useRepeatKey('Lista de clientes', idOf);
  const selected = useCustomerSelection(list.data ?? NO_ROWS, values, list.total ?? 0);
  return (
    <>
      <FieldsOfList entity="cliente" onFields={setExtra} />
      <ListTable
        list={list}
        values={values}
        onValues={setValues}
        views="clientes"
        sums="clientes"
        noun={['cliente', 'clientes']}
        columnsKey="colunas-clientes"
        columns={columns}
        defaults={customerDefaults}
        filters={[...own, ...extra.filters]}
        search={{ key: 'q', placeholder: hint }}
        tools={can('SAC_CLIENTE_EXPORTAR') && <ExportCustomers values={values} sort={list.sort} />}
        rowLink={rowLink}
        onEdit={(customer, _column, element) => setCell({ customer, element })}
        rowActions={can('ORCAMENTO_EDITAR') ? rowActions : undefined}
        actionsWidth={56}
        onRowKeyDown={repeatKey}
        selection={can('CLIENTE_EDITAR') ? selected.table : undefined}
        bulk={<CustomerBulkBar selected={selected} total={list.total ?? 0} />}
        hint="código, nome ou documento"
        empty={<NoCustomers />}
      />
      {cell && (
        <Suspense>
          <PhoneCell customer={cell.customer} cell={cell.element} onClose={() => setCell(null)} />
        </Suspense>
      )}
    </>
  );
}

const PhoneCell = lazyScreen(() => import('./PhoneCell.tsx'), 'PhoneCell');

function NoCustomers() {
  const { mayRegister } = useRegistration();
  return (
    <EmptyState
      title="Ainda não há clientes"
      text={
        mayRegister
          ? 'Cadastre o primeiro: comece pelo CNPJ ou CPF, e o cadastro pede só o que falta.'
          : 'Os clientes das suas filiais aparecem aqui.'
      }
      actions={<RegisterButton />}
    />
  );
}

const NO_ROWS: CustomerRow[] = [];
const rowLink = ({ id }: CustomerRow) => `/clientes/${id}`;
const idOf = ({ id }: CustomerRow) => id;
const rowActions = (customer: CustomerRow) => <RepeatLastOrder customer={customer} />;

interface ExportCustomersProps {
  values: FilterValues;
  sort: { field: string; order: string };
}

/** Exports all customers that the list finds as a file. */
function ExportCustomers({ values, sort }: ExportCustomersProps) {
  return (
    <ExportButton
      download={(formato, options) =>
        downloadProgress(
          customerRoutes.exportFile,
          {
            body: {
              filtros: typedFilters(values),
              formato,
              orderBy: sort.field as CustomerSort,
              direction: sort.order === 'ASC' ? 'ASC' : 'DESC',
            },
          },
          { name: `clientes.${formato}`, ...options },
        )
      }
    />
  );
}

interface CustomerBulkBarProps {
  selected: SelectedCustomers;
  total: number;
}

/** Bulk actions for the selected customers; each has a dialog, followed by the result of every row. */
function CustomerBulkBar({ selected, total }: CustomerBulkBarProps) {
  const { can } = useCan();
  const [choice, setChoice] = useState<BulkChoice | null>(null);
  const [merging, setMerging] = useState<Pair | null>(null);
  const tooMany = selected.count > MAX_BULK_CUSTOMERS;
  const pair = pairOf(selected.wanted);
  return (
    <>
      <SelectionBar
        count={selected.count}
        words={NOUNS}
        total={total}
        onSelectAll={selected.selectAll}
        onClear={selected.clear}
      >
        {tooMany && <span>Filtre mais: até {MAX_BULK_CUSTOMERS} clientes por vez</span>}
        {bulkChoices
          .filter(({ permission }) => can(permission))
          .map((each) => (
            <Button
              key={each.action}
              size="small"
              variant="outlined"
              disabled={tooMany}
              onClick={() => setChoice(each)}
            >
              {each.verb}
            </Button>
          ))}
        {pair && can('CLIENTES_UNIR') && (
          <Button size="small" variant="outlined" onClick={() => setMerging(pair)}>
            Unir
          </Button>
        )}
      </SelectionBar>
      {merging && (
        <Suspense>
          <MergeCustomersDialog
            idCli={merging[0]}
            other={merging[1]}
            onClose={() => setMerging(null)}
            onMerged={selected.clear}
          />
        </Suspense>
      )}
      {choice && (
        <BulkDialog
          choice={choice}
          selected={selected}
          onClose={() => setChoice(null)}
          onDone={selected.clear}
        />
      )}
    </>
  );
}

type Pair = readonly [number, number];

/** The two that are chosen one by one, if these are all. */
function pairOf({ ids = [] }: SelectedCustomers['wanted']): Pair | null {
  const [one, other] = ids;
  return ids.length === 2 && one !== undefined && other !== undefined ? [one, other] : null;
}

const MergeCustomersDialog = lazyScreen(
  () => import('./shared/merge/MergeCustomersDialog.tsx'),
  'MergeCustomersDialog',
);

const NOUNS = ['cliente selecionado', 'clientes selecionados'] as const;
