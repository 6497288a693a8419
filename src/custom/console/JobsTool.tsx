import { Suspense, useSyncExternalStore } from 'react';
import { hasJobs, onJobsNoted } from '../../ui/jobs/jobsFlag.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

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
