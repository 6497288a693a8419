import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { companyRuleRoutes, RuleRun } from '#contract/config/companyRules.ts';
import { RUN_STATES, type RunState } from '#contract/rules/companyRules/companyRule.ts';
import { formatCount } from '#contract/rules/format.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import type { FilterValues } from '#ui/components/FilterBar/filters.ts';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf } from '#ui/lists/filterKinds.ts';
import { NothingFound } from '#ui/lists/list.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { runState } from './ruleStates.ts';

/** What a rule did with each event, the newest first. What went wrong says why, and can be tried again. */
export function RuleRuns({ chave }: { chave: string }) {
  const [values, setValues] = useState<FilterValues>({});
  const [page, setPage] = useState(1);
  const situacao = RUN_STATES.find((state) => state === values.situacao);
  const query = useRoute(
    companyRuleRoutes.runs,
    { params: { chave }, query: { page, take: 25, ...(situacao && { situacao }) } },
    { placeholderData: (before) => before, refetchInterval: 15_000 },
  );
  const standing = useRoute(companyRuleRoutes.standing, { params: { chave } }, { retry: false });
  const actions = useCallback(
    (run: RuleRun) => run.podeRepetir && <Retry chave={chave} run={run} />,
    [chave],
  );
  const paginator = query.data?.paginator;
  const motivo = standing.data?.data.motivo;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 8 }}>
      {motivo && <Alert severity="warning">A regra foi desligada sozinha. {motivo}</Alert>}
      <FilterBar
        filters={FILTERS}
        values={values}
        onChange={(next) => {
          setValues(next);
          setPage(1);
        }}
        debounceMs={0}
      />
      <DataTable
        label="Execuções"
        columns={COLUMNS}
        rows={query.data?.itens ?? NONE}
        rowId={({ id }) => id}
        rowActions={actions}
        actionsWidth={148}
        loading={query.isPending}
        answer={query}
        empty={
          situacao ? (
            <NothingFound none="Nenhuma execução" onClear={() => setValues({})} />
          ) : (
            <EmptyState
              title="Nada ainda"
              text="Cada vez que a regra olha um registro, o que ela fez, ou por que não fez, fica aqui."
            />
          )
        }
        rowCount={paginator?.total}
        maxHeight="100%"
      />
      {paginator && (
        <AnswerPages
          page={paginator.current_page}
          paginator={paginator}
          onPage={setPage}
          noun={['execução', 'execuções']}
        />
      )}
    </div>
  );
}

const NONE: RuleRun[] = [];

const FILTERS = [
  oneOf(
    'situacao',
    'Situação',
    runState.map(({ value, label }) => ({ value, label })),
    { pinned: true },
  ),
];

const COLUMNS: readonly Column<RuleRun>[] = [
  fieldColumn(RuleRun, 'quando', { width: 150, card: 'fact' }),
  fieldColumn(RuleRun, 'evento', { width: 200, card: 'title' }),
  fieldColumn(RuleRun, 'registro', {
    width: 140,
    align: 'left',
    card: 'fact',
    render: ({ pagina, registro }) =>
      pagina ? <Link to={pagina}>{`Registro ${registro}`}</Link> : `Registro ${registro}`,
  }),
  fieldColumn(RuleRun, 'situacao', {
    width: 150,
    card: 'corner',
    shown: (state: RunState) => <StatusChip value={state} catalog={runState} />,
  }),
  fieldColumn(RuleRun, 'frase', {
    minWidth: 280,
    card: 'fact',
    second: ({ proxima, tentativas }) =>
      proxima ? (
        <>
          {formatCount(tentativas, 'tentativa', 'tentativas')} · de novo <RelativeDate value={proxima} />
        </>
      ) : null,
  }),
];

function Retry({ chave, run: { id } }: { chave: string; run: RuleRun }) {
  const queries = useQueryClient();
  const notify = useNotify();
  const retry = useRouteCommand(companyRuleRoutes.retry, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: (error) => notify(error.message, { type: 'error' }),
    onSettled: () => void queries.invalidateQueries({ queryKey: routeKey(companyRuleRoutes.runs) }),
  });
  return (
    <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ params: { chave, id } })}>
      Tentar novamente
    </Button>
  );
}
