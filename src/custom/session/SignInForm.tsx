import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FocusEvent, type FormEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { isCpf } from '#contract/rules/documents.ts';
import { PASSWORD_BOUNDS } from '#contract/rules/person.ts';
import { signIn, signInWithCode } from '#data/authProvider.ts';
import { CallFailure } from '#data/http.ts';
import { currentInitialLoad } from '#data/session.ts';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { Captcha, useCaptcha } from './Captcha.tsx';

interface SignInFormProps {
  cpf?: string | undefined;
  /** Receives the id of the person who signed in. */
  onSignedIn: (personId: number) => void;
  /** Other ways to sign in, below the form. They leave once a code is asked for, which has a passkey's button of its own. */
  otherWays?: ReactNode;
  /** People who are in by one press, above the form. */
  people?: ((enter: (credentials: Credentials) => Promise<void>) => ReactNode) | undefined;
}

interface Credentials {
  cpf: string;
  senha: string;
}

/**
 * CPF and password, with the proof of work computed while they are typed. Two fields do not need a form library, and this
 * form is part of the first load: react-hook-form would add 14 kB to it.
 */
export function SignInForm({ cpf: given = '', onSignedIn, otherWays, people }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [cpf, setCpf] = useState(given);
  const [senha, setSenha] = useState('');
  // A field is validated after the first blur, and from then on while typing.
  const [left, setLeft] = useState({ cpf: false, senha: false });
  const { captcha, failure, busy, send, pending, again } = useSending(onSignedIn);
  const problems = { cpf: cpfProblem(cpf), senha: senha ? undefined : 'Campo obrigatório' };
  // Whoever leaves the form for another way of signing in has nothing to correct in it.
  const leave = (name: 'cpf' | 'senha') => (event: FocusEvent) => {
    const { relatedTarget: next } = event;
    if (!(next instanceof Node) || form.current?.contains(next))
      setLeft((before) => ({ ...before, [name]: true }));
  };
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLeft({ cpf: true, senha: true });
    const wrong = problems.cpf ? 'cpf' : problems.senha ? 'senha' : undefined;
    if (wrong) return focus(wrong);
    if (!busy && !(await send({ cpf, senha }))) focus('senha');
  };
  /** Whoever changed their password types it. */
  const enter = async (person: Credentials) => {
    if (busy || (await send(person))) return;
    setCpf(person.cpf);
    focus('senha');
  };

  if (pending) {
    const { pendente, chave, aplicativo } = pending;
    const arrived = () => onSignedIn(currentInitialLoad()?.colaborador.id ?? 0);
    return (
      <Suspense>
        <CodeForm
          app={aplicativo}
          onPasskey={chave && (async () => (await keys()).signInByKey(pendente).then(arrived))}
          confirmLabel="Entrar"
          backLabel="Voltar"
          onBack={() => again('')}
          send={async (codigo) => {
            try {
              await signInWithCode({ pendente, codigo });
            } catch (refused) {
              // The pending sign-in has expired, so the password is required again.
              if (refused instanceof CallFailure && refused.code === 'ENTRADA_EXPIRADA')
                return again(refused.message);
              throw refused;
            }
            arrived();
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      {people?.(enter)}
      <Stack component="form" noValidate spacing={4} onSubmit={submit} ref={form} data-places-focus>
        <MaskedField
          kind="cpf"
          name="cpf"
          label="CPF"
          required
          fullWidth
          autoFocus={!given && !people}
          disabled={Boolean(given) && busy}
          value={cpf}
          onChange={setCpf}
          onBlur={leave('cpf')}
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
          onBlur={leave('senha')}
          error={left.senha && Boolean(problems.senha)}
          helperText={left.senha && problems.senha}
          slotProps={{ htmlInput: { autoComplete: 'current-password', maxLength: PASSWORD_BOUNDS.maximo } }}
        />
        <Captcha captcha={captcha} />
        <Button type="submit" variant="contained" size="large" fullWidth loading={busy}>
          Entrar
        </Button>
        {/* Below, so that nothing that is being read or typed moves. */}
        {failure && <Alert severity="error">{failure}</Alert>}
      </Stack>
      {/* A browser that gives no focus to a pressed button does not say where the focus of a field went. */}
      <div onClickCapture={() => setLeft({ cpf: false, senha: false })}>{otherWays}</div>
    </>
  );
}

const keys = () => import('./passkeys/device.ts');

/** Few people have a second factor, so its form is loaded on demand. */
const CodeForm = lazyScreen(() => import('./secondFactor/CodeForm.tsx'), 'CodeForm');

const cpfProblem = (cpf: string) => (!cpf ? 'Campo obrigatório' : isCpf(cpf) ? undefined : 'CPF inválido');

/** `send` resolves to whether the password was correct; after a refusal the captcha is solved again. */
function useSending(onSignedIn: (personId: number) => void) {
  const captcha = useCaptcha();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [pending, setPending] = useState<Pending | null>(null);
  const startAgain = (reason: string) => {
    setPending(null);
    setFailure(reason);
    captcha.reset();
  };
  const send = async (credentials: Credentials) => {
    setFailure('');
    setBusy(true);
    try {
      const proof = await captcha.proof();
      await signIn({ ...credentials, ...(proof && { captcha: proof }) });
      onSignedIn(currentInitialLoad()?.colaborador.id ?? 0);
      return true;
    } catch (error) {
      const requested = pendingOf(error);
      if (requested) {
        setPending(requested);
        return true;
      }
      setFailure(errorText(error));
      captcha.reset();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { captcha, failure, busy, send, pending, again: startAgain };
}

/** A sign-in awaiting its second factor, and the factors its owner has. */
export interface Pending {
  pendente: string;
  aplicativo: boolean;
  chave: boolean;
}

/** The pending sign-in, if the first step reported that a second factor is required. */
export function pendingOf(error: unknown): Pending | undefined {
  if (!(error instanceof CallFailure) || error.code !== 'CODIGO_NECESSARIO') return undefined;
  const { pendente, aplicativo, chave } = error.body as Partial<Record<keyof Pending, unknown>>;
  if (typeof pendente !== 'string') return undefined;
  return { pendente, aplicativo: aplicativo !== false, chave: chave === true };
}
