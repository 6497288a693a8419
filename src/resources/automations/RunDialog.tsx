import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { CloseButton, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { JobResult } from '../../ui/jobs/JobResult.tsx';

interface RunDialogProps {
  idLote: string;
  title: string;
  onClose: () => void;
}

/** How far a long run is, and then which customers got no agenda, and why. */
export function RunDialog({ idLote, title, onClose }: RunDialogProps) {
  const titleId = useId();
  return (
    <DialogFrame open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <JobResult idLote={idLote} />
      </DialogContent>
      <DialogActions>
        <CloseButton variant="contained">Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
