/**
 * Channels of the Pusher protocol. Who may listen is asked by POST /broadcasting/auth; what is out of scope is
 * refused there like an unknown ticket.
 */

/** Everything of one ticket, with presence and typing: whoever of the company sees the ticket. */
export const ticketChannel = (id: number): string => `presence-ticket-${id}`;
/** What end consumers may know of their own ticket: no internal event, no presence. */
export const publicTicketChannel = (id: number): string => `private-ticket-${id}-publico`;
/** The lists that are told of changes while somebody looks at them. */
export type LiveList = 'tickets' | 'coletas' | 'negociacoes';
/** Changes of every row of a list: who sees every branch. */
export const listChannel = (list: LiveList): string => `private-${list}`;
/** Changes of the rows of one branch. */
export const branchListChannel = (list: LiveList, branchId: number): string =>
  `private-${list}-filial-${branchId}`;
/** Everything of one quote or order: whoever may read it. */
export const orderChannel = (id: number): string => `private-pedido-${id}`;
/** The records of a type: who sees all of them. */
export const recordsChannel = (type: string): string => `private-cadastro-${type}`;
/** One record: whoever sees it. No key of a type holds a dot. */
export const recordChannel = (type: string, id: number): string => `private-cadastro-${type}.${id}`;
/** What a branch may sell of its products: an order set some of it aside, or gave it back. */
export const stockChannel = (branchId: number): string => `private-estoque-filial-${branchId}`;
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

/** A quote or order was written, or a price of it was decided. */
export const ORDER_CHANGED = 'pedido.mudou';
export interface OrderChanged {
  id: number;
  versao: number;
  /** Of the audit: `AUTORIZAR_PRECO`, `ALTERAR`. */
  acao: string;
  /** `null`: the system itself. */
  por: { id: number; nome: string } | null;
}

/** Records of a type were written, whichever way; whoever may read them asks which. */
export const RECORDS_CHANGED = 'cadastro.mudou';
export interface RecordsChanged {
  /** Key of the type. */
  cadastro: string;
  /** `null`: the system itself. */
  por: { id: number; nome: string } | null;
}

/** The stock of a branch changed; whoever shows some of it asks what it is now. */
export const STOCK_CHANGED = 'estoque.mudou';

/** Pickups were generated, changed or emptied; whoever may read them asks which. */
export const PICKUPS_CHANGED = 'coletas.mudaram';

/** Prices of a quote were asked for, changed, decided or withdrawn; whoever may read them asks which. */
export const NEGOTIATIONS_CHANGED = 'negociacoes.mudaram';

/** What each list is told by. */
export const LIST_EVENTS: Readonly<Record<LiveList, string>> = {
  tickets: TICKET_CHANGED,
  coletas: PICKUPS_CHANGED,
  negociacoes: NEGOTIATIONS_CHANGED,
};

/** Progress of a bulk job, on the person's channel. */
export const JOB_PROGRESS = 'lote.andou';
export const NFE_IMPORT_PROGRESS = 'importacao-notas.andou';
/** The number of unread notices may have changed. */
export const NOTICES_CHANGED = 'avisos.mudaram';

/** A ticket asks for one person, on the person's channel: it became theirs, or somebody else wrote in it. */
export const TICKET_FOR_YOU = 'ticket.para-voce';
export interface TicketForYou {
  id: number;
  motivo: 'MENSAGEM' | 'ATRIBUIDO';
  /** `null`: the company, for an end consumer. */
  por: { id: number; nome: string } | null;
}

/** Prices that a person asked for were decided, on the person's channel. */
export const NEGOTIATION_CHANGED = 'negociacao.decidida';
export interface NegotiationChanged {
  idPedido: number;
  ids: number[];
  /** Row of contract/catalogs/orderStatus.ts. */
  status: string;
  por: { id: number; nome: string };
}

/** Said by a console to the others on a ticket while its person writes; `parou` when they do no more. */
export const TYPING = 'client-digitando';
