import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { ProductWait, productWaitRoutes } from '#contract/callcenter/productWaits.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { waitEnd } from '#contract/catalogs/productWait.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { exactly } from '#ui/lists/shown.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

/** `/esperas-produto`: who waits for which product, and how those waits ended. */
export function ProductWaitsPage() {
  return (
    <RequirePermission permission="CLIENTE_ORCAMENTOS">
      <Waits />
    </RequirePermission>
  );
}

const NOUN = ['espera', 'esperas'] as const;
const NONE: ProductWait[] = [];
const idOf = ({ id }: ProductWait) => id;

function Waits() {
  const [closed, setClosed] = useState(false);
  const [page, setPage] = useState(1);
  const answer = useRoute(productWaitRoutes.list, { query: { page, take: 50, encerradas: closed } });
  const may = useCan().can('ORCAMENTO_EDITAR');
  const { data } = answer;
  return (
    <Page title={{ menu: 'Esperas por produtos' }} count={data && formatCount(data.paginator.total, ...NOUN)}>
      <Tabs
        value={closed}
        aria-label="Situação das esperas"
        onChange={(_, next: boolean) => {
          setClosed(next);
          setPage(1);
        }}
      >
        <Tab value={false} label="Esperando" />
        <Tab value label="Encerradas" />
      </Tabs>
      <DataTable
        label="Esperas por produtos"
        columns={closed ? CLOSED : OPEN}
        rows={data?.itens ?? NONE}
        rowId={idOf}
        rowLink={({ cliente }) => `/clientes-callcenter/${cliente.id}`}
        loading={answer.isPending}
        answer={answer}
        {...(may && !closed && { rowActions: ending, actionsWidth: 190 })}
        empty={
          <EmptyState
            title={closed ? 'Nenhuma espera encerrada' : 'Ninguém espera por um produto'}
            text="No estoque de um produto que falta em um orçamento, escolha 'Avisar quando chegar'."
          />
        }
      />
      {data && (page > 1 || data.paginator.last_page > 1) && (
        <AnswerPages page={page} paginator={data.paginator} onPage={setPage} noun={[...NOUN]} />
      )}
    </Page>
  );
}

const OPEN: readonly Column<ProductWait>[] = [
  fieldColumn(ProductWait, 'cliente', { minWidth: 200, card: 'title' }),
  fieldColumn(ProductWait, 'produto', { minWidth: 200, card: 'fact' }),
  fieldColumn(ProductWait, 'filial', { width: 160, card: 'fact' }),
  fieldColumn(ProductWait, 'vendedor', { width: 160, card: 'fact' }),
  fieldColumn(ProductWait, 'desde', { width: 180, card: 'corner', shown: exactly }),
];

const CLOSED: readonly Column<ProductWait>[] = [
  ...OPEN,
  fieldColumn(ProductWait, 'motivo', {
    width: 160,
    card: 'fact',
    render: ({ motivo }) => (motivo ? rowOf(waitEnd, motivo).label : null),
  }),
  fieldColumn(ProductWait, 'encerradaEm', { width: 180, shown: exactly }),
];

const ending = (wait: ProductWait) => <Ending wait={wait} />;

function Ending({ wait }: { wait: ProductWait }) {
  const notify = useNotify();
  const refetch = useRefetch();
  const close = useRouteCommand(productWaitRoutes.close, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: ({ message }) => notify(message, { type: 'error' }),
    onSettled: () => void refetch(productWaitRoutes.close),
  });
  const end = (motivo: 'AVISADO' | 'DESISTIU') =>
    close.mutate({ params: { idEspera: wait.id }, body: { motivo, versao: wait.versao } });
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Button
        size="small"
        loading={close.isPending}
        aria-label={`Avisei ${wait.cliente.nome} sobre ${wait.produto.nome}`}
        onClick={() => end('AVISADO')}
      >
        Avisei
      </Button>
      <Button
        size="small"
        color="inherit"
        loading={close.isPending}
        aria-label={`${wait.cliente.nome} desistiu de ${wait.produto.nome}`}
        onClick={() => end('DESISTIU')}
      >
        Desistiu
      </Button>
    </Stack>
  );
}
