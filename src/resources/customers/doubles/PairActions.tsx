import Stack from '@mui/material/Stack';
import { useNotify } from 'ra-core';
import { Suspense, useState } from 'react';
import { customerDoubleRoutes, type LikelyDouble } from '#contract/callcenter/customers/customerDoubles.ts';
import { groupName } from '#contract/rules/customers/customerGroup.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';

interface PairProps {
  pair: LikelyDouble;
}

interface ProposedProps extends PairProps {
  /** Both have documents: they are linked as a group, never merged. */
  links: boolean;
}

const pairInput = ({ cliente, outro }: LikelyDouble) => ({
  params: { idCli: cliente.id },
  body: { outro: outro.id },
});

/** Makes the two one, or one group, or says for good that they are not the same. */
export function ProposedActions({ pair, links }: ProposedProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
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
      <Button
        size="small"
        aria-label={`${links ? 'Ligar em grupo' : 'Unir'} ${cliente.id} e ${outro.id}`}
        onClick={() => setOpen(true)}
      >
        {links ? 'Ligar em grupo' : 'Unir'}
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
      {isOpen && (
        <Suspense>
          {links ? (
            <LinkGroupDialog
              idCli={cliente.id}
              other={outro.id}
              proposedName={groupName({ fant: outro.fant, cnpj: outro.documento })}
              onDone={(text) => {
                notify(text, { type: 'success' });
                close();
              }}
              onClose={close}
            />
          ) : (
            <MergeCustomersDialog idCli={cliente.id} other={outro.id} onClose={close} />
          )}
        </Suspense>
      )}
    </Stack>
  );
}

const MergeCustomersDialog = lazyScreen(
  () => import('../shared/merge/MergeCustomersDialog.tsx'),
  'MergeCustomersDialog',
);

const LinkGroupDialog = lazyScreen(() => import('../shared/group/LinkGroupDialog.tsx'), 'LinkGroupDialog');

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
