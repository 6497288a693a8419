import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import type { OpenMove } from '../moves/useMoveSession.ts';

interface ArchivedBannerProps {
  ticket: Ticket;
  onMove: (move: OpenMove) => void;
}

export const ArchivedBanner = ({ ticket, onMove }: ArchivedBannerProps) => (
  <Alert
    severity="info"
    sx={{ mb: 4 }}
    action={
      ticket.acoes.desarquivar && (
        <Button color="inherit" size="small" onClick={() => onMove({ kind: 'desarquivar' })}>
          Desarquivar
        </Button>
      )
    }
  >
    {inWords('Este ticket está arquivado e não pode ser mudado.')}
  </Alert>
);
