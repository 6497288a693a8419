import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { Static } from '@sinclair/typebox';
import { useNotify } from 'ra-core';
import { useForm } from 'react-hook-form';
import { formatCpf } from '../../../contract/rules/documents.ts';
import { INVALID_OWN_EMAIL, isEmail, normalizeEmail } from '../../../contract/rules/email.ts';
import { isFullName } from '../../../contract/rules/personName.ts';
import { isPhone } from '../../../contract/rules/phone.ts';
import { type AccountData, sessionRoutes } from '../../../contract/session/session.ts';
import { isOwnServer } from '../../dataProvider/business.ts';
import { call } from '../../dataProvider/call.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { useUnsaved } from '../../ui/components/frame/unsaved.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { DateInput, MaskedInput, TextInput } from '../session/formFields.tsx';
import { useSubmission } from '../session/useSubmission.ts';
import { OwnSessions } from './OwnSessions.tsx';

/** `/conta/dados`: own data (document 000 section 5, Account). */
export function AccountPage() {
  const { data, error, refetch, isPending } = useRoute(sessionRoutes.account, {});
  return (
    <Page title="Minha conta" width="form">
      {isPending && <PageSkeleton />}
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <AccountForm data={data.data} />}
      {isOwnServer() && <OwnSessions />}
    </Page>
  );
}

function AccountForm({ data }: { data: Static<typeof AccountData> }) {
  const notify = useNotify();
  const { id: _id, cpf, ...known } = data;
  const form = useForm({ defaultValues: known, mode: 'onTouched' });
  useUnsaved(form.formState.isDirty);
  const { submit, failure } = useSubmission(form, async (fields) => {
    const body = { ...fields, email: normalizeEmail(fields.email), dtNasc: fields.dtNasc || null };
    const answer = await call(sessionRoutes.updateAccount, { body });
    form.reset(fields);
    notify(answer.data.message, { type: 'success' });
  });
  return (
    <Stack component="form" noValidate spacing={4} onSubmit={submit} sx={{ maxWidth: 480 }}>
      {failure && <Alert severity="error">{failure}</Alert>}
      <TextField label="CPF" value={formatCpf(cpf)} disabled fullWidth />
      <TextInput
        control={form.control}
        name="nome"
        label="Nome"
        required
        autoComplete="name"
        rules={{ validate: (v) => isFullName(String(v)) || 'Informe seu nome e sobrenome' }}
      />
      <DateInput control={form.control} name="dtNasc" label="Data de nascimento" />
      <MaskedInput
        control={form.control}
        name="tel"
        kind="phone"
        label="Telefone"
        autoComplete="tel-national"
        rules={{ validate: (v) => !v || isPhone(String(v)) || 'Telefone inválido' }}
      />
      <TextInput
        control={form.control}
        name="email"
        label="E-mail"
        type="email"
        required
        autoComplete="email"
        rules={{ validate: (v) => isEmail(normalizeEmail(String(v))) || INVALID_OWN_EMAIL }}
      />
      <Button
        type="submit"
        variant="contained"
        disabled={!form.formState.isDirty}
        loading={form.formState.isSubmitting}
        sx={{ alignSelf: 'flex-start' }}
      >
        Salvar meus dados
      </Button>
    </Stack>
  );
}
