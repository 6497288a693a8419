import { Suspense } from 'react';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { lazyScreen } from '../../custom/layout/lazyScreen.ts';
import { PageSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { UnknownPath } from '../../custom/layout/states/UnknownPath.tsx';
import { AgendaTable } from './AgendaTable.tsx';
import { useAgendaAddress } from './useAgendaAddress.ts';

/** `/agendas`: the list, or the calendar. */
export function AgendaList() {
  const { view } = useAgendaAddress();
  if (!view) return <UnknownPath />;
  return (
    <Guarded permission="AGENDA">
      {view.kind === 'list' ? (
        <AgendaTable opened={view.open} />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <AgendaCalendar />
        </Suspense>
      )}
    </Guarded>
  );
}

const AgendaCalendar = lazyScreen(() => import('./calendar/AgendaCalendar.tsx'), 'AgendaCalendar');
