import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { oidcRoutes } from '../../../../contract/session/oidc.ts';
import { loadSession } from '../../../dataProvider/authProvider.ts';
import { currentInitialLoad, hardNavigation, type SessionRecovery } from '../../../dataProvider/session.ts';
import { forgetUnsaved } from '../../../ui/components/frame/unsaved.ts';
import { useInstallation } from '../PublicPage.tsx';
import { ProviderButton } from '../provider/ProviderButton.tsx';
import { SignInForm } from '../SignInForm.tsx';

/** Signs in over the page, so that no input is lost. A different person gets a fresh page. */
export function SignInDialog({ onSettled }: { onSettled: (outcome: SessionRecovery) => void }) {
  // The person the page belongs to, read once, before anyone else may have signed in.
  const [owner] = useState(() => currentInitialLoad()?.colaborador);
  const { data: installation } = useInstallation();
  const continueAs = (id: number) => {
    if (id === owner?.id) {
      onSettled('renewed');
      return;
    }
    forgetUnsaved();
    hardNavigation.leave('/');
  };
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-again">
      <DialogTitle id="sign-in-again">Sua sessão terminou</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4 }}>
          Entre de novo para continuar de onde parou. O que você digitou está aqui.
        </Typography>
        <SignInForm cpf={owner?.cpf} onSignedIn={continueAs} />
        {installation?.provedor && (
          <Box sx={{ mt: 3 }}>
            <ProviderButton
              label={`Entrar com ${installation.provedor.nome}`}
              inWindow={{
                way: oidcRoutes.begin,
                onDone: async () => {
                  await loadSession();
                  continueAs(currentInitialLoad()?.colaborador.id ?? 0);
                },
              }}
            />
          </Box>
        )}
        <Button fullWidth sx={{ mt: 2 }} onClick={() => onSettled('gone')}>
          Sair e descartar
        </Button>
      </DialogContent>
    </Dialog>
  );
}
