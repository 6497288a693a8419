import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { ticketRoutes } from '../../../contract/sac/tickets.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { inWords } from '../../dataProvider/inWords.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { TicketPage } from './page/TicketPage.tsx';
import { TicketSkeleton } from './page/TicketSkeleton.tsx';

/** `/tickets/{id}`: the place where a ticket is worked. */
export function TicketShow() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="SAC_TICKETS">
      <LoadedTicket key={id} idTicket={id} />
    </Guarded>
  );
}

function LoadedTicket({ idTicket }: { idTicket: number }) {
  const { data, error, isPending, refetch } = useRoute(ticketRoutes.get, { params: { idTicket } });
  if (isPending) return <TicketSkeleton />;
  // What a person may not see any more goes; what only could not be asked for again stays.
  if (error && (!data || error.status === 404)) {
    return (
      <Page title={inWords(`Ticket ${idTicket}`)}>
        {error.status === 404 ? <NoSuchTicket /> : <ErrorState error={error} onRetry={() => refetch()} />}
      </Page>
    );
  }
  return data ? <TicketPage ticket={data.data} /> : null;
}

/** Unknown and out of scope read alike. */
const NoSuchTicket = () => (
  <EmptyState
    title={inWords('Ticket não encontrado')}
    text="O número não existe, ou não está entre os que você pode ver."
    actions={
      <Button component={Link} to="/tickets" variant="outlined">
        {inWords('Voltar para os tickets')}
      </Button>
    }
  />
);
