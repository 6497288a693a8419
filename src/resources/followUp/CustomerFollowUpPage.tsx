import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Suspense, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { followUpRoutes } from '../../../contract/callcenter/followUp.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { FilterBar } from '../../ui/components/FilterBar/FilterBar.tsx';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
import { Board } from './Board.tsx';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { customerColumn } from './customerColumn.tsx';
import { branchFilter, queryOf, useBoardFilters } from './useBoardFilters.ts';

const CustomerPanelDialog = lazyScreen(
  () => import('../../custom/customerPanel/CustomerPanelDialog.tsx'),
  'CustomerPanelDialog',
);

/** `/acompanhamentos-clientes`: each customer in the first stage whose rule they fit. */
export function CustomerFollowUpPage() {
  return (
    <Guarded permission="ACOMPANHAMENTO_CLIENTE">
      <Boards />
    </Guarded>
  );
}

function Boards() {
  const mayEdit = useCan().can('ACOMPANHAMENTO_CLIENTE_EDITAR');
  const types = useRoute(followUpRoutes.types, {});
  const [search, setSearch] = useSearchParams();
  const current = types.data?.find(({ id }) => String(id) === search.get('quadro')) ?? types.data?.[0];
  return (
    <Page
      title="Acompanhamentos Clientes"
      actions={
        mayEdit && (
          <Button component={Link} to={current ? `/quadros/${current.id}` : '/quadros'}>
            Editar quadro
          </Button>
        )
      }
    >
      {types.isPending && <BoardSkeleton />}
      {types.error && <ErrorState error={types.error} onRetry={() => types.refetch()} />}
      {types.data?.length === 0 && (
        <EmptyState
          title="Nenhum quadro ativo"
          text={
            mayEdit
              ? 'Crie ou ative um quadro em Quadros de acompanhamento.'
              : 'Quem lidera a equipe pode ativar um quadro de acompanhamento.'
          }
        />
      )}
      {types.data && types.data.length > 1 && (
        <Tabs
          value={current?.id ?? false}
          onChange={(_event, id: number) =>
            setSearch(
              (now) => {
                const changed = new URLSearchParams(now);
                changed.set('quadro', String(id));
                return changed;
              },
              { replace: true },
            )
          }
          aria-label="Quadros"
          sx={{ mb: 2 }}
        >
          {types.data.map(({ id, nome }) => (
            <Tab key={id} value={id} label={nome} />
          ))}
        </Tabs>
      )}
      {current && <TypeBoard key={current.id} idTipo={current.id} />}
    </Page>
  );
}

const SEARCH = ['q'] as const;

function TypeBoard({ idTipo }: { idTipo: number }) {
  const filters = useMemo(
    (): Filter[] => [
      ...branchFilter(),
      {
        key: 'periodo',
        label: 'Última compra',
        kind: 'dateRange',
        fromKey: 'dtIni',
        toKey: 'dtFim',
        pinned: true,
      },
    ],
    [],
  );
  const { values, change } = useBoardFilters(filters, SEARCH);
  const [customer, setCustomer] = useState<number | null>(null);
  const query = queryOf(values);
  const { data, error, isPending, refetch } = useRoute(followUpRoutes.board, { params: { idTipo }, query });
  const broken = data?.etapas.filter(({ invalida }) => invalida) ?? [];
  return (
    <>
      <FilterBar
        filters={filters}
        values={values}
        onChange={change}
        search={{ key: 'q', label: 'Buscar clientes', placeholder: 'Código, nome ou CNPJ' }}
      />
      {broken.length > 0 && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          Ninguém entra em {broken.map(({ nome }) => `"${nome}"`).join(', ')}: a regra não pôde ser lida.
          Avise um administrador.
        </Alert>
      )}
      {isPending && <BoardSkeleton />}
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <Board
          label={data.nome}
          columns={data.etapas.map((stage) =>
            customerColumn(stage, { idTipo, query, onCustomer: setCustomer }),
          )}
        />
      )}
      {customer !== null && (
        <Suspense>
          <CustomerPanelDialog idCli={customer} onClose={() => setCustomer(null)} />
        </Suspense>
      )}
    </>
  );
}
