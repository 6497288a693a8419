import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import { PASSWORD_BOUNDS } from '#contract/rules/person.ts';
import { oidcRoutes } from '#contract/session/oidc.ts';
import { secondFactorRoutes } from '#contract/session/secondFactor.ts';
import { loadSession } from '#data/authProvider.ts';
import { call } from '#data/call.ts';
import type { RequestedProof } from '#data/http.ts';
import { currentInitialLoad, hardNavigation, type SessionRecovery } from '#data/session.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { forgetUnsaved } from '#ui/components/frame/unsaved.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useInstallation } from '#ui/shell/useInstallation.ts';
import { ProviderButton } from '../provider/ProviderButton.tsx';
import { ProviderFirst } from '../provider/ProviderFirst.tsx';
import { SignInForm } from '../SignInForm.tsx';
import { CodeForm } from '../secondFactor/CodeForm.tsx';

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
  const provider = installation?.provedor;
  const form = <SignInForm cpf={owner?.cpf} onSignedIn={continueAs} />;
  const inWindow = {
    way: oidcRoutes.begin,
    onDone: async () => {
      await loadSession();
      continueAs(currentInitialLoad()?.colaborador.id ?? 0);
    },
  };
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-again">
      <DialogTitle id="sign-in-again">Sua sessão terminou</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4 }}>
          Entre de novo para continuar de onde parou. O que você digitou está aqui.
        </Typography>
        {provider?.soEquipe && (!owner || worksForCompany(owner.tipo)) ? (
          <ProviderFirst name={provider.nome} inWindow={inWindow}>
            {form}
          </ProviderFirst>
        ) : (
          <>
            {form}
            {provider && (
              <Box sx={{ mt: 3 }}>
                <ProviderButton label={`Entrar com ${provider.nome}`} inWindow={inWindow} />
              </Box>
            )}
          </>
        )}
        <Button fullWidth sx={{ mt: 2 }} onClick={() => onSettled('gone')}>
          Sair e descartar
        </Button>
      </DialogContent>
    </Dialog>
  );
}

interface ProofDialogProps {
  requested: Pick<RequestedProof, 'by' | 'app' | 'passkey'>;
  /** Whether the person proved their identity; the refused call is then repeated, or else abandoned. */
  onSettled: (proved: boolean) => void;
}

/**
 * Asks the person to prove their identity again, over the screen that triggered it; the command then continues automatically.
 */
export function ProofDialog({ requested: { by, app, passkey }, onSettled }: ProofDialogProps) {
  const prove = async (body: { codigo: string } | { senha: string }) => {
    await call(secondFactorRoutes.prove, { body });
    onSettled(true);
  };
  return (
    <DialogFrame
      open
      confirmsDiscard={false}
      fullWidth
      maxWidth="xs"
      aria-labelledby="prove-again"
      onClose={() => onSettled(false)}
    >
      <DialogTitle id="prove-again">Confirme que é você</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 3 }}>
          Isto mexe com acessos, manda dados a outros sistemas ou mostra mensagens de outras pessoas. Depois
          de confirmar, o console não pergunta de novo por 15 minutos.
        </Typography>
        {by === 'PROVEDOR' ? (
          <ProviderButton
            label="Confirmar na conta da empresa"
            inWindow={{ way: oidcRoutes.prove, onDone: () => onSettled(true) }}
          />
        ) : by === 'CODIGO' ? (
          <CodeForm
            app={app}
            onPasskey={
              passkey &&
              (async () => {
                await (await import('../passkeys/device.ts')).proveByKey();
                onSettled(true);
              })
            }
            send={(codigo) => prove({ codigo })}
            confirmLabel="Confirmar"
          />
        ) : (
          <PasswordForm send={(senha) => prove({ senha })} />
        )}
        <CloseButton fullWidth sx={{ mt: 2 }}>
          Cancelar
        </CloseButton>
      </DialogContent>
    </DialogFrame>
  );
}

function PasswordForm({ send }: { send: (password: string) => Promise<void> }) {
  const [senha, setSenha] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (!senha) return setProblem('Informe a sua senha.');
    setBusy(true);
    try {
      await send(senha);
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack component="form" noValidate spacing={4} onSubmit={submit}>
      <TextField
        name="senha"
        type="password"
        label="Sua senha"
        required
        fullWidth
        autoFocus
        value={senha}
        onChange={(event) => {
          setSenha(event.target.value);
          setProblem('');
        }}
        error={Boolean(problem)}
        helperText={problem}
        slotProps={{ htmlInput: { autoComplete: 'current-password', maxLength: PASSWORD_BOUNDS.maximo } }}
      />
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy}>
        Confirmar
      </Button>
    </Stack>
  );
}
