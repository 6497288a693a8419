import { useLogout } from 'ra-core';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { sessionRoutes } from '../../../contract/session/session.ts';
import { endOnServer, finishSignOut, onLoadFailure } from '../../dataProvider/authProvider.ts';
import { ofBusiness } from '../../dataProvider/business.ts';
import { call } from '../../dataProvider/call.ts';
import { pageExit } from '../../dataProvider/leave.ts';
import { type AskedProof, onProofAsked } from '../../dataProvider/proof.ts';
import {
  clearSession,
  currentLoad,
  type LostSession,
  onSessionLost,
  rememberDestination,
  rememberedPerson,
  sessionLost,
} from '../../dataProvider/session.ts';
import { forgetUnsaved, hasUnsaved } from '../../ui/components/frame/unsaved.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { UnreachableDialog } from './UnreachableDialog.tsx';

/** Watches over the session: validates it, leaves a foreign frame, and signs in over a page that holds unsaved work. */
export function SessionGate() {
  const { asking, settle } = useLostSession();
  const { failure, retry } = useUnreachable();
  const proofs = useProofs();
  useValidation();
  useForeignFrame();
  useOtherTabs();
  if (asking)
    return (
      <Suspense>
        <SignInDialog onSettled={settle} />
      </Suspense>
    );
  if (proofs.length > 0) return <Suspense>{proofs}</Suspense>;
  return failure ? <UnreachableDialog failure={failure} onRetry={retry} /> : null;
}

/** Whose session ended has the server in reach: it is fetched then. */
const SignInDialog = lazyScreen(() => import('./SignInDialog.tsx'), 'SignInDialog');

/** Inside somebody else's frame nobody stays signed in (document 002 section 4). */
function useForeignFrame() {
  const logout = useLogout();
  useEffect(() => {
    if (globalThis.top !== globalThis.self) logout();
  }, [logout]);
}

/** The session is validated this often (document 002 section 9). */
const CHECK_EVERY_MS = 300_000;

/** Asks the server whether the session still holds; also when a tab comes back that slept through its turn. */
function useValidation() {
  useEffect(() => {
    let last = Date.now();
    const check = () => {
      last = Date.now();
      // A 401 is dealt with by whoever watches for lost sessions; a server out of reach is not the end of one.
      if (currentLoad()) call(sessionRoutes.validate, {}).catch(() => undefined);
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - last >= CHECK_EVERY_MS) check();
    };
    const timer = setInterval(check, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('online', finishSignOut);
    finishSignOut();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('online', finishSignOut);
    };
  }, []);
}

/** A change of persons removes the one before and then names the next: judged when both have arrived. */
const SETTLED_MS = 200;

/** Signing out, or in as another person, in one tab holds for the others too. */
function useOtherTabs() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onStorage = ({ key }: StorageEvent) => {
      // null: the whole storage was cleared.
      if (key !== ofBusiness('APP') && key !== null) return;
      clearTimeout(timer);
      timer = setTimeout(judge, SETTLED_MS);
    };
    addEventListener('storage', onStorage);
    return () => {
      clearTimeout(timer);
      removeEventListener('storage', onStorage);
    };
  }, []);
}

function judge() {
  const mine = currentLoad()?.colaborador.id;
  const now = rememberedPerson()?.id;
  if (mine === undefined || mine === now) return;
  if (now === undefined) {
    void sessionLost();
    return;
  }
  // Somebody else: what was typed here cannot be sent in their name.
  forgetUnsaved();
  pageExit.leave('/');
}

/** The first waits are short, as a server starts in seconds. */
const WAITS_MS = [2_000, 3_000, 5_000, 10_000];

/** Tries by itself while the failure stands; the next failure waits longer. */
function useRetries(failure: unknown, retry: () => void) {
  const tries = useRef(0);
  useEffect(() => {
    if (!failure) return;
    const wait = WAITS_MS[Math.min(tries.current, WAITS_MS.length - 1)];
    tries.current += 1;
    const timer = setTimeout(retry, wait);
    return () => clearTimeout(timer);
  }, [failure, retry]);
}

/** The failure that keeps the console from starting, until it is tried again: by the person, by itself, or when the network is back. */
function useUnreachable() {
  const [failure, setFailure] = useState<unknown>(null);
  const again = useRef<() => void>(() => {});
  const retry = useCallback(() => {
    setFailure(null);
    again.current();
  }, []);
  useEffect(() => {
    onLoadFailure((reason) => {
      setFailure(reason);
      return new Promise<void>((resolve) => {
        again.current = resolve;
      });
    });
    addEventListener('online', retry);
    return () => {
      onLoadFailure((reason) => Promise.reject(reason));
      removeEventListener('online', retry);
    };
  }, [retry]);
  useRetries(failure, retry);
  return { failure, retry };
}

const ProofDialog = lazyScreen(() => import('./ProofDialog.tsx'), 'ProofDialog');
const EnrolDialog = lazyScreen(() => import('./EnrolDialog.tsx'), 'EnrolDialog');

interface Question extends AskedProof {
  answer: (given: boolean) => void;
}

/**
 * The dialogs that ask who sits there before a command goes on. Setting up a second factor may itself ask for a proof: then
 * both are open, one over the other.
 */
function useProofs() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  useEffect(() => {
    onProofAsked(
      (asked) =>
        new Promise<boolean>((resolve) => {
          const question = {
            ...asked,
            answer: (given: boolean) => {
              setQuestions((before) => before.filter((each) => each !== question));
              resolve(given);
            },
          };
          setQuestions((before) => [...before, question]);
        }),
    );
    return () => onProofAsked(async () => false);
  }, []);
  return questions.map(({ answer, ...asked }) =>
    asked.proof === 'SEGUNDO_FATOR_EXIGIDO' ? (
      <EnrolDialog key={asked.proof} onSettled={(enrolled) => (enrolled ? answer(true) : giveUp(answer))} />
    ) : (
      <ProofDialog key={asked.proof} asked={asked} onSettled={answer} />
    ),
  );
}

/** Without the factor the session is worth nothing: it ends. */
async function giveUp(answer: (given: boolean) => void) {
  await endOnServer();
  leave();
  answer(false);
}

/** What a 401 leads to: a sign-in over the page that holds unsaved work, else the login page. */
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
    return () => {
      onSessionLost(async () => 'gone');
      answer.current('gone');
    };
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
  forgetUnsaved();
  pageExit.leave('/login');
  return 'gone';
}
