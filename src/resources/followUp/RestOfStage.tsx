import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { type FollowUpStage, followUpRoutes } from '../../../contract/callcenter/followUp.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { CloseButton, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { PageLinks } from '../../ui/components/PageLinks/PageLinks.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { CustomerCard } from './CustomerCard.tsx';

interface RestOfStageProps {
  stage: FollowUpStage;
  idTipo: number;
  query: Record<string, unknown>;
  onCustomer: (id: number) => void;
}

/** All customers of a stage, page by page. */
export function RestOfStage(props: RestOfStageProps) {
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
        {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
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
          <PageLinks
            page={page}
            lastPage={data.paginator.last_page}
            perPage={data.paginator.per_page}
            total={data.paginator.total}
            links={3}
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
