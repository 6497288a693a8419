import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { agendaSupervisionRoutes, type Capacities } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Conflict } from '../../../contract/conflict.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { useAgendaRefresh } from '../../custom/agendas/useAgendaRefresh.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { conflictOf } from '../../ui/conflict/useConflict.ts';
import { useHeldForm } from '../../ui/conflict/useHeldForm.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { BalanceDialog } from './BalanceDialog.tsx';
import { LoadTable } from './LoadTable.tsx';

/** `/agendas/capacidade`: what each seller can make in a day against what waits for them. */
export function CapacityPage() {
  return (
    <Guarded permission="AGENDA_SUPERVISAO">
      <Capacity />
    </Guarded>
  );
}

/** What stands in the fields, by person; empty for the standard. */
type Texts = Record<string, string>;

const textsOf = ({ vendedores }: Capacities): Texts =>
  Object.fromEntries(vendedores.map(({ id, propria, porDia }) => [id, propria ? String(porDia) : '']));

function Capacity() {
  const { data, error, isPending, refetch } = useRoute(agendaSupervisionRoutes.capacities, { query: {} });
  const [by, setBy] = useState<Conflict>();
  const held = useHeldForm<Texts>({
    // The versions of the sellers only grow, and so does their sum.
    versao: data?.vendedores.reduce((sum, { versao }) => sum + versao + 1, 0) ?? 0,
    initial: data ? textsOf(data) : {},
    by,
    read: textsOf,
  });
  const ids = Object.keys(held.value).filter((id) => held.value[id] !== held.base[id]);
  const [balancing, setBalancing] = useState(false);
  const notify = useNotify();
  const refresh = useAgendaRefresh();
  const save = useRouteCommand(agendaSupervisionRoutes.saveCapacities);
  const count = ids.length;
  const wrong = ids
    .map((id) => held.value[id] ?? '')
    .some((text) => !/^\d{0,3}$/.test(text) || Number(text) > 500);
  const submit = async () => {
    const capacidades = ids.map((id) => ({
      idColab: Number(id),
      porDia: held.value[id] ? Number(held.value[id]) : null,
      versao: data?.vendedores.find((seller) => seller.id === Number(id))?.versao ?? 0,
    }));
    const answer = await save.mutateAsync({ body: { capacidades } }).catch((error: unknown) => {
      // What stands now is read by the line that follows every refusal over a version.
      setBy(conflictOf(error) ?? undefined);
      return null;
    });
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    await refetch();
  };
  return (
    <Page
      title="Capacidade de agendas"
      actions={
        <>
          {count > 0 && (
            <Button onClick={held.reset} disabled={save.isPending}>
              Descartar
            </Button>
          )}
          {count > 0 && (
            <Button
              variant="outlined"
              onClick={() => void submit()}
              loading={save.isPending}
              disabled={wrong || held.undecided}
            >
              {`Guardar ${formatCount(count, 'capacidade', 'capacidades')}`}
            </Button>
          )}
          <Button variant="contained" onClick={() => setBalancing(true)} disabled={!data}>
            Equilibrar
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        <ConflictView
          conflict={held}
          name="a capacidade"
          labels={Object.fromEntries(
            (data?.vendedores ?? []).map(({ id, nome }) => [
              id,
              { label: nome, show: (text: string | undefined) => (text ? `${text} por dia` : 'o padrão') },
            ]),
          )}
        />
        {save.error && !held.open && <Alert severity="error">{save.error.message}</Alert>}
        {isPending && <ListSkeleton rows={8} />}
        {error && <ErrorState error={error} onRetry={() => refetch()} />}
        {data && data.vendedores.length === 0 && (
          <EmptyState
            title="Nenhum vendedor"
            text="Cadastre operadores, vendedores ou representantes em Pessoas."
          />
        )}
        {data && data.vendedores.length > 0 && (
          <>
            <Typography variant="body2" color="text.secondary">
              Agendas em aberto nos próximos {data.dias.length} dias úteis. Sem um número próprio vale o
              padrão de {data.padrao} por dia.
            </Typography>
            <LoadTable data={data} changed={held.value} onChange={(id, text) => held.set({ [id]: text })} />
          </>
        )}
      </Stack>
      {balancing && (
        <BalanceDialog
          onClose={() => setBalancing(false)}
          onDone={async () => {
            await Promise.all([refetch(), refresh()]);
          }}
        />
      )}
    </Page>
  );
}
