import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { Output } from '#contract/route.ts';
import { oidcRoutes } from '#contract/session/oidc.ts';
import { completeSignIn, signInWithCode } from '#data/authProvider.ts';
import { call } from '#data/call.ts';
import { hardNavigation, takeDestination } from '#data/session.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { PublicPage } from '../PublicPage.tsx';
import { type Pending, pendingOf } from '../SignInForm.tsx';
import { CodeForm } from '../secondFactor/CodeForm.tsx';
import { isAwaitedPopup, leaveWindow } from './ProviderButton.tsx';

type Done = Output<typeof oidcRoutes.finish>;
type State = { failure: string } | { pending: Pending } | { done: Done } | null;

/**
 * `/entrar/retorno`: where the company's provider sends the browser back to. The parameters are submitted once and then
 * removed from the address.
 */
export function ProviderReturnPage() {
  const [search] = useState(() => location.search);
  const [state, setState] = useState<State>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    history.replaceState(history.state, '', location.pathname);
    conclude(search).then(setState);
  }, [search]);
  useEffect(() => {
    if (state && 'done' in state) goOn(state.done.para, search);
  }, [state, search]);
  return (
    <PublicPage title="Entrar">
      {state === null && <Busy />}
      {state && 'failure' in state && <Failed sentence={state.failure} />}
      {state && 'done' in state && <Alert severity="success">{state.done.message}</Alert>}
      {state && 'pending' in state && (
        <CodeForm
          confirmLabel="Entrar"
          app={state.pending.aplicativo}
          onPasskey={
            state.pending.chave &&
            (async () => {
              await (await import('../passkeys/device.ts')).signInByKey(state.pending.pendente);
              goOn('ENTRAR', search);
            })
          }
          send={async (codigo) => {
            await signInWithCode({ pendente: state.pending.pendente, codigo });
            goOn('ENTRAR', search);
          }}
        />
      )}
    </PublicPage>
  );
}

async function conclude(search: string): Promise<State> {
  try {
    const done = await call(oidcRoutes.finish, { body: { consulta: search.slice(1) } });
    if (done.token) await completeSignIn({ token: done.token });
    return { done };
  } catch (failure) {
    const pending = pendingOf(failure);
    return pending ? { pending } : { failure: errorText(failure) };
  }
}

function goOn(purpose: Done['para'], search: string) {
  if (isAwaitedPopup(search)) return leaveWindow(search);
  hardNavigation.replace(purpose === 'ENTRAR' ? takeDestination() : '/conta/dados');
}

const Busy = () => (
  <Stack role="status" direction="row" sx={{ gap: 3, alignItems: 'center' }}>
    <CircularProgress size={24} aria-hidden />
    <Typography>Conferindo a resposta do provedor…</Typography>
  </Stack>
);

const Failed = ({ sentence }: { sentence: string }) => (
  <Stack spacing={4}>
    <Alert severity="error">{sentence}</Alert>
    <Button component={RouterLink} to="/login" variant="contained" fullWidth replace>
      Voltar para a entrada
    </Button>
  </Stack>
);
