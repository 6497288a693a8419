import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Static } from '@sinclair/typebox';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, Link as RouterLink, useNavigate } from 'react-router-dom';
import { personType } from '../../../contract/catalogs/personType.ts';
import type { platformRoutes } from '../../../contract/config/platform.ts';
import { formatCpf } from '../../../contract/rules/documents.ts';
import { ensureLoad } from '../../dataProvider/authProvider.ts';
import { isOwnServer } from '../../dataProvider/business.ts';
import { pageExit, pageMemory } from '../../dataProvider/leave.ts';
import { currentLoad, rememberedPerson, takeDestination } from '../../dataProvider/session.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { whenIdle } from '../../ui/shell/whenIdle.tsx';
import { BusinessChoice } from '../business/BusinessChoice.ts';
import { fetchDrawerGroups } from '../console/useShellEntries.tsx';
import { PublicPage, useInstallation } from './PublicPage.tsx';
import { SignInForm } from './SignInForm.tsx';

/** `/login`: also the first-time setup while there is nobody to sign in. */
export function LoginPage() {
  const { data: installation } = useInstallation();
  const [cpf, setCpf] = useState('');
  const arrival = useArrival();
  const goIn = useEntrance();
  useEffect(() => {
    whenIdle(fetchDrawerGroups);
  }, []);
  if (arrival === 'asking') return <PageSkeleton />;
  if (arrival) return <Navigate to={arrival} replace />;
  if (installation?.pendente) return <SetupPage />;
  return (
    <PublicPage
      title="Entrar"
      footer={
        <>
          <Link component={RouterLink} to="/esqueci-senha">
            Esqueci minha senha
          </Link>
          <Link component={RouterLink} to="/nova-conta">
            Criar conta de consumidor
          </Link>
        </>
      }
      beside={installation?.demo && <DemoPeople installation={installation} onChoose={setCpf} />}
    >
      <BusinessChoice wide />
      <SignInForm key={cpf} cpf={cpf} onSignedIn={goIn} />
      {installation && isOwnServer() && (
        <Suspense>
          <OtherWays provider={installation.provedor?.nome} onSignedIn={goIn} />
        </Suspense>
      )}
    </PublicPage>
  );
}

/** The form does not wait for them. */
const OtherWays = lazyScreen(() => import('./OtherWays.tsx'), 'OtherWays');

/** Seen once in the life of an installation. */
const SetupPage = lazyScreen(() => import('./SetupPage.tsx'), 'SetupPage');

/**
 * Where somebody goes who comes to the sign-in page signed in, by 'back' or by the address: the page is never shown to
 * them. `null` for everybody else; 'asking' while the server is asked whether a session of before still holds.
 */
function useArrival(): string | null {
  // Taken once, on arrival: whoever signs in here leaves by themselves.
  const [arrival, setArrival] = useState(() =>
    currentLoad() ? takeDestination() : rememberedPerson() ? 'asking' : null,
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
 * From the form into the console, within the page: to load it again would cost as much as the first time. A page that
 * somebody else had is left for a fresh one.
 */
function useEntrance(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return () => {
    const destination = takeDestination();
    if (pageMemory.used) return pageExit.replace(destination);
    // What was answered to nobody: that there is no session, and no permission.
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.invalidateQueries({ queryKey: ['auth'] });
    navigate(destination, { replace: true });
  };
}

interface DemoPeopleProps {
  installation: Static<(typeof platformRoutes.installation)['response']>;
  onChoose: (cpf: string) => void;
}

/** Who may try the demonstration company, while it is loaded. */
function DemoPeople({ installation: { pessoas, senha, naRede }, onChoose }: DemoPeopleProps) {
  return (
    <Box component="section" aria-labelledby="demo-people" sx={{ width: '100%', maxWidth: 360 }}>
      <Typography id="demo-people" variant="h2" sx={{ mb: 1 }}>
        Empresa de demonstração
      </Typography>
      <Typography variant="body2" sx={{ mb: 3, color: (t) => t.vars.palette.components.textoSecundario }}>
        A senha de todos é <code>{senha}</code>. Escolha quem entra:
      </Typography>
      {naRede && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          Esta demonstração está aberta na rede: qualquer pessoa que chegue a este endereço entra como
          administrador. Não guarde dados reais aqui.
        </Alert>
      )}
      {pessoas.map(({ cpf, nome, tipo }) => (
        <ButtonBase
          key={cpf}
          onClick={() => onChoose(cpf)}
          sx={({ vars: { palette } }) => ({
            width: '100%',
            display: 'grid',
            gridTemplateColumns: '1fr auto',
            textAlign: 'left',
            gap: 2,
            px: 3,
            py: 2,
            borderTop: `1px solid ${palette.components.linha}`,
            '&:hover': { backgroundColor: palette.components.realce },
          })}
        >
          <span>
            <Typography component="span" sx={{ display: 'block', fontWeight: 500 }}>
              {personType.find((row) => row.value === tipo)?.label ?? tipo}
            </Typography>
            <Typography
              component="span"
              variant="body2"
              sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
            >
              {nome}
            </Typography>
          </span>
          <Typography component="span" variant="body2" sx={{ alignSelf: 'center' }}>
            {formatCpf(cpf)}
          </Typography>
        </ButtonBase>
      ))}
    </Box>
  );
}
