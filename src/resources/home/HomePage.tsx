import Box from '@mui/material/Box';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { currentLoad } from '../../dataProvider/session.ts';
import { idleTool } from '../../ui/shell/idleTool.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
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
          {can('CONFIGURACAO') && <FirstSteps />}
          {can('SAC_TICKETS') && (
            <>
              <WaitingWork />
              <TicketTotals />
            </>
          )}
          {can('CLIENTE') && <SalesHome />}
          {can('SAC_TICKETS') && <RecentTickets />}
        </Box>
      ) : (
        <EmptyState title="Sem informações no momento." />
      )}
    </Page>
  );
}

/** The seller's part is no part of the first load: it comes when what was there first stands. */
const SalesHome = idleTool<'SalesHome', object>(() => import('./sales/SalesHome.tsx'), 'SalesHome');

/** A company is set up once. */
const FirstSteps = idleTool<'FirstSteps', object>(() => import('./FirstSteps.tsx'), 'FirstSteps');

const greeting = (hour: number) => (hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite');
