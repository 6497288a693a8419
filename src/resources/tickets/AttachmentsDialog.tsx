import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { conversationRoutes } from '../../../contract/sac/ticketConversation.ts';
import { inWords } from '../../dataProvider/inWords.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { FileList } from '../../ui/components/files/FileList.tsx';
import { CloseButton, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { listedFile } from './listedFile.ts';

interface AttachmentsDialogProps {
  idTicket: number;
  open: boolean;
  onClose: () => void;
}

/** 'Anexos do Ticket' (document 000 section 2). */
export function AttachmentsDialog({ idTicket, open, onClose }: AttachmentsDialogProps) {
  const { data, error, isPending, refetch } = useRoute(
    conversationRoutes.attachments,
    { params: { idTicket } },
    { enabled: open },
  );
  return (
    <DialogFrame open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="ticket-attachments">
      <DialogTitle id="ticket-attachments">{inWords('Anexos do Ticket')}</DialogTitle>
      <DialogContent aria-busy={isPending}>
        {isPending && <p>Carregando...</p>}
        {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
        {data && <FileList files={data.map(listedFile)} />}
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
