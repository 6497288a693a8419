import { Suspense } from 'react';
import { useBlocker } from 'react-router-dom';
import { hasLosable } from '../../ui/components/frame/unsaved.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

const LeaveQuestion = lazyScreen(
  () => import('../../ui/components/frame/LeaveQuestion.tsx'),
  'LeaveQuestion',
);

/** Another page, by a link or by 'back', asks before it throws away what was typed on this one. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasLosable(),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveQuestion onStay={blocker.reset} onGo={blocker.proceed} />
    </Suspense>
  );
}
