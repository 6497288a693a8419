import Box from '@mui/material/Box';
import { Page } from '../../custom/layout/Page.tsx';
import { currentLoad } from '../../dataProvider/session.ts';
import { RecentTickets } from './RecentTickets.tsx';
import { TicketTotals } from './TicketTotals.tsx';

/** `/home`: where the work stands, and what moved last; each leads to its list. */
export function HomePage() {
  const first = currentLoad()?.colaborador.nome.split(' ')[0];
  return (
    <Page title="Home" heading={first && `${greeting(new Date().getHours())}, ${first}`}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6, maxWidth: 1200 }}>
        <TicketTotals />
        <RecentTickets />
      </Box>
    </Page>
  );
}

const greeting = (hour: number) => (hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite');
