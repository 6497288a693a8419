import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type Demonstration,
  demonstrationRoutes,
  firstStepRoutes,
  OwnAdministrator,
} from '../../../contract/config/firstSteps.ts';
import { field } from '../../../contract/field.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '../../../contract/rules/contact.ts';
import { isCpf } from '../../../contract/rules/documents.ts';
import { DISPLAY_CAP, formatCount } from '../../../contract/rules/format.ts';
import { isFullName } from '../../../contract/rules/person.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { MaskedInput, NewPasswordInput, TextInput, useSubmission } from '../../custom/session/formFields.tsx';
import { hardNavigation } from '../../dataProvider/session.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { CloseButton, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState, Failure } from '../../ui/shell/states/StateMessage.tsx';
import { ListSkeleton, TextSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';
import { StepRow } from './StepRow.tsx';

/** `/primeiros-passos`: guides from an empty installation to the first ticket and the first order. */
export function FirstStepsPage() {
  return (
    <RequirePermission permission="CONFIGURACAO">
      <Steps />
    </RequirePermission>
  );
}

function Steps() {
  const { can } = useCan();
  const { data, error, refetch } = useRoute(firstStepRoutes.get, {}, { refetchOnMount: 'always' });
  const steps = data?.data.passos ?? [];
  const next = steps.find(({ feito, pulado, essencial }) => essencial && !feito && !pulado);
  const done = steps.filter(({ feito }) => feito).length;
  return (
    <Page
      title="Primeiros passos"
      width="form"
      count={steps.length > 0 && `${done} de ${steps.length} feitos`}
    >
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <ListSkeleton rows={8} />}
      {data && steps.length === 0 && (
        <EmptyState
          title="Nenhum passo para você"
          text="Os passos da empresa são de quem cadastra filiais, pessoas, produtos e clientes. Peça a um administrador."
        />
      )}
      {data && steps.length > 0 && (
        <>
          <Typography sx={{ mb: 3, maxWidth: 640, color: (t) => t.vars.palette.components.textoSecundario }}>
            {data.data.demonstracao
              ? 'Esta é a empresa de demonstração: os passos estão feitos com dados inventados.'
              : data.data.faltam > 0
                ? 'Cada passo libera o seguinte. O que está feito se vê pelo que há no banco; nada precisa ser marcado.'
                : 'O essencial está feito. O que for pulado ou vier depois continua aqui.'}
          </Typography>
          {data.data.demonstracao && can('CONFIGURACAO_PERFIS') && (
            <Box sx={{ mb: 4 }}>
              <RemoveDemonstration />
            </Box>
          )}
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {steps.map((step) => (
              <StepRow key={step.chave} step={step} isNext={step === next} smtp={data.data.smtp} />
            ))}
          </Box>
        </>
      )}
    </Page>
  );
}

/** For people who tried the console with the demonstration data and now start with their own. */
function RemoveDemonstration() {
  const { data, error, refetch } = useRoute(demonstrationRoutes.get, {}, { refetchOnMount: 'always' });
  const [open, setOpen] = useState(false);
  const obstacles = data?.data.impede ?? [];
  return (
    <Section
      title="Começar com os seus dados"
      description="A demonstração sai inteira, com tudo o que foi experimentado nela; o que você configurou fica."
    >
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <TextSkeleton lines={2} />}
      {obstacles.length > 0 && (
        <Alert severity="warning" sx={{ mb: 3, whiteSpace: 'pre-line' }}>
          {obstacles.join('\n')}
        </Alert>
      )}
      {data && (
        <Button
          variant="outlined"
          color="error"
          disabled={obstacles.length > 0}
          onClick={() => setOpen(true)}
        >
          Remover a demonstração
        </Button>
      )}
      {open && data && <RemoveDialog demonstration={data.data} onClose={() => setOpen(false)} />}
    </Section>
  );
}

interface RemoveDialogProps {
  demonstration: Demonstration;
  onClose: () => void;
}

/** Lists exactly what will be removed and asks for the company's name, because it cannot be undone. */
function RemoveDialog({ demonstration, onClose }: RemoveDialogProps) {
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
    // Nothing in this page's memory belongs to the new company.
    hardNavigation.leave(data.entrar ? '/login' : '/primeiros-passos');
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
              <li key={muitos}>{formatCount(quantidade, um, muitos, DISPLAY_CAP)}</li>
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
