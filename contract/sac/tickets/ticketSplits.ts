import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, defineRoutes, Id, Instant, Nullable, Personal, Strict, Text } from '../../route.ts';
import { MOST_SPLIT } from '../../rules/tickets/ticketSplit.ts';
import { TicketType } from '../../rules/tickets/ticketType.ts';
import { TicketMoved } from './ticketMoves.ts';

const versao = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }));
const params = Strict({ idTicket: Id('Ticket') });
const chosen = (item: string, title: string) =>
  Type.Optional(Type.Array(Id(item), { title, maxItems: MOST_SPLIT, uniqueItems: true }));

/** What of a ticket may go to a new one. */
export const SplitOptions = Type.Object(
  {
    versao: Type.Integer({ title: 'Versão' }),
    assunto: Type.String({ title: 'Assunto' }),
    /** Why it cannot be divided; `null` if it can. */
    impedimento: Nullable(Type.String({ title: 'Impedimento' })),
    /** Why its products stay together; `null` if they need not. */
    impedimentoProdutos: Nullable(Type.String({ title: 'Impedimento dos produtos' })),
    /** What each of both tickets has to have. */
    tipo: Type.Object(
      {
        nome: Type.String({ title: 'Tipo' }),
        ...Type.Pick(TicketType, ['usa_nota_produto', 'usa_produto', 'usa_nota']).properties,
      },
      { title: 'O que o tipo do ticket pede' },
    ),
    produtos: Type.Array(
      Type.Object({
        id: Id('Produto do ticket'),
        descricao: Type.String({ title: 'Descrição' }),
        nota: Nullable(Type.Integer({ title: 'Nota' })),
        quantidade: Decimal('Quantidade'),
        unidade: Type.String({ title: 'Unidade' }),
      }),
      { title: 'Produtos' },
    ),
    /** The newest first. */
    mensagens: Type.Array(
      Type.Object({
        id: Id('Mensagem'),
        autor: Type.String({ title: 'Quem escreveu' }),
        datahora_criacao: Instant('Enviada em'),
        tipo: Type.String({ title: 'Tipo' }),
        /** The beginning, as plain text. */
        inicio: Personal('FRASE', Type.String({ title: 'Início do texto' })),
        arquivos: Type.Integer({ title: 'Arquivos' }),
      }),
      { title: 'Mensagens' },
    ),
    /** Those that belong to no product and no message. */
    arquivos: Type.Array(Type.Object({ id: Id('Arquivo'), nome: Type.String({ title: 'Nome' }) }), {
      title: 'Arquivos',
    }),
  },
  { title: 'O que se pode dividir de um ticket' },
);
export type SplitOptions = Static<typeof SplitOptions>;

/** What the dialog shows of a ticket that others changed meanwhile. */
export const SplitShown = Type.Object({ assunto: Type.String({ title: 'Assunto do novo ticket' }) });

const act = { method: 'POST', params, idempotent: true, permission: 'TICKETS_JUNTAR' } as const;

/** Taking a part of a ticket to a new one, and taking that back within a day. */
export const ticketSplitRoutes = defineRoutes({
  options: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/dividir',
    summary: 'O que de um ticket pode ir para um novo',
    permission: 'TICKETS_JUNTAR',
    params,
    response: SplitOptions,
  },
  split: {
    ...act,
    path: '/sac/tickets/{idTicket}/dividir',
    summary: 'Levar produtos, mensagens e arquivos de um ticket para um novo',
    body: Strict({
      versao,
      assunto: Type.Optional(Text('Assunto do novo ticket', 200)),
      produtos: chosen('Produto do ticket', 'Produtos'),
      mensagens: chosen('Mensagem', 'Mensagens'),
      arquivos: chosen('Arquivo', 'Arquivos'),
    }),
    response: Type.Object({
      data: Type.Object({ ...TicketMoved.properties.data.properties, novo: Id('Novo ticket') }),
    }),
  },
  /** `idTicket` is the one that was made by the split. */
  undoSplit: {
    ...act,
    path: '/sac/tickets/{idTicket}/desfazer-divisao',
    summary: 'Desfazer a divisão de um ticket, em até um dia',
    body: Strict({ versao }),
    response: TicketMoved,
  },
});
