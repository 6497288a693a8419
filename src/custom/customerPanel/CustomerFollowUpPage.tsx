import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Suspense, useId, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type FollowUpStage, followUpRoutes } from '#contract/callcenter/agendas/followUp.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import {
  Board,
  type BoardColumn,
  BoardSkeleton,
  branchFilter,
  CustomerCard,
  queryOf,
  useBoardFilters,
} from '#src/resources/followUp/shared/Board.tsx';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import type { Filter } from '#ui/components/FilterBar/filters.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { period } from '#ui/lists/filterKinds.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

const CustomerPanelDialog = lazyScreen(() => import('./CustomerPanel.tsx'), 'CustomerPanelDialog');

/** `/acompanhamentos-clientes`: each customer in the first stage whose rule applies to them. */
export function CustomerFollowUpPage() {
  return (
    <RequirePermission permission="ACOMPANHAMENTO_CLIENTE">
      <Boards />
    </RequirePermission>
  );
}

function Boards() {
  const mayEdit = useCan().can('ACOMPANHAMENTO_CLIENTE_EDITAR');
  const types = useRoute(followUpRoutes.types, {});
  const [search, setSearch] = useSearchParams();
  const current = types.data?.find(({ id }) => String(id) === search.get('quadro')) ?? types.data?.[0];
  return (
    <Page
      title={{ menu: 'Acompanhamentos Clientes', inFull: 'Acompanhamento de clientes' }}
      actions={
        mayEdit && (
          <Button component={Link} to={current ? `/quadros/${current.id}` : '/quadros'}>
            Editar quadro
          </Button>
        )
      }
    >
      {types.isPending && <BoardSkeleton />}
      <Failure answer={types} />
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
  const filters = useMemo((): Filter[] => [...branchFilter(), period('Última compra', { pinned: true })], []);
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
      <Failure answer={{ data, error, refetch }} />
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

interface StageContext {
  idTipo: number;
  query: Record<string, unknown>;
  onCustomer: (id: number) => void;
}

/** A stage as a column: its rule, the latest buyers, and the rest on demand. */
const customerColumn = (stage: FollowUpStage, context: StageContext): BoardColumn => ({
  key: String(stage.id),
  title: stage.nome,
  tone: stage.cor,
  count: formatCount(stage.total, 'cliente', 'clientes'),
  // Omitted when the stage is already named after its rule.
  note: stage.regra === stage.nome ? undefined : stage.regra,
  cards: stage.clientes.map((customer) => (
    <CustomerCard key={customer.id} customer={customer} onOpen={context.onCustomer} />
  )),
  foot: stage.total > stage.clientes.length && <RestOfStage stage={stage} {...context} />,
});

interface RestOfStageProps {
  stage: FollowUpStage;
  idTipo: number;
  query: Record<string, unknown>;
  onCustomer: (id: number) => void;
}

/** All customers of a stage, page by page. */
function RestOfStage(props: RestOfStageProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" color="inherit" fullWidth sx={{ mt: 2 }} onClick={() => setOpen(true)}>
        Ver todos
      </Button>
      {open && <StageDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function StageDialog({
  stage,
  idTipo,
  query,
  onCustomer,
  onClose,
}: RestOfStageProps & { onClose: () => void }) {
  const titleId = useId();
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useRoute(followUpRoutes.stage, {
    params: { idTipo, etapaId: stage.id },
    query: { ...query, page },
  });
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {stage.nome} · {formatCount(stage.total, 'cliente', 'clientes')}
      </DialogTitle>
      <DialogContent dividers>
        {isPending && <ListSkeleton rows={8} />}
        <Failure answer={{ data, error, refetch }} />
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
          }}
        >
          {data?.itens.map((customer) => (
            <CustomerCard key={customer.id} customer={customer} onOpen={onCustomer} />
          ))}
        </Box>
        {data && (
          <AnswerPages
            page={page}
            paginator={data.paginator}
            onPage={setPage}
            noun={['cliente', 'clientes']}
          />
        )}
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
