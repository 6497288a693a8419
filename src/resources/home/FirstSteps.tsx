import { lazy, Suspense } from 'react';
import { ticketRoutes } from '../../../contract/sac/tickets.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

const FirstStepsList = lazy(async () => ({
  default: (await import('./FirstStepsList.tsx')).FirstStepsList,
}));

/** What leads a new installation, loaded where nothing happened yet; gone with the first ticket. */
export function FirstSteps() {
  const { data } = useRoute(ticketRoutes.totals, { query: {} });
  if (!data || data.some(({ total }) => total > 0)) return null;
  return (
    <Suspense fallback={null}>
      <FirstStepsList />
    </Suspense>
  );
}
