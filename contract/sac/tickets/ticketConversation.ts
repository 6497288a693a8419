import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary, FileRef } from '../../config/platform.ts';
import { defineRoutes, Id, Instant, Nullable, Page, Personal, pageQuery, Strict, Text } from '../../route.ts';
import { Attendant } from '../lookups.ts';

export const Attachment = Type.Object(
  {
    id: Id('Anexo'),
    nome_exibicao: Type.String({ title: 'Nome' }),
    link: Type.String({ title: 'Endereço' }),
    mime: Type.String({ title: 'Tipo' }),
    tamanho: Type.Integer({ title: 'Tamanho em bytes' }),
    datahora_criacao: Instant('Enviado em'),
  },
  { title: 'Anexo' },
);
export type Attachment = Static<typeof Attachment>;

export const HistoryEntry = Type.Object(
  {
    id: Id('Mensagem'),
    colaborador: Type.Object({ nome: Type.String({ title: 'Nome' }) }),
    colaborador_id: Id('Colaborador'),
    datahora_criacao: Instant('Enviada em'),
    tipo: Type.String({ title: 'Tipo' }),
    /** Sanitized HTML. */
    mensagem: Personal('FRASE', Type.String({ title: 'Mensagem' })),
    anexos: Type.Array(Attachment, { title: 'Anexos' }),
    /** Destination of an ENCAMINHAMENTO; other types have none. */
    destino: Nullable(
      Type.Object(
        {
          setor: Type.String({ title: 'Setor' }),
          atendente: Nullable(Type.String({ title: 'Atendente' })),
        },
        { title: 'Destino' },
      ),
    ),
    /** For a message received by e-mail. */
    email: Type.Optional(
      Type.Object(
        {
          de: Personal('EMAIL', Type.String({ title: 'Endereço do remetente' })),
          /** Sanitized HTML of what the e-mail quoted below its text; may be empty. */
          citado: Personal('FRASE', Type.String({ title: 'Texto citado' })),
          deixados: Type.Array(Type.String(), { title: 'Anexos que não entraram' }),
          /** The received e-mail, while its original is kept; `null` once it is not. */
          original: Nullable(Id('E-mail recebido')),
        },
        { title: 'E-mail recebido' },
      ),
    ),
  },
  { title: 'Mensagem' },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

export const TimelineEntry = Type.Object(
  {
    id: Id('Atividade'),
    tipo: Type.String({ title: 'Tipo' }),
    datahora_criacao: Instant('Quando'),
    observacao: Personal('FRASE', Type.String({ title: 'Observação' })),
    colaborador: Nullable(Type.Object({ nome: Type.String({ title: 'Nome' }) })),
    /** The ticket that it happened on, if that was merged into this one. */
    ticket: Type.Optional(Id('Ticket')),
  },
  { title: 'Atividade' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

/** A sector to which the ticket can be forwarded, with the people in it who may take it. */
export const TicketSector = Type.Object(
  {
    id: Id('Setor'),
    desc: Type.String({ title: 'Descrição' }),
    atual: Type.Boolean({ title: 'Está neste setor' }),
    atendentes: Type.Array(Attendant, { title: 'Atendentes' }),
  },
  { title: 'Setor do ticket' },
);
export type TicketSector = Static<typeof TicketSector>;

const HISTORY_TYPES = ['PUBLICO', 'PRIVADO', 'ENCAMINHAMENTO'] as const;
const HistoryType = Type.Union(
  HISTORY_TYPES.map((type) => Type.Literal(type)),
  { title: 'Tipo' },
);

/** Maximum number of visible characters of a message. */
export const MAX_MESSAGE_LENGTH = 20_000;

/** A reply. `setor` (and `colaborador_id`, if a person is meant) is only sent with ENCAMINHAMENTO. */
export const MessageInput = Strict(
  {
    tipo: HistoryType,
    /** HTML from the editor, sanitized with an allow-list before it is stored; may be empty if there are files. */
    mensagem: Text('Mensagem', 8 * MAX_MESSAGE_LENGTH),
    arquivos: Type.Optional(Type.Array(FileRef, { title: 'Arquivos', maxItems: 6 })),
    setor: Type.Optional(Nullable(Id('Setor'))),
    colaborador_id: Type.Optional(Nullable(Id('Atendente'))),
    /** ENCAMINHAMENTO: also a ticket that a colleague works on, which is refused with TICKET_DE_COLEGA otherwise. */
    confirmar: Type.Optional(Type.Boolean({ title: 'Tirar de colega' })),
    /** The ticket then waits for the customer, and its due time is paused until they answer. PUBLICO only. */
    aguardaCliente: Type.Optional(Type.Boolean({ title: 'Aguardar o cliente' })),
    /** Accepted as in every write, but a message is never refused because the ticket has moved in the meantime. */
    versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
  },
  { title: 'Mensagem' },
);
export type MessageInput = Static<typeof MessageInput>;

const params = Strict({ idTicket: Id('Ticket') });
const read = { method: 'GET', permission: 'SAC_TICKETS', params } as const;

/** The conversation of a ticket, its files and its timeline. */
export const conversationRoutes = defineRoutes({
  history: {
    ...read,
    path: '/sac/tickets/{idTicket}/historico',
    summary: 'Mensagens de um ticket',
    query: Strict({
      page: pageQuery.page,
      take: Type.Optional(Type.Integer({ title: 'Por página', minimum: 1, maximum: 100, default: 8 })),
      tipo: Type.Optional(HistoryType),
    }),
    response: Page(HistoryEntry),
  },
  postMessage: {
    method: 'POST',
    path: '/sac/tickets/{idTicket}/historico',
    summary: 'Escrever uma mensagem em um ticket',
    permission: 'TICKETS_RESPONDER',
    params,
    body: MessageInput,
    multipart: true,
    idempotent: true,
    response: Type.Object({
      data: Type.Object({
        id: Id('Mensagem'),
        message: Type.String({ title: 'Mensagem' }),
        versao: Type.Integer({ title: 'Versão do ticket' }),
        status: Type.String({ title: 'Situação' }),
      }),
    }),
  },
  sectors: {
    ...read,
    path: '/sac/tickets/{idTicket}/setores',
    summary: 'Setores para onde um ticket pode ser encaminhado',
    permission: 'TICKETS_RESPONDER_INTERNO',
    response: Type.Array(TicketSector),
  },
  activities: {
    ...read,
    path: '/sac/tickets/{idTicket}/atividades',
    summary: 'Linha do tempo de um ticket',
    response: Type.Array(TimelineEntry),
  },
  attachments: {
    ...read,
    path: '/sac/tickets/{idTicket}/anexos',
    summary: 'Anexos de um ticket',
    response: Type.Array(Attachment),
  },
  attachment: {
    ...read,
    path: '/sac/tickets/{idTicket}/anexos/{idAnexo}',
    summary: 'Baixar um anexo',
    params: Strict({ idTicket: Id('Ticket'), idAnexo: Id('Anexo') }),
    query: Strict({ miniatura: Type.Optional(Type.Boolean({ title: 'Miniatura de uma foto' })) }),
    response: Binary,
    file: true,
  },
});
