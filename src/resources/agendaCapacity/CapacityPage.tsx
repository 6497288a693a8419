import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { useAgendaRefresh } from '../../custom/agendas/useAgendaRefresh.ts';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { ListSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
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

function Capacity() {
  const { data, error, isPending, refetch } = useRoute(agendaSupervisionRoutes.capacities, { query: {} });
  const [changed, setChanged] = useState<Record<number, string>>({});
  const [balancing, setBalancing] = useState(false);
  const notify = useNotify();
  const refresh = useAgendaRefresh();
  const save = useRouteCommand(agendaSupervisionRoutes.saveCapacities);
  const count = Object.keys(changed).length;
  const wrong = Object.values(changed).some((text) => !/^\d{0,3}$/.test(text) || Number(text) > 500);
  const submit = async () => {
    const capacidades = Object.entries(changed).map(([id, text]) => ({
      idColab: Number(id),
      porDia: text === '' ? null : Number(text),
      versao: data?.vendedores.find((seller) => seller.id === Number(id))?.versao ?? 0,
    }));
    const answer = await save.mutateAsync({ body: { capacidades } }).catch(() => null);
    if (!answer) return;
    setChanged({});
    notify(answer.data.message, { type: 'success' });
    await refetch();
  };
  return (
    <Page
      title="Capacidade de agendas"
      actions={
        <>
          {count > 0 && (
            <Button onClick={() => setChanged({})} disabled={save.isPending}>
              Descartar
            </Button>
          )}
          {count > 0 && (
            <Button
              variant="outlined"
              onClick={() => void submit()}
              loading={save.isPending}
              disabled={wrong}
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
        {save.error && <Alert severity="error">{save.error.message}</Alert>}
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
            <LoadTable
              data={data}
              changed={changed}
              onChange={(id, text) =>
                setChanged((before) => {
                  const seller = data.vendedores.find((each) => each.id === id);
                  const same = text === (seller?.propria ? String(seller.porDia) : '');
                  const { [id]: _, ...rest } = before;
                  return same ? rest : { ...rest, [id]: text };
                })
              }
            />
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
