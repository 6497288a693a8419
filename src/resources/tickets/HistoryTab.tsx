import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, useState } from 'react';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { historyType } from '#contract/catalogs/ticketStatus.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { PageLinks } from '#ui/components/PageLinks/PageLinks.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { Message } from './history/Message.tsx';
import type { Audience } from './history/replyDraft.ts';

/**
 * The conversation. The composer is at the top with the newest message right below it, so that neither reading nor answering
 * requires scrolling (docs/domain.md 19).
 */
export function HistoryTab({ ticket }: { ticket: Ticket }) {
  return (
    <>
      {ticket.acoes.responder ? (
        <Suspense fallback={<Skeleton variant="rounded" height={230} sx={{ mb: 5 }} />}>
          <Composer key={ticket.id} ticket={ticket} />
        </Suspense>
      ) : (
        <NoComposer ticket={ticket} />
      )}
      <Conversation key={ticket.id} idTicket={ticket.id} />
    </>
  );
}

/** Not needed by people who only read. */
const Composer = lazyScreen(() => import('./history/Composer.tsx'), 'Composer');

/**
 * Replaces the composer: explains why nothing can be written and what would change that. For an archived ticket, the banner
 * already explains it.
 */
function NoComposer({ ticket }: { ticket: Ticket }) {
  if (ticket.arquivado) return null;
  return (
    <Box
      role="note"
      sx={({ vars: { palette } }) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: 3,
        mb: 5,
        borderRadius: 1,
        border: `1px solid ${palette.components.linha}`,
        backgroundColor: palette.components.cabecalho,
        color: palette.components.textoSecundario,
      })}
    >
      <LockOutlined fontSize="small" aria-hidden />
      {sentenceOf(ticket)}
    </Box>
  );
}

function sentenceOf({ status, acoes }: Ticket): string {
  if (isClosed(status as TicketStatus))
    return acoes.reabrir
      ? ticketWording('Este ticket está encerrado. Para escrever, é preciso reabrir.')
      : ticketWording('Este ticket está encerrado e não recebe mais mensagens.');
  return 'Você pode ler esta conversa, mas não responder. Fale com um administrador se precisar.';
}

/** The messages of a ticket, eight per page (document 002 section 9), the newest right below the composer. */
export function Conversation({ idTicket }: { idTicket: number }) {
  const internal = useCan().can('TICKETS_RESPONDER_INTERNO');
  const [{ page, type }, show] = useState<{ page: number; type: Audience | null }>({ page: 1, type: null });
  const answer = useRoute(
    conversationRoutes.history,
    { params: { idTicket }, query: { page, ...(type && { tipo: type }) } },
    { placeholderData: (before) => before },
  );
  return (
    <Answered answer={answer} skeleton={<Skeleton variant="rounded" height={120} />}>
      {({ itens, paginator: { current_page, last_page, per_page, total } }) => (
        <>
          {internal && (total > 0 || type) && (
            <TypeChips value={type} onChange={(next) => show({ page: 1, type: next })} />
          )}
          {itens.length === 0 ? (
            <EmptyState
              title="Nenhuma mensagem"
              text={
                type
                  ? 'Não há mensagens deste tipo.'
                  : ticketWording('As mensagens deste ticket aparecem aqui.')
              }
            />
          ) : (
            <Box
              component="ol"
              aria-label="Mensagens"
              aria-busy={answer.isPlaceholderData}
              sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 4 }}
            >
              {itens.map((entry) => (
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
      )}
    </Answered>
  );
}

interface TypeChipsProps {
  value: Audience | null;
  onChange: (value: Audience | null) => void;
}

/** Selects which messages are shown. */
const TypeChips = ({ value, onChange }: TypeChipsProps) => (
  <Box
    role="group"
    aria-label="Mostrar"
    data-print="no"
    sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 3 }}
  >
    {[{ value: null, label: 'Todas', icon: 'Forum' }, ...historyType].map((row) => (
      <Chip
        key={row.label}
        size="small"
        label={
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            {row.value && <CatalogIcon name={row.icon} size={14} />}
            {row.label}
          </Box>
        }
        variant={row.value === value ? 'filled' : 'outlined'}
        color={row.value === value ? 'primary' : 'default'}
        aria-pressed={row.value === value}
        onClick={() => onChange(row.value)}
      />
    ))}
  </Box>
);
