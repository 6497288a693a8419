import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { Link, Navigate } from 'react-router-dom';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { LoadedPage, UnknownPath, useRecordId } from '#ui/shell/LoadedPage.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { TicketPage } from './page/TicketPage.tsx';

/** `/tickets/{id}`: the page on which a ticket is worked. */
export function TicketShow() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <RequirePermission permission="SAC_TICKETS">
      <LoadedTicket key={id} idTicket={id} />
    </RequirePermission>
  );
}

function LoadedTicket({ idTicket }: { idTicket: number }) {
  const answer = useRoute(ticketRoutes.get, { params: { idTicket } });
  return (
    <LoadedPage
      answer={answer}
      title={ticketWording(`Ticket ${idTicket}`)}
      skeleton={<TicketSkeleton />}
      missing={<NoSuchTicket />}
    >
      {({ data }) =>
        data.juntadoAo === null ? (
          <TicketPage ticket={data} />
        ) : (
          // The number leads on to where everything of it is.
          <Navigate to={`/tickets/${data.juntadoAo}`} replace state={{ juntado: data.id }} />
        )
      }
    </LoadedPage>
  );
}

/** An unknown ticket and one out of scope show the same message. */
const NoSuchTicket = () => (
  <EmptyState
    title={ticketWording('Ticket não encontrado')}
    text="O número não existe, ou não está entre os que você pode ver."
    actions={
      <Button component={Link} to="/tickets" variant="outlined">
        {ticketWording('Voltar para os tickets')}
      </Button>
    }
  />
);

/** A skeleton of the ticket page: title, conversation, rail. */
const TicketSkeleton = () => (
  <Box role="status" aria-busy="true" aria-label="Carregando..." sx={{ px: { xs: 4, md: 6 }, pt: 4 }}>
    <Skeleton variant="rounded" width={140} height={26} sx={{ mb: 4 }} />
    <Skeleton variant="rounded" width={260} height={16} sx={{ mb: 5 }} />
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 3, lg: 6 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
      }}
    >
      <Skeleton variant="rounded" sx={{ height: { xs: 150, lg: 340 }, gridColumn: { lg: 2 } }} />
      <Box sx={{ gridRow: { lg: 1 } }}>
        <Skeleton variant="rounded" width={220} height={30} sx={{ mb: 4 }} />
        <Skeleton variant="rounded" height={240} sx={{ mb: 4 }} />
        <Skeleton variant="rounded" height={90} />
      </Box>
    </Box>
  </Box>
);
