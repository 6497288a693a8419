import Typography from '@mui/material/Typography';
import { timelineType } from '../../../contract/catalogs/timelineType.ts';
import { conversationRoutes } from '../../../contract/sac/ticketConversation.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Timeline } from '../../ui/components/detail/Timeline.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../ui/shell/states/skeletons.tsx';

/** What happened to a ticket, the newest first. */
export function TicketStory({ idTicket }: { idTicket: number }) {
  const { data, error, refetch } = useRoute(conversationRoutes.activities, { params: { idTicket } });
  return (
    <section aria-label="Linha do tempo">
      <Typography component="h3" sx={{ fontSize: 15, fontWeight: 600, mb: 3 }}>
        Linha do tempo
      </Typography>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TextSkeleton lines={4} />}
      {data && (
        <Timeline
          catalog={timelineType}
          entries={data.map(({ id, tipo, datahora_criacao, observacao, colaborador }) => ({
            id,
            type: tipo,
            at: datahora_criacao,
            note: observacao,
            person: colaborador?.nome ?? null,
          }))}
        />
      )}
    </section>
  );
}
