import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Static } from '@sinclair/typebox';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, Link as RouterLink, useNavigate } from 'react-router-dom';
import { personType } from '#contract/catalogs/personType.ts';
import type { platformRoutes } from '#contract/config/platform.ts';
import { ensureLoad } from '#data/authProvider.ts';
import { isOwnServer } from '#data/business.ts';
import {
  currentInitialLoad,
  hardNavigation,
  pageMemory,
  rememberedPerson,
  takeDestination,
} from '#data/session.ts';
import { lazyScreen, whenIdle } from '#ui/shell/loadLater.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useInstallation } from '#ui/shell/useInstallation.ts';
import { BusinessChoice } from '../business/BusinessChoice.ts';
import { OtherWays } from './OtherWays.tsx';
import { PublicPage } from './PublicPage.tsx';
import { ProviderFirst } from './provider/ProviderFirst.tsx';
import { ReturnPicture } from './ReturnPicture.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The longest that the form waits for what the installation offers, in milliseconds. */
const PATIENCE = 2000;

/** True from the first time that something is ready, or took too long; a later attempt takes nothing away again. */
function useOnceReady(ready: boolean): boolean {
  const [once, setOnce] = useState(ready);
  useEffect(() => {
    if (once) return;
    const timer = setTimeout(() => setOnce(true), ready ? 0 : PATIENCE);
    return () => clearTimeout(timer);
  }, [once, ready]);
  return once || ready;
}

/** `/login`; shows the first-time setup as long as there are no users. */
export function LoginPage({ onIdle }: { onIdle?: () => void }) {
  const { data: installation, isPending, failureCount } = useInstallation();
  const isReady = useOnceReady(!isPending || failureCount > 0);
  const [cpf, setCpf] = useState('');
  const [created, setCreated] = useState(false);
  const arrival = useArrival();
  const goIn = useEntrance();
  useEffect(() => {
    whenIdle(() => onIdle?.());
  }, [onIdle]);
  if (arrival === 'asking') return <PageSkeleton />;
  if (arrival) return <Navigate to={arrival} replace />;
  if (installation?.pendente) {
    const signInNext = (administrator: string) => {
      setCpf(administrator);
      setCreated(true);
    };
    return <SetupPage onSignedIn={goIn} onCreated={signInNext} />;
  }
  const { provedor } = (isOwnServer() && installation) || {};
  const onlyProvider = provedor?.soEquipe && !created && provedor.nome;
  const form = (
    <SignInForm
      key={cpf}
      cpf={cpf}
      onSignedIn={goIn}
      otherWays={installation && isOwnServer() && <OtherWays provider={provedor?.nome} onSignedIn={goIn} />}
      people={
        installation?.demo
          ? (enter) => <DemoPeople installation={installation} onChoose={enter} />
          : undefined
      }
    />
  );
  return (
    <PublicPage
      title="Entrar"
      picture={<ReturnPicture />}
      isReady={isReady}
      footer={
        <>
          <Link component={RouterLink} to="/esqueci-senha">
            Esqueci minha senha
          </Link>
          <Link component={RouterLink} to="/nova-conta">
            Criar conta de consumidor
          </Link>
          <BusinessChoice wide />
        </>
      }
    >
      {created && (
        <Alert severity="success" sx={{ mb: 4 }}>
          Administrador criado. Entre com a senha que você escolheu.
        </Alert>
      )}
      {onlyProvider ? <ProviderFirst name={onlyProvider}>{form}</ProviderFirst> : form}
    </PublicPage>
  );
}

/** Needed only once in the lifetime of an installation. */
const SetupPage = lazyScreen(() => import('./NewAccountPages.tsx'), 'SetupPage');

/**
 * The destination of a person who reaches the sign-in page while signed in, by 'back' or by its address; they never see the
 * page. `null` for everyone else; 'asking' while the server checks whether an earlier session is still valid.
 */
function useArrival(): string | null {
  // Determined once, on arrival: signing in on this page navigates on its own.
  const [arrival, setArrival] = useState(() =>
    currentInitialLoad() ? takeDestination() : rememberedPerson() ? 'asking' : null,
  );
  useEffect(() => {
    if (arrival !== 'asking') return;
    ensureLoad().then(
      () => setArrival(takeDestination()),
      () => setArrival(null),
    );
  }, [arrival]);
  return arrival;
}

/**
 * Enters the console from the form without a page load, which would cost as much as the first one. If the page has already
 * been used by another person, a fresh one is loaded instead.
 */
function useEntrance(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return () => {
    const destination = takeDestination();
    if (pageMemory.hasPreviousUserData) return hardNavigation.replace(destination);
    // Responses cached while signed out: no session, no permissions.
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.invalidateQueries({ queryKey: ['auth'] });
    navigate(destination, { replace: true });
  };
}

interface DemoPeopleProps {
  installation: Static<(typeof platformRoutes.installation)['response']>;
  /** Signs the person in. */
  onChoose: (credentials: { cpf: string; senha: string }) => Promise<void>;
}

/** The people available for trying the demonstration company, while it is loaded: one press, and in. */
function DemoPeople({ installation: { pessoas, senha = '', naRede }, onChoose }: DemoPeopleProps) {
  const [entering, setEntering] = useState('');
  const choose = async (cpf: string) => {
    setEntering(cpf);
    await onChoose({ cpf, senha });
    setEntering('');
  };
  return (
    <section aria-labelledby="demo-people">
      <Typography id="demo-people" variant="h2" sx={{ mb: 1 }}>
        Empresa de demonstração
      </Typography>
      <Typography variant="body2" sx={{ mb: 3, color: (t) => t.vars.palette.components.textoSecundario }}>
        Escolha como quem você quer ver o Balcão:
      </Typography>
      {naRede && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          Esta demonstração está aberta na rede: qualquer pessoa que chegue a este endereço entra como
          administrador. Não guarde dados reais aqui.
        </Alert>
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
        {pessoas.map(({ cpf, nome, tipo }) => (
          <ButtonBase
            key={cpf}
            disabled={entering !== ''}
            onClick={() => void choose(cpf)}
            sx={({ vars: { palette } }) => ({
              display: 'block',
              textAlign: 'left',
              px: 3,
              py: 2,
              minWidth: 0,
              borderRadius: 1,
              border: `1px solid ${entering === cpf ? palette.actions.primaria.main : palette.components.linhaForte}`,
              '&:hover': { backgroundColor: palette.components.realce },
            })}
          >
            <Typography component="span" sx={{ display: 'block', fontWeight: 500 }}>
              {personType.find((row) => row.value === tipo)?.label ?? tipo}
            </Typography>
            <Typography
              component="span"
              variant="body2"
              noWrap
              sx={{ display: 'block', color: (t) => t.vars.palette.components.textoSecundario }}
            >
              {entering === cpf ? 'Entrando…' : nome}
            </Typography>
          </ButtonBase>
        ))}
      </Box>
      <Divider sx={{ my: 4 }}>ou</Divider>
      <Typography variant="body2" sx={{ mb: 4, color: (t) => t.vars.palette.components.textoSecundario }}>
        A senha de todas as pessoas da demonstração é <code>{senha}</code>.
      </Typography>
    </section>
  );
}
