import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { platformRoutes } from '#contract/config/platform.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { isCpf } from '#contract/rules/documents.ts';
import { isFullName } from '#contract/rules/person.ts';
import { isPersonalPhone } from '#contract/rules/phone.ts';
import { sessionRoutes } from '#contract/session/session.ts';
import { signIn } from '#data/authProvider.ts';
import { call } from '#data/call.ts';
import { routeKey } from '#data/useRoute.ts';
import {
  DateInput,
  MaskedInput,
  NewPasswordInput,
  TextInput,
  useSubmission,
} from '#ui/components/inputs/formFields.tsx';
import { Captcha, useCaptcha } from './Captcha.tsx';
import { PublicPage } from './PublicPage.tsx';
import { ReturnPicture } from './ReturnPicture.tsx';

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
          rules={{ validate: (v) => isPersonalPhone(v) || 'Telefone inválido' }}
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

interface SetupPageProps {
  /** The administrator is in. */
  onSignedIn: () => void;
  /** Receives the CPF of an administrator who could not be signed in, and does it next. */
  onCreated: (cpf: string) => void;
}

/** Creates the first administrator of an empty database, using the code that the server wrote once to its log. */
export function SetupPage({ onSignedIn, onCreated }: SetupPageProps) {
  const client = useQueryClient();
  const captcha = useCaptcha();
  const form = useForm({
    defaultValues: { codigo: '', cpf: '', nome: '', email: '', senha: '' },
    mode: 'onTouched',
  });
  const { control, formState } = form;
  const { submit, failure } = useSubmission(form, async (fields) => {
    await call(platformRoutes.install, { body: { ...fields, email: normalizeEmail(fields.email) } });
    const { cpf, senha } = fields;
    try {
      const proof = await captcha.proof();
      await signIn({ cpf, senha, ...(proof && { captcha: proof }) });
      onSignedIn();
    } catch {
      // The code is used up: the account is there, and its owner signs in as everybody does.
      onCreated(cpf);
    }
    await client.invalidateQueries({ queryKey: routeKey(platformRoutes.installation) });
  });
  return (
    <PublicPage title="Criar o primeiro administrador" picture={<ReturnPicture />}>
      <Typography sx={{ mb: 4 }}>
        Esta instalação ainda não tem ninguém. No terminal ou no registro do servidor, procure a linha que
        começa com “Código de instalação” e copie o código para cá. Cada partida do servidor escreve um código
        novo; vale o último. Quem você cadastrar agora pode tudo e chama as outras pessoas depois.
      </Typography>
      <Stack component="form" noValidate spacing={4} onSubmit={submit}>
        {failure && <Alert severity="error">{failure}</Alert>}
        <TextInput
          control={control}
          name="codigo"
          label="Código de instalação"
          required
          autoFocus
          autoComplete="off"
        />
        <MaskedInput
          control={control}
          name="cpf"
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
          rules={{ validate: (v) => isFullName(v) || 'Informe seu nome e sobrenome' }}
        />
        <TextInput
          control={control}
          name="email"
          label="E-mail"
          type="email"
          required
          rules={{ validate: (v) => isEmail(normalizeEmail(v)) || INVALID_EMAIL }}
        />
        <NewPasswordInput control={control} name="senha" label="Senha" />
        <Captcha captcha={captcha} />
        <Button type="submit" variant="contained" size="large" loading={formState.isSubmitting}>
          Criar administrador
        </Button>
      </Stack>
    </PublicPage>
  );
}
