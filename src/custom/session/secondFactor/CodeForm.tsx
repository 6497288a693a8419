import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useRef, useState } from 'react';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface CodeFormProps {
  /** Rejects with the error; the input is then cleared, since no code is accepted twice. */
  send: (code: string) => Promise<void>;
  confirmLabel: string;
  /** Whether an authenticator app is set up; without one only recovery codes can be used. */
  app?: boolean;
  /** Uses a passkey of this device instead of a code; rejects with the error. */
  onPasskey?: false | (() => Promise<void>) | undefined;
  /** Adds a button that goes back. */
  onBack?: () => void;
  backLabel?: string;
}

/** Asks for a code from the app, or a recovery code instead. */
export function CodeForm({ send, confirmLabel, app = true, onPasskey, onBack, backLabel }: CodeFormProps) {
  const [recovery, setRecovery] = useState(!app);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const change = (byRecovery: boolean) => {
    setRecovery(byRecovery);
    setCode('');
    setProblem('');
    field.current?.focus();
  };
  const byKey = async () => {
    setProblem('');
    setBusy(true);
    try {
      if (onPasskey) await onPasskey();
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React events of a dialog inside a form bubble to that form.
    event.stopPropagation();
    if (busy) return;
    const wrong = codeProblem(code, recovery);
    setProblem(wrong);
    if (wrong) return field.current?.focus();
    setBusy(true);
    try {
      await send(code.trim());
    } catch (failure) {
      setProblem(errorText(failure));
      setCode('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack component="form" noValidate spacing={4} onSubmit={submit}>
      {onPasskey && (
        <Button variant="contained" size="large" fullWidth disabled={busy} onClick={byKey}>
          Usar chave de acesso
        </Button>
      )}
      <Typography>
        {recovery
          ? 'Informe um dos códigos que você guardou quando ativou a verificação. Cada um vale uma vez.'
          : 'Informe o código de seis números que o seu aplicativo autenticador mostra agora.'}
      </Typography>
      {problem && <Alert severity="error">{problem}</Alert>}
      <TextField
        key={String(recovery)}
        name="codigo"
        label={recovery ? 'Código de recuperação' : 'Código do aplicativo'}
        required
        fullWidth
        autoFocus={!onPasskey}
        value={code}
        inputRef={field}
        onChange={(event) => setCode(event.target.value)}
        error={Boolean(problem)}
        slotProps={{
          htmlInput: {
            autoComplete: recovery ? 'off' : 'one-time-code',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 30,
          },
        }}
      />
      <Button
        type="submit"
        variant={onPasskey ? 'outlined' : 'contained'}
        size="large"
        fullWidth
        loading={busy}
      >
        {confirmLabel}
      </Button>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 4, justifyContent: 'center' }}>
        {app && (
          <Link component="button" type="button" onClick={() => change(!recovery)}>
            {recovery ? 'Usar o aplicativo' : 'Estou sem o celular'}
          </Link>
        )}
        {onBack && (
          <Link component="button" type="button" onClick={onBack}>
            {backLabel}
          </Link>
        )}
      </Stack>
    </Stack>
  );
}

function codeProblem(code: string, recovery: boolean): string {
  const bare = code.replace(/[\s-]/g, '');
  if (!bare) return 'Informe o código.';
  if (recovery) return bare.length === 16 ? '' : 'O código de recuperação tem 16 letras e números.';
  return /^\d{6}$/.test(bare) ? '' : 'O código do aplicativo tem seis números.';
}
