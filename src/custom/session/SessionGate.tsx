import { useLogout } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { sessionRoutes } from '../../../contract/session/session.ts';
import { call } from '../../dataProvider/call.ts';
import {
  clearSession,
  currentLoad,
  type LostSession,
  onSessionLost,
  rememberDestination,
  rememberedPerson,
} from '../../dataProvider/session.ts';
import { SignInDialog } from './SignInDialog.tsx';
import { hasUnsaved } from './unsaved.ts';

/** The session is validated this often (document 002 section 9). */
const CHECK_EVERY_MS = 300_000;

/** Watches over the session: validates it, leaves a foreign frame, and signs in over a page that holds unsaved work. */
export function SessionGate() {
  const { asking, settle } = useLostSession();
  useValidation();
  useForeignFrame();
  useOtherTabs();
  return asking ? <SignInDialog onSettled={settle} /> : null;
}

function useLostSession() {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(outcome: LostSession) => void>(() => {});
  useEffect(() => {
    onSessionLost(async () => {
      if (!currentLoad()) return 'gone';
      if (!hasUnsaved()) return leave();
      setAsking(true);
      return new Promise<LostSession>((resolve) => {
        answer.current = resolve;
      });
    });
  }, []);
  const settle = (outcome: LostSession) => {
    setAsking(false);
    answer.current(outcome === 'gone' ? leave() : outcome);
  };
  return { asking, settle };
}

/** Forgets the session and goes to sign in; the way back is kept. */
function leave(): LostSession {
  const path = location.pathname + location.search;
  clearSession();
  rememberDestination(path);
  location.assign('/login');
  return 'gone';
}

function useValidation() {
  useEffect(() => {
    const check = () => {
      // A 401 is dealt with by whoever watches for lost sessions; a server out of reach is not the end of one.
      if (currentLoad()) call(sessionRoutes.validate, {}).catch(() => undefined);
    };
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Inside somebody else's frame nobody stays signed in (document 002 section 4). */
function useForeignFrame() {
  const logout = useLogout();
  useEffect(() => {
    if (globalThis.top !== globalThis.self && currentLoad()) logout();
  }, [logout]);
}

/** Signing out, or in as another person, in one tab holds for the others too. */
function useOtherTabs() {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      const mine = currentLoad()?.colaborador.id;
      if (event.key === 'APP' && mine !== undefined && rememberedPerson()?.id !== mine) location.assign('/');
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
}
