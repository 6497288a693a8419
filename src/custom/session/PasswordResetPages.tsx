import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { isCpf } from '#contract/rules/documents.ts';
import { sessionRoutes } from '#contract/session/session.ts';
import { call } from '#data/call.ts';
import type { CallFailure } from '#data/http.ts';
import {
  MaskedInput,
  NewPasswordInput,
  TextInput,
  useSubmission,
} from '#ui/components/inputs/formFields.tsx';
import { useInstallation } from '#ui/shell/useInstallation.ts';
import { Captcha, useCaptcha } from './Captcha.tsx';
import { PublicPage } from './PublicPage.tsx';

/** `/esqueci-senha`: the response never reveals whether the account exists. */
export function ForgotPasswordPage() {
  const [done, setDone] = useState('');
  const captcha = useCaptcha();
  const { data: demonstration } = useInstallation();
  const form = useForm({ defaultValues: { id: '' }, mode: 'onTouched' });
  const { submit, failure } = useSubmission(form, async ({ id }) => {
    const proof = await captcha.proof();
    captcha.reset();
    setDone(
      (await call(sessionRoutes.requestReset, { body: { id, ...(proof && { captcha: proof }) } })).message,
    );
  });
  return (
    <PublicPage
      title="Esqueci minha senha"
      footer={
        <Link component={RouterLink} to="/login">
          Voltar para a entrada
        </Link>
      }
    >
      {done ? (
        <Stack spacing={3}>
          <Alert severity="success">{done}</Alert>
          {demonstration?.demo && (
            <Alert severity="info">
              Esta é a demonstração, e dela nenhum e-mail sai.
              {demonstration.senha !== undefined && ` A senha das pessoas dela é ${demonstration.senha}.`} O
              link de outra pessoa está na Caixa de saída, que um administrador da demonstração abre.
            </Alert>
          )}
        </Stack>
      ) : (
        <Stack component="form" noValidate spacing={4} onSubmit={submit}>
          {failure && <Alert severity="error">{failure}</Alert>}
          <MaskedInput
            control={form.control}
            name="id"
            kind="cpf"
            label="CPF"
            required
            autoFocus
            autoComplete="username"
            rules={{ validate: (v) => isCpf(v) || 'CPF inválido' }}
          />
          <Captcha captcha={captcha} />
          <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting}>
            Enviar o link por e-mail
          </Button>
        </Stack>
      )}
    </PublicPage>
  );
}

/** `/redefinir-senha?token=…`: the link from the e-mail. The token is checked before anything is asked for. */
export function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const [done, setDone] = useState('');
  const check = useQuery<unknown, CallFailure>({
    queryKey: ['reset', token],
    queryFn: () => call(sessionRoutes.checkReset, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <PublicPage
      title="Criar nova senha"
      footer={
        <Link component={RouterLink} to={check.isError ? '/esqueci-senha' : '/login'}>
          {check.isError ? 'Pedir outro link' : 'Voltar para a entrada'}
        </Link>
      }
    >
      {check.isPending && <CircularProgress size={24} aria-label="Carregando" />}
      {check.isError && <Alert severity="error">{check.error.message}</Alert>}
      {done && <Alert severity="success">{done}</Alert>}
      {check.isSuccess && !done && <NewPasswordForm token={token} onDone={setDone} />}
    </PublicPage>
  );
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const form = useForm({ defaultValues: { senha: '', repetir: '' }, mode: 'onTouched' });
  const { submit, failure } = useSubmission(form, async ({ senha }) => {
    onDone((await call(sessionRoutes.reset, { body: { token, senha } })).message);
  });
  return (
    <Stack component="form" noValidate spacing={4} onSubmit={submit}>
      {failure && <Alert severity="error">{failure}</Alert>}
      <NewPasswordInput control={form.control} name="senha" label="Nova senha" autoFocus />
      <TextInput
        control={form.control}
        name="repetir"
        label="Repita a nova senha"
        type="password"
        required
        autoComplete="new-password"
        rules={{ validate: (v) => v === form.getValues('senha') || 'As senhas não são iguais' }}
      />
      <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting}>
        Salvar nova senha
      </Button>
    </Stack>
  );
}
