import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { Button } from '#ui/components/Button.tsx';

interface LeaveQuestionProps {
  onStay: () => void;
  onGo: () => void;
}

/** Asks before unsaved input is discarded. Escape and the backdrop keep it. */
export function DiscardDialog({ onStay, onGo }: LeaveQuestionProps) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onStay}
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
      slotProps={{ paper: { role: 'alertdialog' } }}
    >
      <DialogTitle id={id}>Descartar o que você preencheu?</DialogTitle>
      <DialogContent>
        <DialogContentText>O que ainda não foi salvo se perde.</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onGo}>
          Descartar
        </Button>
        <Button variant="contained" onClick={onStay} autoFocus>
          Continuar preenchendo
        </Button>
      </DialogActions>
    </Dialog>
  );
}
