import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { INVALID_EMAIL, isEmail, isPhone, normalizeEmail } from '../../../contract/rules/contact.ts';
import { isCpf } from '../../../contract/rules/documents.ts';
import { isFullName } from '../../../contract/rules/person.ts';
import { sessionRoutes } from '../../../contract/session/session.ts';
import { call } from '../../dataProvider/call.ts';
import { Captcha, useCaptcha } from './Captcha.tsx';
import { DateInput, MaskedInput, NewPasswordInput, TextInput, useSubmission } from './formFields.tsx';
import { PublicPage } from './PublicPage.tsx';

const EMPTY = {
  documento: '',
  nome: '',
  email: '',
  telefone: '',
  data_nascimento: '',
  senha: '',
  repetir: '',
};

/** `/nova-conta`: an end consumer's own account (document 000 section 5, Consumer-final form). */
export function NewAccountPage() {
  const [done, setDone] = useState('');
  const captcha = useCaptcha();
  const form = useForm({ defaultValues: EMPTY, mode: 'onTouched' });
  const { control, getValues, formState } = form;
  const { submit, failure } = useSubmission(form, async ({ repetir: _repeated, ...fields }) => {
    const proof = await captcha.proof();
    captcha.reset();
    const body = { ...fields, email: normalizeEmail(fields.email), ...(proof && { captcha: proof }) };
    setDone((await call(sessionRoutes.newAccount, { body })).message);
  });
  const back = (
    <Link component={RouterLink} to="/login">
      Voltar para a entrada
    </Link>
  );
  if (done) {
    return (
      <PublicPage title="Criar conta" footer={back}>
        <Alert severity="success">{done}</Alert>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Criar conta" footer={back}>
      <Stack component="form" noValidate spacing={4} onSubmit={submit}>
        {failure && <Alert severity="error">{failure}</Alert>}
        <MaskedInput
          control={control}
          name="documento"
          kind="cpf"
          label="CPF"
          required
          rules={{ validate: (v) => isCpf(v) || 'CPF inválido' }}
        />
        <TextInput
          control={control}
          name="nome"
          label="Nome completo"
          required
          autoComplete="name"
          rules={{ validate: (v) => isFullName(v) || 'Informe seu nome e sobrenome' }}
        />
        <TextInput
          control={control}
          name="email"
          label="E-mail"
          type="email"
          required
          autoComplete="email"
          rules={{ validate: (v) => isEmail(normalizeEmail(v)) || INVALID_EMAIL }}
        />
        <MaskedInput
          control={control}
          name="telefone"
          kind="phone"
          label="Telefone"
          required
          autoComplete="tel-national"
          rules={{ validate: (v) => isPhone(v) || 'Telefone inválido' }}
        />
        <DateInput control={control} name="data_nascimento" label="Data de nascimento" required />
        <NewPasswordInput control={control} name="senha" label="Senha" />
        <TextInput
          control={control}
          name="repetir"
          label="Repita a senha"
          type="password"
          required
          autoComplete="new-password"
          rules={{ validate: (v) => v === getValues('senha') || 'As senhas não são iguais' }}
        />
        <Captcha captcha={captcha} />
        <Button type="submit" variant="contained" size="large" loading={formState.isSubmitting}>
          Criar conta
        </Button>
      </Stack>
    </PublicPage>
  );
}
