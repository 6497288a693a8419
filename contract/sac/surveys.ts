import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Instant, Nullable, One, Personal, Strict, Text } from '../route.ts';

const Mark = Type.Integer({ title: 'Nota', minimum: 1, maximum: 5 });

/** The question as whoever holds the link of the e-mail sees it. */
export const OpenSurvey = Type.Object(
  {
    numero: Id('Ticket'),
    assunto: Type.String({ title: 'Assunto' }),
    empresa: Type.String({ title: 'Empresa' }),
    nota: Nullable(Mark),
    comentario: Type.String({ title: 'Comentário' }),
    /** Whether it may still be answered, or an answer changed. */
    aberta: Type.Boolean({ title: 'Aceita resposta' }),
  },
  { title: 'Pesquisa de satisfação' },
);
export type OpenSurvey = Static<typeof OpenSurvey>;

/** The question as the company sees it on the ticket. */
export const TicketSurvey = Type.Object(
  {
    pedidaEm: Nullable(Instant('Perguntado em')),
    nota: Nullable(Mark),
    comentario: Personal('TEXTO', Type.String({ title: 'Comentário' })),
    respondidaEm: Nullable(Instant('Respondido em')),
    /** Why the question cannot be sent now; `null` if it can. */
    impedimento: Nullable(Type.String({ title: 'Por que não se pode perguntar' })),
  },
  { title: 'Satisfação com um ticket' },
);
export type TicketSurvey = Static<typeof TicketSurvey>;

const token = Strict({ token: Type.String({ title: 'Código do link', maxLength: 100 }) });
const params = Strict({ idTicket: Id('Ticket') });
const permission = 'TICKETS_RESPONDER_INTERNO';

export const surveyRoutes = defineRoutes({
  ofTicket: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/pesquisa',
    summary: 'A satisfação de quem pediu um ticket',
    permission,
    params,
    response: One(TicketSurvey),
  },
  /** Once a ticket, after its end, and never to those who may not be contacted. */
  ask: {
    method: 'POST',
    path: '/sac/tickets/{idTicket}/pesquisa',
    summary: 'Perguntar como foi o atendimento de um ticket',
    permission,
    params,
    idempotent: true,
    response: Done,
  },
  /** Changes nothing, because mail programs open links automatically. */
  look: {
    method: 'GET',
    path: '/config/pesquisa/{token}',
    summary: 'A pesquisa a que um link leva',
    permission: 'public',
    params: token,
    response: One(OpenSurvey),
  },
  answer: {
    method: 'POST',
    path: '/config/pesquisa/{token}',
    summary: 'Responder uma pesquisa de satisfação',
    permission: 'public',
    params: token,
    body: Strict({ nota: Mark, comentario: Type.Optional(Text('Comentário', 2000)) }, { title: 'Resposta' }),
    response: Done,
  },
});
