import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Nullable, One, Personal, Strict, Text } from '../../route.ts';

const email = Personal('EMAIL', Type.String({ title: 'E-mail' }));

export const TicketCopies = Type.Object(
  {
    copias: Type.Array(
      Type.Object({
        id: Id('Cópia'),
        email,
        /** `null` for people outside the company. */
        incluidoPor: Nullable(Type.String({ title: 'Incluído por' })),
        recebe: Type.Boolean({ title: 'Recebe e-mails sobre tickets' }),
        chega: Type.Boolean({ title: 'Os e-mails chegam' }),
      }),
      { title: 'Em cópia' },
    ),
    /** Addresses that e-mails of the ticket were also written to, for a person to decide; none for people outside the company. */
    propostas: Type.Array(Type.Object({ email }), { title: 'Propostas' }),
  },
  { title: 'Endereços em cópia de um ticket' },
);
export type TicketCopies = Static<typeof TicketCopies>;

const params = Strict({ idTicket: Id('Ticket') });
const act = { permission: 'TICKETS_RESPONDER_INTERNO', idempotent: true, response: Done } as const;

/** Who gets every e-mail that the customer gets about a ticket. */
export const ticketCopyRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/copias',
    auditsAccessTo: { entity: 'tickets', param: 'idTicket' },
    summary: 'Quem recebe cópia dos e-mails de um ticket',
    permission: 'SAC_TICKETS',
    params,
    response: One(TicketCopies),
  },
  add: {
    ...act,
    method: 'POST',
    path: '/sac/tickets/{idTicket}/copias',
    summary: 'Incluir um endereço em cópia dos e-mails de um ticket',
    handlesMasks: true,
    params,
    body: Strict({ email: Personal('EMAIL', Text('E-mail', 254, { minLength: 3 })) }),
    missing: { email: 'Informe o e-mail.' },
  },
  remove: {
    ...act,
    method: 'DELETE',
    path: '/sac/tickets/{idTicket}/copias/{idCopia}',
    summary: 'Tirar um endereço da cópia dos e-mails de um ticket',
    params: Strict({ idTicket: Id('Ticket'), idCopia: Id('Cópia') }),
  },
});
