import { Suspense, useSyncExternalStore } from 'react';
import { lazyScreen } from '../layout/lazyScreen.ts';
import { hasJobs, onJobsNoted } from './jobsFlag.ts';

/** Long work in the top bar, from its start until its result was seen: also after a reload. */
export function JobsTool() {
  const some = useSyncExternalStore(onJobsNoted, hasJobs);
  return some ? (
    <Suspense fallback={null}>
      <JobsTray />
    </Suspense>
  ) : null;
}

const JobsTray = lazyScreen(() => import('./JobsTray.tsx'), 'JobsTray');
