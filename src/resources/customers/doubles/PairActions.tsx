import Stack from '@mui/material/Stack';
import { useNotify } from 'ra-core';
import { Suspense, useState } from 'react';
import { customerDoubleRoutes, type LikelyDouble } from '#contract/callcenter/customers/customerDoubles.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';

interface PairProps {
  pair: LikelyDouble;
}

const pairInput = ({ cliente, outro }: LikelyDouble) => ({
  params: { idCli: cliente.id },
  body: { outro: outro.id },
});

/** Merges the two, or says for good that they are not the same. */
export function ProposedActions({ pair }: PairProps) {
  const [merging, setMerging] = useState(false);
  const offer = useUndoOffer();
  const notify = useNotify();
  const refetch = useRefetch();
  const dismiss = useRouteCommand(customerDoubleRoutes.dismiss, {
    onSuccess: ({ data }) =>
      offer('dismissDouble', {
        message: data.message,
        shows: customerDoubleRoutes.restore,
        undo: async (undo) => (await undo(customerDoubleRoutes.restore, pairInput(pair))).data.message,
      }),
    onError: ({ message }) => notify(message, { type: 'error' }),
    onSettled: () => void refetch(customerDoubleRoutes.dismiss),
  });
  const { cliente, outro } = pair;
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Button size="small" aria-label={`Unir ${cliente.id} e ${outro.id}`} onClick={() => setMerging(true)}>
        Unir
      </Button>
      <Button
        size="small"
        color="inherit"
        loading={dismiss.isPending}
        aria-label={`${cliente.id} não é o mesmo que ${outro.id}`}
        onClick={() => dismiss.mutate(pairInput(pair))}
      >
        Não é o mesmo
      </Button>
      {merging && (
        <Suspense>
          <MergeCustomersDialog idCli={cliente.id} other={outro.id} onClose={() => setMerging(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

const MergeCustomersDialog = lazyScreen(
  () => import('../shared/merge/MergeCustomersDialog.tsx'),
  'MergeCustomersDialog',
);

/** Takes back that the two are not the same. */
export function DismissedActions({ pair }: PairProps) {
  const notify = useNotify();
  const refetch = useRefetch();
  const restore = useRouteCommand(customerDoubleRoutes.restore, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: ({ message }) => notify(message, { type: 'error' }),
    onSettled: () => void refetch(customerDoubleRoutes.restore),
  });
  const { cliente, outro } = pair;
  return (
    <Button
      size="small"
      loading={restore.isPending}
      aria-label={`Voltar a propor ${cliente.id} e ${outro.id}`}
      onClick={() => restore.mutate(pairInput(pair))}
    >
      Voltar a propor
    </Button>
  );
}
