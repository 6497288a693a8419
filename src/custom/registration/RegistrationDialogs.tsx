import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { currentRegistration, onRegistration, registrationGone } from './registrationRequest.ts';

/** Shows the registration that any screen asked for (`useRegistration`); its code comes with the first one. */
export function RegistrationDialogs() {
  const shown = useSyncExternalStore(onRegistration, currentRegistration);
  // What one person began is not shown to the next one who signs in here.
  useEffect(() => registrationGone, []);
  return shown ? (
    <Suspense>
      <RegistrationDialog key={shown.id} request={shown.request} />
    </Suspense>
  ) : null;
}

const RegistrationDialog = lazyScreen(() => import('./RegistrationDialog.tsx'), 'RegistrationDialog');
