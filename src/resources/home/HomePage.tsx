import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { lazyScreen } from '../../custom/layout/lazyScreen.ts';
import { Page } from '../../custom/layout/Page.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { useCan } from '../../custom/layout/useCan.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { RecentTickets } from './RecentTickets.tsx';
import { TicketTotals } from './TicketTotals.tsx';
import { WaitingWork } from './WaitingWork.tsx';

/** `/home`: where the work stands, and what moved last; each leads to its list. */
export function HomePage() {
  return (
    <Guarded permission="SAC_HOME">
      <Home />
    </Guarded>
  );
}

function Home() {
  const { can } = useCan();
  const first = currentLoad()?.colaborador.nome.split(' ')[0];
  return (
    <Page title="Home" heading={first && `${greeting(new Date().getHours())}, ${first}`}>
      {can('SAC_TICKETS') || can('CLIENTE') ? (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6, maxWidth: 1200 }}>
          {can('SAC_TICKETS') && (
            <>
              <WaitingWork />
              <TicketTotals />
            </>
          )}
          {can('CLIENTE') && (
            <Suspense>
              <SalesHome />
            </Suspense>
          )}
          {can('SAC_TICKETS') && <RecentTickets />}
        </Box>
      ) : (
        <EmptyState title="Sem informações no momento." />
      )}
    </Page>
  );
}

/** The seller's part is no part of the first load. */
const SalesHome = lazyScreen(() => import('./sales/SalesHome.tsx'), 'SalesHome');

const greeting = (hour: number) => (hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite');
