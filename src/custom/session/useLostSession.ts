import { useEffect, useRef, useState } from 'react';
import { pageExit } from '../../dataProvider/leave.ts';
import {
  clearSession,
  currentLoad,
  type LostSession,
  onSessionLost,
  rememberDestination,
} from '../../dataProvider/session.ts';
import { forgetUnsaved, hasUnsaved } from '../../ui/components/frame/unsaved.ts';

/** What a 401 leads to: a sign-in over the page that holds unsaved work, else the login page. */
export function useLostSession() {
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
