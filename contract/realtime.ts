import * as Type from '@sinclair/typebox';
import { defineRoutes, Strict, Text } from './route.ts';

/**
 * Channels of the Pusher protocol. POST /broadcasting/auth decides who may listen; a channel out of scope is refused there
 * like an unknown ticket.
 */

/** Everything about one ticket, with presence and typing, for company staff who see the ticket. */
export const ticketChannel = (id: number): string => `presence-ticket-${id}`;
/** What end consumers may see of their own ticket: no internal events and no presence. */
export const publicTicketChannel = (id: number): string => `private-ticket-${id}-publico`;
/** The lists that are notified of changes while they are open. */
export type LiveList = 'tickets' | 'coletas' | 'negociacoes' | 'ligacoes-recebidas';
/** Changes of all rows of a list, for people who see every branch. */
export const listChannel = (list: LiveList): string => `private-${list}`;
/** Changes of the rows of one branch. */
export const branchListChannel = (list: LiveList, branchId: number): string =>
  `private-${list}-filial-${branchId}`;
/** Everything about one quote or order, for people who may read it. */
export const orderChannel = (id: number): string => `private-pedido-${id}`;
/** The records of a type, for people who see all of them. */
export const recordsChannel = (type: string): string => `private-cadastro-${type}`;
/** One record, for people who see it. Type keys never contain a dot. */
export const recordChannel = (type: string, id: number): string => `private-cadastro-${type}.${id}`;
/** Changes of what a branch can sell: an order reserved stock or released it. */
export const stockChannel = (branchId: number): string => `private-estoque-filial-${branchId}`;
/** What concerns one person, such as the progress of their own background work. */
export const personChannel = (id: number): string => `private-pessoa-${id}`;
/** What every open console is told, whoever uses it. */
export const CONSOLE_CHANNEL = 'private-console';
/** New notices. */
export const NOTICES_CHANNEL = 'private-avisos';

/** A ticket was written. */
export const TICKET_CHANGED = 'ticket.mudou';
export interface TicketChanged {
  id: number;
  versao: number;
  /** Row of contract/catalogs/timelineType.ts, or `ANALYSIS_SUGGESTED`. */
  tipo: string;
  status: string;
  por: { id: number; nome: string } | null;
}
/** Only what is suggested for its analysis changed: the ticket keeps its version, and its timeline has no entry. */
export const ANALYSIS_SUGGESTED = 'SUGESTAO';

/** A quote or order was written, or one of its prices was decided. */
export const ORDER_CHANGED = 'pedido.mudou';
export interface OrderChanged {
  id: number;
  versao: number;
  /** An action of the audit log: `AUTORIZAR_PRECO`, `ALTERAR`. */
  acao: string;
  /** `null` for the system itself. */
  por: { id: number; nome: string } | null;
  /** People who are told by an event of their own, on whatever screen they are; absent from consoles of before. */
  avisados?: number[];
}

/** Records of a type were written, by whatever route; clients that may read them fetch which. */
export const RECORDS_CHANGED = 'cadastro.mudou';
export interface RecordsChanged {
  /** Key of the type. */
  cadastro: string;
  /** `null` for the system itself. */
  por: { id: number; nome: string } | null;
}

/** The stock of a branch changed; clients that display it fetch the current values. */
export const STOCK_CHANGED = 'estoque.mudou';

/** Pickups were generated, changed or emptied; clients that may read them fetch which. */
export const PICKUPS_CHANGED = 'coletas.mudaram';

/** Prices of a quote were requested, changed, decided or withdrawn; clients that may read them fetch which. */
export const NEGOTIATIONS_CHANGED = 'negociacoes.mudaram';

/** The company says something otherwise than before; clients read its words again. */
export const WORDS_CHANGED = 'palavras.mudaram';

/** Progress of a bulk job, on the person's channel. */
export const JOB_PROGRESS = 'lote.andou';
export const NFE_IMPORT_PROGRESS = 'importacao-notas.andou';
/**
 * The number of unread notices may have changed. On a person's own channel it tells of their own notices, `novo` of one that has
 * just come.
 */
export const NOTICES_CHANGED = 'avisos.mudaram';
export interface NoticesChanged {
  novo?: boolean;
  /** The page that the new one leads to. */
  link?: string | null;
}

/**
 * Sent on the person's channel when a ticket needs their attention: it was assigned to them, somebody else wrote in it, or
 * a colleague took it.
 */
export const TICKET_FOR_YOU = 'ticket.para-voce';
export interface TicketForYou {
  id: number;
  motivo: 'MENSAGEM' | 'ATRIBUIDO' | 'RETIRADO';
  /** `null` stands for the company when the reader is an end consumer. */
  por: { id: number; nome: string } | null;
}

/** A draft of the person was sent, on any page or device; sent on the person's channel. */
export const DRAFT_SENT = 'rascunho.enviado';
export interface DraftSent {
  rascunho: string;
  /** The number of the record that it became. */
  numero: string;
  /** 'Enviado como ticket 2007'. */
  texto: string;
  /** Path of the page that shows it. */
  link: string | null;
  por: { id: number; nome: string };
  em: string;
}

/** Prices that a person requested were decided; sent on the person's channel. */
export const NEGOTIATION_CHANGED = 'negociacao.decidida';
export interface NegotiationChanged {
  idPedido: number;
  ids: number[];
  /** Row of contract/catalogs/orderStatus.ts. */
  status: string;
  por: { id: number; nome: string };
}

/**
 * Somebody calls a line, the call has got further, or somebody said what became of it: on the channel of the line's person, and on those
 * of the list of received calls. Who it is the console asks for.
 */
export const CALL_CHANGED = 'ligacao.mudou';

/** Sent by a console to the others on a ticket while its user types, with `parou` when they stop. */
export const TYPING = 'client-digitando';

/** A channel name. An unknown name is refused in the same way as one that is out of scope. */
const Channel = Text('Canal', 100, { minLength: 1 });

export const MissedEvent = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  canais: Type.Array(Type.String(), { title: 'Canais' }),
  evento: Type.String({ title: 'Evento' }),
  dados: Type.Record(Type.String(), Type.Unknown(), { title: 'Dados', additionalProperties: true }),
});

export const realtimeRoutes = defineRoutes({
  /** Part of the Pusher protocol: pusher-js sends a form, our own console sends JSON. */
  authorize: {
    method: 'POST',
    path: '/broadcasting/auth',
    summary: 'Autorizar a escuta de um canal de tempo real',
    permission: 'session',
    allowedWhileViewingAs: 'reads',
    body: Strict({
      socket_id: Text('Conexão', 40, { pattern: '^\\d+\\.\\d+$' }),
      channel_name: Channel,
    }),
    response: Type.Object({
      auth: Type.String({ title: 'Assinatura' }),
      channel_data: Type.Optional(Type.String({ title: 'Quem entra no canal' })),
    }),
  },
  /**
   * The events sent to the channels after the cursor. Some may be repeated, because an event can be committed after a later
   * one. Without a cursor, returns only where the next events begin and, for a page that connects late, the events since it
   * began to listen (`abertoHa`, ms ago).
   */
  missed: {
    method: 'GET',
    path: '/config/tempo-real',
    summary: 'Eventos de tempo real depois de um ponto',
    permission: 'session',
    query: Strict({
      desde: Type.Optional(
        Type.Integer({ title: 'Último evento conhecido', minimum: 0, maximum: 9007199254740991 }),
      ),
      abertoHa: Type.Optional(
        Type.Integer({ title: 'Há quantos ms a página escuta', minimum: 0, maximum: 60_000 }),
      ),
      canais: Type.Optional(Type.Array(Channel, { title: 'Canais', maxItems: 50 })),
    }),
    response: Type.Object({
      cursor: Type.Integer({ title: 'Último evento' }),
      perdido: Type.Boolean({ title: 'Há mais do que se guarda: recarregue o que está na tela' }),
      itens: Type.Array(MissedEvent, { title: 'Eventos' }),
      recusados: Type.Array(Type.String(), { title: 'Canais recusados' }),
    }),
  },
});
