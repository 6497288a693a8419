import { useEffect } from 'react';
import { sessionRoutes } from '../../../contract/session/session.ts';
import { finishSignOut } from '../../dataProvider/authProvider.ts';
import { call } from '../../dataProvider/call.ts';
import { currentLoad } from '../../dataProvider/session.ts';

/** The session is validated this often (document 002 section 9). */
const CHECK_EVERY_MS = 300_000;

/** Asks the server whether the session still holds; also when a tab comes back that slept through its turn. */
export function useValidation() {
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
