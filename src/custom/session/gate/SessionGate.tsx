import { useLogout } from 'ra-core';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { sessionRoutes } from '#contract/session/session.ts';
import { endOnServer, finishSignOut, onLoadFailure } from '#data/authProvider.ts';
import { businessStorageKey } from '#data/business.ts';
import { call } from '#data/call.ts';
import { onProofRequested, type RequestedProof } from '#data/http.ts';
import {
  clearSession,
  currentInitialLoad,
  hardNavigation,
  onSessionLost,
  recoverSession,
  rememberDestination,
  rememberedPerson,
  type SessionRecovery,
} from '#data/session.ts';
import { forgetUnsaved, hasUnsaved } from '#ui/components/frame/unsaved.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { UnreachableDialog } from './UnreachableDialog.tsx';

/**
 * Watches the session: validates it, signs out inside a foreign frame, and lets the person sign in again over a page with
 * unsaved work.
 */
export function SessionGate() {
  const { asking, settle } = useLostSession();
  const { failure, retry } = useUnreachable();
  const proofs = useProofs();
  useValidation();
  useForeignFrame();
  useSyncAcrossTabs();
  if (asking)
    return (
      <Suspense>
        <SignInDialog onSettled={settle} />
      </Suspense>
    );
  if (proofs.length > 0) return <Suspense>{proofs}</Suspense>;
  return failure ? <UnreachableDialog failure={failure} onRetry={retry} /> : null;
}

/** Loaded when a session has ended, since the server is reachable then. */
const SignInDialog = lazyScreen(() => import('./ProofDialogs.tsx'), 'SignInDialog');

/** Signs out inside a frame of another site (document 002 section 4). */
function useForeignFrame() {
  const logout = useLogout();
  useEffect(() => {
    if (globalThis.top !== globalThis.self) logout();
  }, [logout]);
}

/** Interval of the session validation (document 002 section 9). */
const CHECK_INTERVAL_MS = 300_000;

/** Checks on the server whether the session is still valid, also when a tab becomes visible again after missing a check. */
function useValidation() {
  useEffect(() => {
    let last = Date.now();
    const check = () => {
      last = Date.now();
      // A 401 is handled by the lost-session handler; an unreachable server does not end the session.
      if (currentInitialLoad()) call(sessionRoutes.validate, {}).catch(() => undefined);
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - last >= CHECK_INTERVAL_MS) check();
    };
    const timer = setInterval(check, CHECK_INTERVAL_MS);
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

/** Switching users removes the old person and then stores the new one; this delay waits for both storage events. */
const SETTLED_MS = 200;

/** Signing out, or signing in as another person, in one tab applies to the other tabs too. */
function useSyncAcrossTabs() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onStorage = ({ key }: StorageEvent) => {
      // A null key means that the whole storage was cleared.
      if (key !== businessStorageKey('APP') && key !== null) return;
      clearTimeout(timer);
      timer = setTimeout(followOtherTab, SETTLED_MS);
    };
    addEventListener('storage', onStorage);
    return () => {
      clearTimeout(timer);
      removeEventListener('storage', onStorage);
    };
  }, []);
}

function followOtherTab() {
  const mine = currentInitialLoad()?.colaborador.id;
  const now = rememberedPerson()?.id;
  if (mine === undefined || mine === now) return;
  if (now === undefined) {
    void recoverSession();
    return;
  }
  // A different person: input typed here cannot be sent in their name.
  forgetUnsaved();
  hardNavigation.leave('/');
}

/** The first delays are short, since a server starts in seconds. */
const RETRY_DELAYS_MS = [2_000, 3_000, 5_000, 10_000];

/** Retries automatically while the failure persists, waiting longer each time. */
function useRetries(failure: unknown, retry: () => void) {
  const tries = useRef(0);
  useEffect(() => {
    if (!failure) return;
    const wait = RETRY_DELAYS_MS[Math.min(tries.current, RETRY_DELAYS_MS.length - 1)];
    tries.current += 1;
    const timer = setTimeout(retry, wait);
    return () => clearTimeout(timer);
  }, [failure, retry]);
}

/**
 * The failure that prevents the console from starting. It is cleared when a retry begins: by the person, automatically, or
 * when the network is back.
 */
function useUnreachable() {
  const [failure, setFailure] = useState<unknown>(null);
  const retryRef = useRef<() => void>(() => {});
  const retry = useCallback(() => {
    setFailure(null);
    retryRef.current();
  }, []);
  useEffect(() => {
    onLoadFailure((reason) => {
      setFailure(reason);
      return new Promise<void>((resolve) => {
        retryRef.current = resolve;
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

const ProofDialog = lazyScreen(() => import('./ProofDialogs.tsx'), 'ProofDialog');
const EnrolDialog = lazyScreen(() => import('./EnrolDialog.tsx'), 'EnrolDialog');

interface Question extends RequestedProof {
  answer: (given: boolean) => void;
}

/**
 * The dialogs that verify the person's identity before a command continues. Setting up a second factor may itself require a
 * proof, in which case both are open, one over the other.
 */
function useProofs() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  useEffect(() => {
    onProofRequested(
      (requested) =>
        new Promise<boolean>((resolve) => {
          const question = {
            ...requested,
            answer: (given: boolean) => {
              setQuestions((before) => before.filter((each) => each !== question));
              resolve(given);
            },
          };
          setQuestions((before) => [...before, question]);
        }),
    );
    return () => onProofRequested(async () => false);
  }, []);
  return questions.map(({ answer, ...requested }) =>
    requested.proof === 'SEGUNDO_FATOR_EXIGIDO' ? (
      <EnrolDialog
        key={requested.proof}
        onSettled={(enrolled) => (enrolled ? answer(true) : giveUp(answer))}
      />
    ) : (
      <ProofDialog key={requested.proof} requested={requested} onSettled={answer} />
    ),
  );
}

/** Without the factor the session cannot be used, so it is ended. */
async function giveUp(answer: (given: boolean) => void) {
  await endOnServer();
  leave();
  answer(false);
}

/** Handles a 401: opens a sign-in dialog over a page with unsaved work, or else goes to the login page. */
function useLostSession() {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(outcome: SessionRecovery) => void>(() => {});
  useEffect(() => {
    onSessionLost(async () => {
      if (!currentInitialLoad()) return 'gone';
      if (!hasUnsaved()) return leave();
      setAsking(true);
      return new Promise<SessionRecovery>((resolve) => {
        answer.current = resolve;
      });
    });
    return () => {
      onSessionLost(async () => 'gone');
      answer.current('gone');
    };
  }, []);
  const settle = (outcome: SessionRecovery) => {
    setAsking(false);
    answer.current(outcome === 'gone' ? leave() : outcome);
  };
  return { asking, settle };
}

/** Clears the session and goes to the login page, remembering the current page. */
function leave(): SessionRecovery {
  clearSession();
  rememberDestination(location);
  forgetUnsaved();
  hardNavigation.leave('/login');
  return 'gone';
}
