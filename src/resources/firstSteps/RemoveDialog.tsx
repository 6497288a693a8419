import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import {
  type Demonstration,
  demonstrationRoutes,
  OwnAdministrator,
} from '../../../contract/config/demonstration.ts';
import { field } from '../../../contract/field.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '../../../contract/rules/contact.ts';
import { isCpf } from '../../../contract/rules/documents.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { isFullName } from '../../../contract/rules/person.ts';
import { MaskedInput, NewPasswordInput, TextInput, useSubmission } from '../../custom/session/formFields.tsx';
import { pageExit } from '../../dataProvider/leave.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { CloseButton, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';

const COUNT_CAP = 10_000;

interface RemoveDialogProps {
  demonstration: Demonstration;
  onClose: () => void;
}

/** Says exactly what goes, and asks for the company's name: nothing brings it back. */
export function RemoveDialog({ demonstration, onClose }: RemoveDialogProps) {
  const { empresa, contaNova, sai } = demonstration;
  const titleId = useId();
  const form = useForm({
    defaultValues: { empresa: '', cpf: '', nome: '', email: '', senha: '' },
    mode: 'onTouched',
  });
  const { control, formState } = form;
  const remove = useRouteCommand(demonstrationRoutes.clear);
  const { submit, failure } = useSubmission(form, async ({ empresa: typed, ...account }) => {
    const administrador = { ...account, email: normalizeEmail(account.email) };
    const { data } = await remove.mutateAsync({
      body: { empresa: typed, ...(contaNova && { administrador }) },
    });
    // Nothing that this page holds in memory is of the company that begins now.
    pageExit.leave(data.entrar ? '/login' : '/primeiros-passos');
  });
  return (
    <DialogFrame
      open
      onClose={formState.isSubmitting ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <form noValidate onSubmit={submit} style={{ display: 'contents' }}>
        <DialogTitle id={titleId}>Remover a demonstração?</DialogTitle>
        <DialogContent>
          <Typography>Saem, de uma vez e para sempre:</Typography>
          <Box component="ul" sx={{ mt: 1, mb: 3, pl: 5, columns: { sm: 2 } }}>
            {sai.map(({ um, muitos, quantidade }) => (
              <li key={muitos}>{formatCount(quantidade, um, muitos, COUNT_CAP)}</li>
            ))}
            <li>filiais, preços, arquivos e tudo o que deles depende</li>
          </Box>
          <Typography sx={{ mb: 3 }}>
            Também o que você mesmo incluiu: não há como separar. Ficam definições do estúdio, perfis,
            parâmetros, setores, tipos e motivos, listas de opções, respostas prontas e a auditoria
            {contaNova ? '.' : ', e a sua conta.'}
          </Typography>
          <Stack spacing={3}>
            {failure && <Alert severity="error">{failure}</Alert>}
            {contaNova && (
              <>
                <Typography component="h3" sx={{ fontSize: 15, fontWeight: 600 }}>
                  A sua conta de administrador
                </Typography>
                <Typography variant="body2" sx={{ mt: '4px !important' }} color="text.secondary">
                  Esta conta é da demonstração, com uma senha que todos conhecem, e sai com ela.
                </Typography>
                <MaskedInput
                  control={control}
                  name="cpf"
                  kind="cpf"
                  label={field(OwnAdministrator, 'cpf').label}
                  required
                  rules={{ validate: (v) => isCpf(v) || 'CPF inválido' }}
                />
                <TextInput
                  control={control}
                  name="nome"
                  label={field(OwnAdministrator, 'nome').label}
                  required
                  rules={{ validate: (v) => isFullName(v) || 'Informe seu nome e sobrenome' }}
                />
                <TextInput
                  control={control}
                  name="email"
                  label={field(OwnAdministrator, 'email').label}
                  type="email"
                  required
                  rules={{ validate: (v) => isEmail(normalizeEmail(v)) || INVALID_EMAIL }}
                />
                <NewPasswordInput
                  control={control}
                  name="senha"
                  label={field(OwnAdministrator, 'senha').label}
                />
              </>
            )}
            <TextInput
              control={control}
              name="empresa"
              label={`Para confirmar, digite ${empresa}`}
              required
              autoComplete="off"
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={formState.isSubmitting}>Cancelar</CloseButton>
          <Button type="submit" variant="contained" color="error" loading={formState.isSubmitting}>
            Remover a demonstração
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
