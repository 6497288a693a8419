import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type Demonstration,
  demonstrationRoutes,
  firstStepRoutes,
  OwnAdministrator,
} from '#contract/config/firstSteps.ts';
import { field } from '#contract/field.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { isCpf } from '#contract/rules/documents.ts';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { isFullName } from '#contract/rules/person.ts';
import { signIn } from '#data/authProvider.ts';
import { hardNavigation } from '#data/session.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import {
  MaskedInput,
  NewPasswordInput,
  TextInput,
  useSubmission,
} from '#ui/components/inputs/formFields.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';

/** The demonstration and a rehearsal leave in the same way; only the words differ. */
const WORDS = {
  demonstration: {
    title: 'Começar com os seus dados',
    description:
      'A demonstração sai inteira, com tudo o que foi experimentado nela; o que você configurou fica. Enquanto ela está aqui, arquivos de homologação da SEFAZ também entram, marcados.',
    button: 'Remover a demonstração',
    question: 'Remover a demonstração?',
  },
  rehearsal: {
    title: 'Ensaio em andamento',
    description:
      'Arquivos de homologação da SEFAZ entram, marcados "sem valor fiscal". No fim, o ensaio sai inteiro, com tudo o que foi feito nele; o que você configurou fica.',
    button: 'Encerrar o ensaio',
    question: 'Encerrar o ensaio?',
  },
} as const;

/** For people who tried the console, with the demonstration data or in a rehearsal, and now start with their own. */
export function RemoveTrial({ kind }: { kind: keyof typeof WORDS }) {
  const { data, error, refetch } = useRoute(demonstrationRoutes.get, {}, { refetchOnMount: 'always' });
  const [open, setOpen] = useState(false);
  const obstacles = data?.data.impede ?? [];
  return (
    <Section title={WORDS[kind].title} description={WORDS[kind].description}>
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
          {WORDS[kind].button}
        </Button>
      )}
      {open && data && <RemoveDialog kind={kind} demonstration={data.data} onClose={() => setOpen(false)} />}
    </Section>
  );
}

interface RemoveDialogProps {
  kind: keyof typeof WORDS;
  demonstration: Demonstration;
  onClose: () => void;
}

/** Whether the account just created was signed in; where the server wants more than the password, its owner signs in alone. */
const signsIn = ({ cpf, senha }: { cpf: string; senha: string }): Promise<boolean> =>
  signIn({ cpf, senha }).then(
    () => true,
    () => false,
  );

/** Lists exactly what will be removed and asks for the company's name, because it cannot be undone. */
function RemoveDialog({ kind, demonstration, onClose }: RemoveDialogProps) {
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
    const isSignedIn = !data.entrar || (await signsIn(account));
    // Nothing in this page's memory belongs to the new company.
    hardNavigation.leave(isSignedIn ? '/primeiros-passos' : '/login');
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
        <DialogTitle id={titleId}>{WORDS[kind].question}</DialogTitle>
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
            {WORDS[kind].button}
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

/** For an integrator who wants to try files of the tax authority's environment for tests before the company begins. */
export function BeginRehearsal() {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const begin = useRouteCommand(demonstrationRoutes.rehearse);
  const confirm = async () => {
    await begin.mutateAsync({});
    setAsked(false);
    await client.invalidateQueries({ queryKey: routeKey(firstStepRoutes.get) });
  };
  return (
    <Section
      title="Ensaiar com arquivos de homologação"
      description="Para quem integra: notas do ambiente de testes da SEFAZ entram como as outras, marcadas, e no fim o ensaio sai inteiro."
    >
      <Button variant="outlined" onClick={() => setAsked(true)}>
        Começar um ensaio
      </Button>
      {asked && (
        <ConfirmDialog
          open
          title="Começar um ensaio?"
          text="Tudo o que for cadastrado daqui em diante faz parte do ensaio e sai com ele: filiais, pessoas, clientes, produtos, notas, pedidos e tickets. Ficam a sua conta e o que for configurado."
          confirmLabel="Começar"
          onConfirm={confirm}
          onCancel={() => setAsked(false)}
        />
      )}
    </Section>
  );
}
