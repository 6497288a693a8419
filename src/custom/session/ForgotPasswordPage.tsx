import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { isCpf } from '../../../contract/rules/documents.ts';
import { sessionRoutes } from '../../../contract/session/session.ts';
import { call } from '../../dataProvider/call.ts';
import { Captcha, useCaptcha } from './Captcha.tsx';
import { MaskedInput } from './formFields.tsx';
import { PublicPage } from './PublicPage.tsx';
import { useSubmission } from './useSubmission.ts';

/** `/esqueci-senha`: the answer never tells whether the account exists. */
export function ForgotPasswordPage() {
  const [done, setDone] = useState('');
  const captcha = useCaptcha();
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
        <Alert severity="success">{done}</Alert>
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
