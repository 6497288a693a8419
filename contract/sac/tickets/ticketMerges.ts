import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Nullable, Strict } from '../../route.ts';
import { MOST_MERGED } from '../../rules/tickets/ticketMerge.ts';
import { NamedOption } from '../lookups.ts';
import { TicketMoved } from './ticketMoves.ts';

const versao = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }));
const params = Strict({ idTicket: Id('Ticket') });

/** A ticket that could be merged into another one, and what would follow from it. */
export const MergeOption = Type.Object(
  {
    id: Id('Ticket'),
    versao: Type.Integer({ title: 'Versão' }),
    assunto: Type.String({ title: 'Assunto' }),
    tipo: Type.String({ title: 'Tipo' }),
    status: Type.String({ title: 'Situação' }),
    etapa: Type.String({ title: 'Etapa' }),
    datahora_criacao: Instant('Criado em'),
    operador: Nullable(NamedOption),
    mensagens: Type.Integer({ title: 'Mensagens' }),
    produtos: Type.Integer({ title: 'Produtos' }),
    arquivos: Type.Integer({ title: 'Arquivos' }),
    /** Why it cannot be merged; `null` if it can. */
    impedimento: Nullable(Type.String({ title: 'Impedimento' })),
  },
  { title: 'Ticket a juntar' },
);
export type MergeOption = Static<typeof MergeOption>;

const act = {
  method: 'POST',
  params,
  idempotent: true,
  permission: 'TICKETS_JUNTAR',
  response: TicketMoved,
} as const;

/** Merging tickets of one customer, and taking it back within a day. */
export const ticketMergeRoutes = defineRoutes({
  /** Without `tickets`: the open ones of the same customer that the person may see, the newest first. */
  options: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/juntar',
    summary: 'Tickets que podem ser juntados a um ticket',
    permission: 'TICKETS_JUNTAR',
    params,
    query: Strict({
      tickets: Type.Optional(Type.Array(Id('Ticket'), { title: 'Tickets', maxItems: MOST_MERGED - 1 })),
    }),
    response: Type.Object({
      /** The leading one itself. */
      principal: MergeOption,
      outros: Type.Array(MergeOption, { title: 'Outros tickets' }),
    }),
  },
  merge: {
    ...act,
    path: '/sac/tickets/{idTicket}/juntar',
    summary: 'Juntar outros tickets a um ticket',
    body: Strict({
      versao,
      tickets: Type.Array(Strict({ id: Id('Ticket'), versao }), {
        title: 'Tickets que se juntam a este',
        minItems: 1,
        maxItems: MOST_MERGED - 1,
      }),
    }),
  },
  undoMerge: {
    ...act,
    path: '/sac/tickets/{idTicket}/desfazer-juncao',
    summary: 'Desfazer a junção de tickets, em até um dia',
    body: Strict({
      versao,
      tickets: Type.Array(Id('Ticket'), {
        title: 'Tickets que voltam a ser próprios',
        minItems: 1,
        maxItems: MOST_MERGED - 1,
      }),
    }),
  },
});
