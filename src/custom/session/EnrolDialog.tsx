import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { EnrolSteps } from './secondFactor/EnrolSteps.tsx';

/** Whose role demands a second factor sets it up before anything else, over whatever page asked. */
export function EnrolDialog({ onSettled }: { onSettled: (enrolled: boolean) => void }) {
  const [enrolled, setEnrolled] = useState(false);
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="enrol-now">
      <DialogTitle id="enrol-now">Ligue a verificação em duas etapas</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4 }}>
          O seu perfil exige, além da senha, um código do celular. Leva um minuto, e só depois o console abre.
        </Typography>
        <EnrolSteps onEnrolled={() => setEnrolled(true)} onDone={() => onSettled(true)} />
        {/* The recovery codes are seen once: nothing beside them leads away. */}
        {!enrolled && (
          <Button fullWidth sx={{ mt: 2 }} onClick={() => onSettled(false)}>
            Sair
          </Button>
        )}
      </DialogContent>
    </Dialog>
  );
}
