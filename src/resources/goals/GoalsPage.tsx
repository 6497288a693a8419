import AddOutlined from '@mui/icons-material/AddOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { useNotify } from 'ra-core';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Goal, goalRoutes } from '#contract/callcenter/goals.ts';
import {
  type Decimal,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import { formatMoney, formatPercent } from '#contract/rules/format.ts';
import { monthText } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { seesOthersAgendas } from '#src/resources/agendas/shared/agendaTexts.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { money } from '#ui/lists/shown.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton, Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { GoalDialog, ImportGoalsDialog, MonthSwitch } from './GoalDialogs.tsx';

const GoalChart = lazyScreen(() => import('./GoalChart.tsx'), 'GoalChart');

/** `/objetivos?mes=2026-11`: each seller's goal for a month, and their progress. */
export function GoalsPage() {
  return (
    <RequirePermission permission="GERENCIA_OBJETIVO">
      <Goals />
    </RequirePermission>
  );
}

const thisMonth = () => ownToday().slice(0, 7);

function Goals() {
  const [address, setAddress] = useSearchParams();
  const given = address.get('mes') ?? '';
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(given) ? given : thisMonth();
  const goals = useRoute(goalRoutes.list, { query: { mes: month, take: 100 } });
  const [opened, setOpened] = useState<Goal | 'new' | 'import' | null>(null);
  const { can } = useCan();
  const mayEdit = can('OBJETIVO_EDITAR') && seesOthersAgendas();
  const rows = goals.data?.itens ?? NONE;
  const close = () => setOpened(null);
  const dialog = { month, onClose: close, onDone: () => goals.refetch() };
  return (
    <Page
      title={{ menu: 'Objetivos Vendedores', inFull: 'Objetivos dos vendedores' }}
      aside={<MonthSwitch month={month} onChange={(mes) => setAddress({ mes })} />}
      actions={
        mayEdit && (
          <>
            <Button onClick={() => setOpened('import')}>Importar</Button>
            <Count month={month} disabled={rows.length === 0} onDone={() => goals.refetch()} />
            <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setOpened('new')}>
              Definir objetivo
            </Button>
          </>
        )
      }
    >
      <Stack spacing={4} data-in-order>
        {goals.isPending && <ListSkeleton rows={12} />}
        {rows.length > 0 && <GoalTotals goals={rows} />}
        {rows[0]?.apurado && (
          <Alert severity="info">
            Apurado <RelativeDate value={rows[0].apurado} /> pelos pedidos faturados em {monthText(month)}.
          </Alert>
        )}
        {rows.length > 0 && (
          <Suspense fallback={<Undecided />}>
            <GoalChart goals={rows} />
          </Suspense>
        )}
        <div>
          <DataTable
            label={`Objetivos de ${monthText(month)}`}
            columns={goalColumns}
            rows={rows}
            rowId={idOf}
            {...(mayEdit && { onOpen: setOpened })}
            loading={goals.isPending}
            answer={goals}
            empty={
              <EmptyState
                title={`Nenhum objetivo em ${monthText(month)}`}
                text={
                  mayEdit
                    ? 'Defina o objetivo de cada vendedor, ou importe uma planilha com Colaborador, Valor e Lucro.'
                    : 'Quem supervisiona ainda não definiu objetivos para este mês.'
                }
              />
            }
          />
        </div>
      </Stack>
      {opened === 'import' && <ImportGoalsDialog {...dialog} />}
      {opened !== null && opened !== 'import' && (
        <GoalDialog {...dialog} {...(opened !== 'new' && { goal: opened })} />
      )}
    </Page>
  );
}

function Count({ month, disabled, onDone }: { month: string; disabled: boolean; onDone: () => unknown }) {
  const notify = useNotify();
  const command = useRouteCommand(goalRoutes.count, {
    onSuccess: ({ data }) => {
      notify(data.message, { type: 'success' });
      void onDone();
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  return (
    <Button
      variant="outlined"
      disabled={disabled}
      loading={command.isPending}
      onClick={() => command.mutate({ body: { mes: month } })}
    >
      Apurar
    </Button>
  );
}

const NONE: Goal[] = [];

const idOf = ({ id }: Goal) => id;

/** The month's totals. */
function GoalTotals({ goals }: { goals: readonly Goal[] }) {
  const sum = (key: 'valor' | 'valorRealizado' | 'margem' | 'margemRealizada') =>
    sumDecimals(goals.map((goal) => goal[key]));
  const [goal, done, margin, marginDone] = [
    sum('valor'),
    sum('valorRealizado'),
    sum('margem'),
    sum('margemRealizada'),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(170px, 1fr))' }}>
      <FigureTile label="Objetivo do mês" value={formatMoney(goal, 2)} />
      <FigureTile label="Vendido" value={formatMoney(done, 2)} note={`${share(done, goal)} do objetivo`} />
      <FigureTile label="Objetivo de lucro" value={formatMoney(margin, 2)} />
      <FigureTile
        label="Lucro"
        value={formatMoney(marginDone, 2)}
        note={`${share(marginDone, margin)} do objetivo`}
      />
    </Box>
  );
}

const share = (done: Decimal, goal: Decimal): string =>
  isPositive(goal) ? formatPercent(divideDecimals(multiplyDecimals(done, '100'), goal, 4), 1) : '—';

const goalColumns: readonly Column<Goal>[] = [
  fieldColumn(Goal, 'colaborador', { id: 'nome', label: 'Vendedor', minWidth: 180, card: 'title' }),
  fieldColumn(Goal, 'valor', { label: 'Objetivo', width: 140, card: 'fact', shown: money }),
  fieldColumn(Goal, 'valorRealizado', { id: 'vendido', width: 140, card: 'fact', shown: money }),
  {
    id: 'alcancado',
    label: 'Alcançado',
    minWidth: 160,
    card: 'fact',
    render: ({ percValor, colaborador }) => (
      <Reached percent={percValor} label={`Venda de ${colaborador.nome}`} />
    ),
  },
  fieldColumn(Goal, 'margem', { width: 150, hideOrder: 1, shown: money }),
  fieldColumn(Goal, 'margemRealizada', { label: 'Lucro', width: 130, shown: money }),
  {
    id: 'margemAlcancada',
    label: 'Lucro alcançado',
    minWidth: 160,
    render: ({ percMargem, colaborador }) => (
      <Reached percent={percMargem} label={`Lucro de ${colaborador.nome}`} />
    ),
  },
];

/** The bar is full at the goal; the number shows how far it was exceeded. */
const Progress = ({ percent, label }: { percent: string; label: string }) => (
  <LinearProgress
    variant="determinate"
    value={Math.max(0, Math.min(100, Number(percent)))}
    color={Number(percent) >= 100 ? 'success' : 'primary'}
    aria-label={label}
    sx={{ flex: 1, minWidth: 56, height: 6, borderRadius: 3 }}
  />
);

const Reached = ({ percent, label }: { percent: string; label: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 130 }}>
    <Progress percent={percent} label={label} />
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatPercent(percent, 1)}</span>
  </Box>
);
