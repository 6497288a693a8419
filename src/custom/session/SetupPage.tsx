import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { platformRoutes } from '../../../contract/config/platform.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '../../../contract/rules/contact.ts';
import { isCpf } from '../../../contract/rules/documents.ts';
import { isFullName } from '../../../contract/rules/person.ts';
import { call } from '../../dataProvider/call.ts';
import { routeKey } from '../../dataProvider/useRoute.ts';
import { MaskedInput, NewPasswordInput, TextInput, useSubmission } from './formFields.tsx';
import { PublicPage } from './PublicPage.tsx';

interface SetupPageProps {
  /** Receives the CPF of the administrator, who signs in next. */
  onCreated: (cpf: string) => void;
}

/** Creates the first administrator of an empty database, using the code that the server wrote once to its log. */
export function SetupPage({ onCreated }: SetupPageProps) {
  const client = useQueryClient();
  const form = useForm({
    defaultValues: { codigo: '', cpf: '', nome: '', email: '', senha: '' },
    mode: 'onTouched',
  });
  const { control, formState } = form;
  const { submit, failure } = useSubmission(form, async (fields) => {
    await call(platformRoutes.install, { body: { ...fields, email: normalizeEmail(fields.email) } });
    onCreated(fields.cpf);
    await client.invalidateQueries({ queryKey: routeKey(platformRoutes.installation) });
  });
  return (
    <PublicPage title="Criar o primeiro administrador">
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
        <Button type="submit" variant="contained" size="large" loading={formState.isSubmitting}>
          Criar administrador
        </Button>
      </Stack>
    </PublicPage>
  );
}
