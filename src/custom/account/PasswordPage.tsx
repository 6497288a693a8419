import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useNotify } from 'ra-core';
import { useForm } from 'react-hook-form';
import { PASSWORD_BOUNDS } from '../../../contract/rules/person.ts';
import { sessionRoutes } from '../../../contract/session/session.ts';
import { call } from '../../dataProvider/call.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { NewPasswordInput, TextInput, useSubmission } from '../session/formFields.tsx';

const EMPTY = { atual: '', senha: '', repetir: '' };

/** `/conta/senha`: changing the password ends all other sessions of the person (DOMAIN.md section 8). */
export function PasswordPage() {
  const notify = useNotify();
  const form = useForm({ defaultValues: EMPTY, mode: 'onTouched' });
  const { submit, failure } = useSubmission(form, async ({ repetir: _repeated, ...body }) => {
    const answer = await call(sessionRoutes.changePassword, { body });
    form.reset(EMPTY);
    notify(answer.data.message, { type: 'success' });
  });
  return (
    <Page title="Alterar senha" width="form">
      <Stack component="form" noValidate spacing={4} onSubmit={submit} sx={{ maxWidth: 400 }}>
        {failure && <Alert severity="error">{failure}</Alert>}
        <TextInput
          control={form.control}
          name="atual"
          label="Senha atual"
          type="password"
          required
          autoComplete="current-password"
          rules={{ required: 'Informe sua senha atual' }}
          slotProps={{ htmlInput: { maxLength: PASSWORD_BOUNDS.maximo } }}
        />
        <NewPasswordInput
          control={form.control}
          name="senha"
          label="Nova senha"
          note="As outras sessões abertas serão encerradas."
        />
        <TextInput
          control={form.control}
          name="repetir"
          label="Repita a nova senha"
          type="password"
          required
          autoComplete="new-password"
          rules={{ validate: (v) => v === form.getValues('senha') || 'As senhas não são iguais' }}
        />
        <Button
          type="submit"
          variant="contained"
          loading={form.formState.isSubmitting}
          sx={{ alignSelf: 'flex-start' }}
        >
          Alterar senha
        </Button>
      </Stack>
    </Page>
  );
}
