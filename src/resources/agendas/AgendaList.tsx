import { Suspense } from 'react';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { AgendaTable, useAgendaAddress } from './AgendaTable.tsx';

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
