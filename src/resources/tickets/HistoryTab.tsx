import { lazy, Suspense } from 'react';
import type { Ticket } from '../../../contract/sac/tickets.ts';
import { Conversation } from './history/Conversation.tsx';
import { NoComposer } from './history/NoComposer.tsx';

/**
 * The conversation. The composer stands above it and the newest message right below, so that neither reading nor
 * answering asks for scrolling (DESIGN.md, Ticket).
 */
export function HistoryTab({ ticket }: { ticket: Ticket }) {
  return (
    <>
      {ticket.acoes.responder ? (
        <Suspense fallback={<div style={{ minHeight: 260 }} />}>
          <Composer key={ticket.id} ticket={ticket} />
        </Suspense>
      ) : (
        <NoComposer ticket={ticket} />
      )}
      <Conversation key={ticket.id} idTicket={ticket.id} />
    </>
  );
}

/** Whoever only reads needs none of it. */
const Composer = lazy(async () => ({ default: (await import('./history/Composer.tsx')).Composer }));
