import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ReturnRow } from '#contract/callcenter/orders/returns.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { returnStatus } from '#contract/catalogs/orderStatus.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { formatCount } from '#contract/rules/format.ts';
import { customersOfFilter, searchCustomers } from '#src/resources/customers/shared/CustomerField.tsx';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import type { Filter } from '#ui/components/FilterBar/filters.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf, period } from '#ui/lists/filterKinds.ts';
import { ListTable } from '#ui/lists/ListTable.tsx';
import { listCount, useList } from '#ui/lists/list.tsx';
import { chip, money } from '#ui/lists/shown.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { NewExchangeDialog } from './NewExchangeDialog.tsx';

/** `/solicitacoes-troca`: return and exchange requests; each is a ticket and links to it. */
export function ExchangeList() {
  return (
    <RequirePermission permission="SOLICITACOES_TROCA">
      <List />
    </RequirePermission>
  );
}

function List() {
  const list = useList<ReturnRow>('solicitacoes-troca', { field: 'dtCriacao', order: 'DESC' });
  const { can } = useCan();
  const [creating, setCreating] = useState(false);
  const { values, setValues } = useFilterValues(list);
  const create = can('SOLICITACOES_TROCA_CRIAR') && (
    <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setCreating(true)}>
      Nova solicitação
    </Button>
  );
  return (
    <Page
      title={{ menu: 'Sol. de Troca', inFull: 'Solicitações de troca' }}
      count={listCount(list, ['solicitação', 'solicitações'])}
      actions={create}
      fill
    >
      <ListTable
        list={list}
        values={values}
        onValues={setValues}
        label="Solicitações de troca"
        noun={['solicitação', 'solicitações']}
        columns={exchangeColumns}
        filters={exchangeFilters}
        rowLink={rowLink}
        hint="Tire um filtro ou escolha um período maior."
        empty={
          <EmptyState
            title="Ainda não há solicitações"
            text="Abra uma com os produtos que o cliente quer trocar ou devolver."
            actions={create}
          />
        }
      />
      {creating && <NewExchangeDialog onDone={() => list.refetch()} onClose={() => setCreating(false)} />}
    </Page>
  );
}

const rowLink = ({ id }: ReturnRow) => `/tickets/${id}`;

const exchangeColumns: readonly Column<ReturnRow>[] = [
  fieldColumn(ReturnRow, 'id', { width: 80, card: 'title' }),
  fieldColumn(ReturnRow, 'status', { width: 128, card: 'corner', shown: chip(returnStatus) }),
  fieldColumn(ReturnRow, 'cliente', {
    minWidth: 210,
    card: 'fact',
    render: ({ cliente }) => <CustomerLabel id={cliente.id} tradeName={cliente.fant} />,
    second: ({ filial }) => filial.razSoc,
  }),
  fieldColumn(ReturnRow, 'notas', {
    minWidth: 130,
    hideOrder: 1,
    second: ({ totalItens }) => formatCount(totalItens, 'produto', 'produtos'),
  }),
  fieldColumn(ReturnRow, 'valor', { label: 'Valor', width: 120, card: 'fact', shown: money }),
  {
    id: 'etapa',
    label: 'Etapa',
    minWidth: 150,
    card: 'fact',
    render: ({ etapaAtual }) => etapaAtual.descricao,
    second: ({ situacaoTicket }) => rowOf(ticketStatus, situacaoTicket).label,
  },
  fieldColumn(ReturnRow, 'criador', { label: 'Aberta por', minWidth: 130, hideOrder: 2 }),
  fieldColumn(ReturnRow, 'datahora_criacao', {
    id: 'dtCriacao',
    label: 'Aberta',
    width: 112,
    sortable: true,
  }),
];

const exchangeFilters: readonly Filter[] = [
  oneOf('status', 'Situação', returnStatus, { pinned: true }),
  period('Aberta', { ends: ['dtInicial', 'dtFinal'], pinned: true }),
  {
    key: 'idCli',
    label: 'Cliente',
    kind: 'autocomplete',
    pinned: true,
    hint: 'Código, nome ou documento',
    load: searchCustomers,
    resolve: customersOfFilter,
  },
];
