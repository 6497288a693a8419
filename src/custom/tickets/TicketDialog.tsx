import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { ticketRoutes } from '../../../contract/sac/tickets.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { CloseButton, CloseCross, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
import { TicketFacts } from './TicketFacts.tsx';
import { TicketStory } from './TicketStory.tsx';

interface TicketDialogProps {
  id: number;
  onClose: () => void;
}

/** 'Ticket #{id}' over another screen, to read; it is worked on its own page. */
export function TicketDialog({ id, onClose }: TicketDialogProps) {
  const titleId = useId();
  const { can } = useCan();
  const { data, error, refetch } = useRoute(ticketRoutes.get, { params: { idTicket: id } });
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', pl: { xs: 4, md: 6 }, pr: 3, pt: 3 }}
      >
        <Typography id={titleId} variant="h2" component="h2" sx={{ flex: 1 }}>
          Ticket #{id}
        </Typography>
        <CloseCross aria-label="Fechar">
          <CloseOutlined />
        </CloseCross>
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {!data && !error && <TextSkeleton lines={8} />}
        {!data && error?.status === 404 && (
          <EmptyState
            title="Ticket não encontrado"
            text="Ele não existe, ou não está entre os que você pode ver."
          />
        )}
        {!data && error && error.status !== 404 && (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
        {data && <TicketFacts ticket={data.data} />}
        {data && <TicketStory idTicket={id} />}
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
        {data && can('SAC_TICKETS') && (
          <Button variant="contained" component={Link} to={`/tickets/${id}`}>
            Abrir o ticket
          </Button>
        )}
      </DialogActions>
    </DialogFrame>
  );
}
