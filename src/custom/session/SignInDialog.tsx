import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { currentLoad, type LostSession } from '../../dataProvider/session.ts';
import { SignInForm } from './SignInForm.tsx';

/** Signs in over the page, so that nothing typed is lost. Another person gets a page of their own. */
export function SignInDialog({ onSettled }: { onSettled: (outcome: LostSession) => void }) {
  const person = currentLoad()?.colaborador;
  const continueAs = (id: number) => {
    if (id === person?.id) onSettled('renewed');
    else location.assign('/');
  };
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-again">
      <DialogTitle id="sign-in-again">Sua sessão terminou</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4 }}>
          Entre de novo para continuar de onde parou. O que você digitou está aqui.
        </Typography>
        <SignInForm cpf={person?.cpf} onSignedIn={continueAs} />
        <Button fullWidth sx={{ mt: 2 }} onClick={() => onSettled('gone')}>
          Sair e descartar
        </Button>
      </DialogContent>
    </Dialog>
  );
}
