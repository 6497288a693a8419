import { Suspense } from 'react';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { UnreachableDialog } from './UnreachableDialog.tsx';
import { useForeignFrame } from './useForeignFrame.ts';
import { useLostSession } from './useLostSession.ts';
import { useOtherTabs } from './useOtherTabs.ts';
import { useUnreachable } from './useUnreachable.ts';
import { useValidation } from './useValidation.ts';

/** Watches over the session: validates it, leaves a foreign frame, and signs in over a page that holds unsaved work. */
export function SessionGate() {
  const { asking, settle } = useLostSession();
  const { failure, retry } = useUnreachable();
  useValidation();
  useForeignFrame();
  useOtherTabs();
  if (asking)
    return (
      <Suspense>
        <SignInDialog onSettled={settle} />
      </Suspense>
    );
  return failure ? <UnreachableDialog failure={failure} onRetry={retry} /> : null;
}

/** Whose session ended has the server in reach: it is fetched then. */
const SignInDialog = lazyScreen(() => import('./SignInDialog.tsx'), 'SignInDialog');
