import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { isCpf } from '../../../contract/rules/documents.ts';
import { signIn, signInWithCode } from '../../dataProvider/authProvider.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { MaskedField } from '../../ui/components/inputs/MaskedField.tsx';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { Captcha, useCaptcha } from './Captcha.tsx';

interface SignInFormProps {
  cpf?: string | undefined;
  /** Receives who signed in. */
  onSignedIn: (personId: number) => void;
}

/**
 * CPF and password, with the proof of work solved while they are typed. Two fields need no form library, and this
 * one is in the first load: react-hook-form would add 14 kB to it.
 */
export function SignInForm({ cpf: given = '', onSignedIn }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [cpf, setCpf] = useState(given);
  const [senha, setSenha] = useState('');
  // A field is judged once it was left, and from then on while it is typed.
  const [left, setLeft] = useState({ cpf: false, senha: false });
  const { captcha, failure, busy, send, pending, again } = useSending(onSignedIn);
  const problems = { cpf: cpfProblem(cpf), senha: senha ? undefined : 'Campo obrigatório' };
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLeft({ cpf: true, senha: true });
    const wrong = problems.cpf ? 'cpf' : problems.senha ? 'senha' : undefined;
    if (wrong) return focus(wrong);
    if (!busy && !(await send({ cpf, senha }))) focus('senha');
  };

  if (pending)
    return (
      <Suspense>
        <CodeForm
          confirmLabel="Entrar"
          backLabel="Voltar"
          onBack={() => again('')}
          send={async (codigo) => {
            try {
              await signInWithCode({ pendente: pending, codigo });
            } catch (refused) {
              // Only the password leads on from there.
              if (refused instanceof CallFailure && refused.code === 'ENTRADA_EXPIRADA')
                return again(refused.message);
              throw refused;
            }
            onSignedIn(currentLoad()?.colaborador.id ?? 0);
          }}
        />
      </Suspense>
    );
  return (
    <Stack component="form" noValidate spacing={4} onSubmit={submit} ref={form}>
      {failure && <Alert severity="error">{failure}</Alert>}
      <MaskedField
        kind="cpf"
        name="cpf"
        label="CPF"
        required
        fullWidth
        autoFocus={!given}
        disabled={Boolean(given) && busy}
        value={cpf}
        onChange={setCpf}
        onBlur={() => setLeft((before) => ({ ...before, cpf: true }))}
        error={left.cpf && Boolean(problems.cpf)}
        helperText={left.cpf && problems.cpf}
        slotProps={{ htmlInput: { autoComplete: 'username' } }}
      />
      <TextField
        name="senha"
        type="password"
        label="Senha"
        required
        fullWidth
        autoFocus={Boolean(given)}
        value={senha}
        onChange={(event) => setSenha(event.target.value)}
        onBlur={() => setLeft((before) => ({ ...before, senha: true }))}
        error={left.senha && Boolean(problems.senha)}
        helperText={left.senha && problems.senha}
        slotProps={{ htmlInput: { autoComplete: 'current-password', maxLength: 50 } }}
      />
      <Captcha captcha={captcha} />
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy}>
        Entrar
      </Button>
    </Stack>
  );
}

/** Few have a second factor: its form comes when it is asked for. */
const CodeForm = lazyScreen(() => import('./secondFactor/CodeForm.tsx'), 'CodeForm');

const cpfProblem = (cpf: string) => (!cpf ? 'Campo obrigatório' : isCpf(cpf) ? undefined : 'CPF inválido');

/** `send` answers whether the password was right; the captcha is solved afresh after a refusal. */
function useSending(onSignedIn: (personId: number) => void) {
  const captcha = useCaptcha();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [pending, setPending] = useState('');
  const again = (reason: string) => {
    setPending('');
    setFailure(reason);
    captcha.reset();
  };
  const send = async (credentials: { cpf: string; senha: string }) => {
    setFailure('');
    setBusy(true);
    try {
      const proof = await captcha.proof();
      await signIn({ ...credentials, ...(proof && { captcha: proof }) });
      onSignedIn(currentLoad()?.colaborador.id ?? 0);
      return true;
    } catch (error) {
      const asked = pendingOf(error);
      if (asked) {
        setPending(asked);
        return true;
      }
      setFailure(error instanceof CallFailure ? error.message : 'Ocorreu um erro desconhecido!');
      captcha.reset();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { captcha, failure, busy, send, pending, again };
}

/** What the password was answered where a code is asked for besides. */
function pendingOf(error: unknown): string | undefined {
  if (!(error instanceof CallFailure) || error.code !== 'CODIGO_NECESSARIO') return undefined;
  const { pendente } = error.body as { pendente?: unknown };
  return typeof pendente === 'string' ? pendente : undefined;
}
