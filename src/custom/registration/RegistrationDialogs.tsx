import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyScreen } from '../../ui/shell/loadLater.tsx';
import { currentRegistration, onRegistration, registrationGone } from './useRegistration.ts';

/** Shows the registration requested by any screen (`useRegistration`); its code is loaded with the first request. */
export function RegistrationDialogs() {
  const shown = useSyncExternalStore(onRegistration, currentRegistration);
  // A registration started by one person must not be shown to the next person who signs in here.
  useEffect(() => registrationGone, []);
  return shown ? (
    <Suspense>
      <RegistrationDialog key={shown.id} request={shown.request} />
    </Suspense>
  ) : null;
}

const RegistrationDialog = lazyScreen(() => import('./RegistrationDialog.tsx'), 'RegistrationDialog');
