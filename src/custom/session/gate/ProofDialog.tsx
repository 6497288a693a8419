import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { PASSWORD_BOUNDS } from '../../../../contract/rules/person.ts';
import { oidcRoutes } from '../../../../contract/session/oidc.ts';
import { secondFactorRoutes } from '../../../../contract/session/secondFactor.ts';
import { call } from '../../../dataProvider/call.ts';
import type { RequestedProof } from '../../../dataProvider/http.ts';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { errorText } from '../../../ui/shell/states/StateMessage.tsx';
import { ProviderButton } from '../provider/ProviderButton.tsx';
import { CodeForm } from '../secondFactor/CodeForm.tsx';

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
