import * as Type from '@sinclair/typebox';
import { Day, defineRoutes, Id, Instant, Nullable, Strict } from '../../route.ts';
import { hourOfDay, TicketMoved } from './ticketMoves.ts';

const versao = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }));

/** When a ticket comes back, on the clock of its branch. */
export const snoozeFields = {
  voltaDia: Day('Volta no dia'),
  voltaHora: hourOfDay('Hora'),
};

/** What the dialog shows of a ticket that others changed meanwhile. */
export const SnoozeShown = Type.Object({ adiadoAte: Nullable(Instant('Adiado até')) });

const act = {
  method: 'POST',
  params: Strict({ idTicket: Id('Ticket') }),
  idempotent: true,
  permission: 'TICKETS_RESPONDER_INTERNO',
  response: TicketMoved,
} as const;

/** Putting a ticket off until a moment or an answer, whichever comes first. Its due time goes on. */
export const ticketSnoozeRoutes = defineRoutes({
  snooze: {
    ...act,
    path: '/sac/tickets/{idTicket}/adiar',
    summary: 'Adiar um ticket até um dia e hora, ou até uma resposta',
    body: Strict({ versao, ...snoozeFields }),
  },
  wake: {
    ...act,
    path: '/sac/tickets/{idTicket}/retomar',
    summary: 'Retomar um ticket adiado',
    body: Strict({ versao }),
  },
});
