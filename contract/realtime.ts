/**
 * Channels of the Pusher protocol. Who may listen is asked by POST /broadcasting/auth; what is out of scope is
 * refused there like an unknown ticket.
 */

/** Everything of one ticket, with presence and typing: whoever of the company sees the ticket. */
export const ticketChannel = (id: number): string => `presence-ticket-${id}`;
/** What end consumers may know of their own ticket: no internal event, no presence. */
export const publicTicketChannel = (id: number): string => `private-ticket-${id}-publico`;
/** Changes of every ticket: who sees every branch. */
export const ALL_TICKETS_CHANNEL = 'private-tickets';
/** Changes of the tickets of one branch. */
export const branchTicketsChannel = (branchId: number): string => `private-tickets-filial-${branchId}`;
/** What concerns one person: the progress of own long work. */
export const personChannel = (id: number): string => `private-pessoa-${id}`;
/** New notices. */
export const NOTICES_CHANNEL = 'private-avisos';

/** A ticket was written. */
export const TICKET_CHANGED = 'ticket.mudou';
export interface TicketChanged {
  id: number;
  versao: number;
  /** Row of contract/catalogs/timelineType.ts. */
  tipo: string;
  status: string;
  por: { id: number; nome: string } | null;
}

/** Progress of a bulk job, on the person's channel. */
export const JOB_PROGRESS = 'lote.andou';
/** The number of unread notices may have changed. */
export const NOTICES_CHANGED = 'avisos.mudaram';

/** Prices that a person asked for were decided, on the person's channel. */
export const NEGOTIATION_CHANGED = 'negociacao.decidida';
export interface NegotiationChanged {
  idPedido: number;
  ids: number[];
  /** Row of contract/catalogs/negotiationStatus.ts. */
  status: string;
  por: { id: number; nome: string };
}

/** Said by a console to the others on a ticket while its person writes; `parou` when they do no more. */
export const TYPING = 'client-digitando';
