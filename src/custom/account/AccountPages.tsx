import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Static } from '@sinclair/typebox';
import { useNotify } from 'ra-core';
import { useForm } from 'react-hook-form';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import { INVALID_OWN_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { formatCpf } from '#contract/rules/documents.ts';
import { isFullName, PASSWORD_BOUNDS } from '#contract/rules/person.ts';
import { isPhone } from '#contract/rules/phone.ts';
import { type AccountData, type OwnSession, sessionRoutes } from '#contract/session/session.ts';
import { isOwnServer } from '#data/business.ts';
import { call } from '#data/call.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Absences } from '#src/resources/people/shared/Absences.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import {
  DateInput,
  MaskedInput,
  NewPasswordInput,
  TextInput,
  useSubmission,
} from '#ui/components/inputs/formFields.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { LettersSwitch } from '#ui/shell/shortcuts/LettersSwitch.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { FollowedNotices } from './FollowedNotices.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { PasskeySection, ProviderSection } from './SignInSections.tsx';

/** `/conta/dados`: the signed-in person's own data (document 000 section 5, Account). */
export function AccountPage() {
  const { data, error, refetch, isPending } = useRoute(sessionRoutes.account, {});
  return (
    <Page title={{ menu: 'Minha conta' }} width="form">
      {isPending && <PageSkeleton />}
      <Failure answer={{ data, error, refetch }} />
      {data && <AccountForm data={data.data} />}
      <Keyboard />
      {isOwnServer() && worksHere() && <FollowedNotices />}
      {isOwnServer() && worksHere() && <OwnAbsences />}
      {isOwnServer() && <SecondFactorSection />}
      {isOwnServer() && <PasskeySection />}
      {isOwnServer() && <ProviderSection />}
      {isOwnServer() && <OwnSessions />}
    </Page>
  );
}

const worksHere = (): boolean => {
  const type = currentInitialLoad()?.colaborador.tipo;
  return type !== undefined && worksForCompany(type);
};

const OwnAbsences = () => (
  <Box sx={{ mt: 8 }}>
    <Absences idPessoa={null} />
  </Box>
);

/** How the keyboard acts; kept by this browser. */
const Keyboard = () => (
  <Box component="section" aria-labelledby="teclado" sx={{ mt: 8, maxWidth: 560 }}>
    <Typography id="teclado" variant="h2" sx={{ mb: 1 }}>
      Teclado
    </Typography>
    <Typography variant="body2" sx={{ mb: 1, color: (t) => t.vars.palette.components.textoSecundario }}>
      Uma letra sozinha age fora dos campos: Z desfaz, ? mostra todos os atalhos. Vale neste navegador.
    </Typography>
    <LettersSwitch />
  </Box>
);

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

/** The person's open sessions, each of which can be ended from here, such as one in a shop's browser or on a lost phone. */
function OwnSessions() {
  const notify = useNotify();
  const { data, error, isPending, refetch } = useRoute(sessionRoutes.ownSessions, {});
  const messages = {
    onSuccess: ({ message }: { message: string }) => notify(message, { type: 'success' }),
    onError: (failure: Error) => notify(errorText(failure), { type: 'error' }),
    onSettled: () => refetch(),
  };
  const one = useRouteCommand(sessionRoutes.endOwnSession, messages);
  const others = useRouteCommand(sessionRoutes.endOtherSessions, messages);
  const hasOthers = data?.some(({ atual }) => !atual);
  return (
    <Box component="section" aria-labelledby="sessoes-abertas" sx={{ mt: 8, maxWidth: 560 }}>
      <Typography id="sessoes-abertas" variant="h2" sx={{ mb: 1 }}>
        Onde sua conta está aberta
      </Typography>
      <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        Encerre o que você não reconhece e troque a senha em seguida.
      </Typography>
      {isPending && <Skeleton variant="rounded" height={120} sx={{ mt: 3 }} />}
      <Failure answer={{ data, error, refetch }} />
      {data && (
        <List aria-labelledby="sessoes-abertas">
          {data.map((session) => (
            <Row
              key={session.id}
              session={session}
              ending={one.isPending && one.variables.params.id === session.id}
              onEnd={() => one.mutate({ params: { id: session.id } })}
            />
          ))}
        </List>
      )}
      {hasOthers && (
        <Button
          variant="outlined"
          color="error"
          loading={others.isPending}
          onClick={() => others.mutate({})}
          sx={{ mt: 3 }}
        >
          Encerrar todas as outras
        </Button>
      )}
    </Box>
  );
}

interface RowProps {
  session: OwnSession;
  ending: boolean;
  onEnd: () => void;
}

const Row = ({ session: { aparelho, ip, entrou, usada, atual }, ending, onEnd }: RowProps) => (
  <ListItem disableGutters divider sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, py: 2 }}>
    <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
      <Typography sx={{ fontWeight: 500, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {aparelho}
        {atual && <Tag tone="success">Este aparelho</Tag>}
      </Typography>
      <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        Usada <RelativeDate value={usada} /> · entrou <RelativeDate value={entrou} />
        {ip && ` · ${ip}`}
      </Typography>
    </Box>
    {!atual && (
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        loading={ending}
        onClick={onEnd}
        aria-label={`Encerrar ${aparelho}, ${ip}`}
      >
        Encerrar
      </Button>
    )}
  </ListItem>
);

const EMPTY = { atual: '', senha: '', repetir: '' };

/** `/conta/senha`: changing the password ends all other sessions of the person (docs/domain.md 8). */
export function PasswordPage() {
  const notify = useNotify();
  const form = useForm({ defaultValues: EMPTY, mode: 'onTouched' });
  const { submit, failure } = useSubmission(form, async ({ repetir: _repeated, ...body }) => {
    const answer = await call(sessionRoutes.changePassword, { body });
    form.reset(EMPTY);
    notify(answer.data.message, { type: 'success' });
  });
  return (
    <Page title={{ menu: 'Alterar senha' }} width="form">
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
