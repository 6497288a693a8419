import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { Navigate, Link as RouterLink } from 'react-router-dom';
import { pageExit } from '../../dataProvider/leave.ts';
import { takeDestination } from '../../dataProvider/session.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { whenIdle } from '../../ui/shell/whenIdle.ts';
import { BusinessChoice } from '../business/BusinessChoice.ts';
import { fetchDrawerGroups } from '../console/useDrawerGroups.ts';
import { DemoPeople } from './DemoPeople.tsx';
import { PublicPage } from './PublicPage.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useArrival } from './useArrival.ts';
import { useInstallation } from './useInstallation.ts';

/** `/login`: also the first-time setup while there is nobody to sign in. */
export function LoginPage() {
  const { data: installation } = useInstallation();
  const [cpf, setCpf] = useState('');
  const arrival = useArrival();
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
      {/* A fresh page for a fresh person: nothing of the one before stays in memory. */}
      <SignInForm key={cpf} cpf={cpf} onSignedIn={() => pageExit.replace(takeDestination())} />
    </PublicPage>
  );
}

/** Seen once in the life of an installation. */
const SetupPage = lazyScreen(() => import('./SetupPage.tsx'), 'SetupPage');
