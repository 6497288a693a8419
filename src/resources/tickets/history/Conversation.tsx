import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { conversationRoutes } from '../../../../contract/sac/ticketConversation.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { PageLinks } from '../../../ui/components/PageLinks/PageLinks.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { useCan } from '../../../ui/shell/useCan.ts';
import { Message } from './Message.tsx';
import type { Audience } from './replyDraft.ts';
import { TypeChips } from './TypeChips.tsx';

/** The messages of a ticket, eight a page (document 002 section 9), the newest right below the composer. */
export function Conversation({ idTicket }: { idTicket: number }) {
  const internal = useCan().can('TICKETS_RESPONDER_INTERNO');
  const [{ page, type }, show] = useState<{ page: number; type: Audience | null }>({ page: 1, type: null });
  const { data, error, isPending, isPlaceholderData, refetch } = useRoute(
    conversationRoutes.history,
    { params: { idTicket }, query: { page, ...(type && { tipo: type }) } },
    { placeholderData: (before) => before },
  );
  if (isPending) return <Skeleton variant="rounded" height={120} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return null;
  const { current_page, last_page, per_page, total } = data.paginator;
  return (
    <>
      {internal && (total > 0 || type) && (
        <TypeChips value={type} onChange={(next) => show({ page: 1, type: next })} />
      )}
      {data.itens.length === 0 ? (
        <EmptyState
          title="Nenhuma mensagem"
          text={type ? 'Não há mensagens deste tipo.' : inWords('As mensagens deste ticket aparecem aqui.')}
        />
      ) : (
        <Box
          component="ol"
          aria-label="Mensagens"
          aria-busy={isPlaceholderData}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 4 }}
        >
          {data.itens.map((entry) => (
            <Message key={entry.id} entry={entry} />
          ))}
        </Box>
      )}
      {total > 0 && (
        <PageLinks
          page={current_page}
          lastPage={last_page}
          perPage={per_page}
          total={total}
          onPage={(next) => show({ page: next, type })}
          links={3}
          noun={['mensagem', 'mensagens']}
        />
      )}
    </>
  );
}
