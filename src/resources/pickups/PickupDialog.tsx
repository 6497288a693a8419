import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { pickupStatus } from '../../../contract/catalogs/pickupStatus.ts';
import { type Pickup, type PickupParty, pickupRoutes } from '../../../contract/sac/pickups.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';
import { CloseCross, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { PickupActions } from './PickupActions.tsx';
import { PickupFacts } from './PickupFacts.tsx';
import { PickupTicket } from './PickupTicket.tsx';

interface PickupDialogProps {
  id: number;
  onClose: () => void;
  onParty: (party: PickupParty) => void;
}

/** One pickup: who fetches what where, and what can be done with it now. */
export function PickupDialog({ id, onClose, onParty }: PickupDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const { data, error, isPending, refetch } = useRoute(pickupRoutes.get, { params: { idColeta: id } });
  const pickup = data?.data;
  return (
    <DialogFrame
      open
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 3, pr: 12 }}>
        Coleta {id}
        {pickup && <StatusChip value={pickup.status} catalog={pickupStatus} />}
      </DialogTitle>
      <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 12, right: 12 }}>
        <CloseOutlined fontSize="small" />
      </CloseCross>
      <DialogContent dividers aria-busy={isPending}>
        {isPending && <TextSkeleton lines={6} />}
        {error && !pickup && <Failed error={error} onRetry={() => refetch()} />}
        {pickup && <Parts pickup={pickup} onParty={onParty} />}
      </DialogContent>
      {pickup && <PickupActions pickup={pickup} />}
    </DialogFrame>
  );
}

/** Unknown and out of scope read alike. */
const Failed = ({ error, onRetry }: { error: { status: number }; onRetry: () => void }) =>
  error.status === 404 ? (
    <EmptyState
      title="Coleta não encontrada"
      text="Ela não existe, ou não está entre as que você pode ver."
    />
  ) : (
    <ErrorState error={error} onRetry={onRetry} />
  );

const Parts = ({ pickup, onParty }: { pickup: Pickup; onParty: (party: PickupParty) => void }) => (
  <>
    <PickupFacts pickup={pickup} onParty={() => onParty(pickup.responsavel)} />
    {pickup.tickets.map((ticket) => (
      <PickupTicket key={ticket.id} ticket={ticket} given={!ticket.ativo && pickup.status !== 'CANCELADA'} />
    ))}
  </>
);
