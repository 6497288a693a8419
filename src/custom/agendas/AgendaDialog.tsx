import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { CloseCross, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { AgendaActions } from './AgendaActions.tsx';
import { AgendaFacts } from './AgendaFacts.tsx';
import { AgendaHistory } from './AgendaHistory.tsx';
import { SituationChip } from './agendaTexts.tsx';
import { useAgendaRefresh } from './useAgendaRefresh.ts';

interface AgendaDialogProps {
  id: number;
  onClose: () => void;
  onChanged?: () => void;
}

/** 'Agenda {id}', with reschedule and finish. */
export function AgendaDialog({ id, onClose, onChanged }: AgendaDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const { data, error, isPending, refetch } = useRoute(agendaRoutes.get, { params: { id } });
  const refresh = useAgendaRefresh();
  const agenda = data?.data;
  const changed = async () => {
    onChanged?.();
    await refresh();
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 3, pr: 12 }}>
        Agenda {id}
        {agenda && <SituationChip situacao={agenda.situacao} />}
      </DialogTitle>
      <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 12, right: 12 }}>
        <CloseOutlined fontSize="small" />
      </CloseCross>
      <DialogContent dividers aria-busy={isPending}>
        {isPending && <TextSkeleton lines={8} />}
        {error && !agenda && <Failed error={error} onRetry={() => refetch()} />}
        {agenda && (
          <>
            <AgendaFacts agenda={agenda} />
            <AgendaHistory agenda={agenda} />
          </>
        )}
      </DialogContent>
      {agenda && <AgendaActions agenda={agenda} onChanged={changed} onRemoved={onClose} />}
    </DialogFrame>
  );
}

/** Unknown and out of scope read alike. */
const Failed = ({ error, onRetry }: { error: { status: number }; onRetry: () => void }) =>
  error.status === 404 ? (
    <EmptyState
      title="Agenda não encontrada"
      text="Ela foi excluída, ou não está entre as que você pode ver."
    />
  ) : (
    <ErrorState error={error} onRetry={onRetry} />
  );
