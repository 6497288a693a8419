import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Nullable, Strict } from '../../route.ts';
import { MOST_FOLLOWERS } from '../../rules/tickets/ticketFollowers.ts';

export const TicketFollower = Type.Object(
  {
    id: Id('Pessoa'),
    nome: Type.String({ title: 'Nome' }),
    /** `null` for somebody who chose to follow. */
    incluidoPor: Nullable(Type.String({ title: 'Incluído por' })),
  },
  { title: 'Quem segue um ticket' },
);
export type TicketFollower = Static<typeof TicketFollower>;

const shared = { permission: 'TICKETS_RESPONDER_INTERNO' } as const;

/** The people of the company who are told of what happens on a ticket without being responsible for it. */
export const ticketFollowerRoutes = defineRoutes({
  list: {
    ...shared,
    method: 'GET',
    path: '/sac/tickets/{idTicket}/seguidores',
    summary: 'Quem segue um ticket',
    params: Strict({ idTicket: Id('Ticket') }),
    response: Type.Array(TicketFollower),
  },
  follow: {
    ...shared,
    method: 'POST',
    path: '/sac/tickets/{idTicket}/seguidores',
    summary: 'Seguir um ticket, ou incluir colegas que o seguem',
    idempotent: true,
    params: Strict({ idTicket: Id('Ticket') }),
    body: Strict({
      pessoas: Type.Array(Id('Pessoa'), {
        title: 'Pessoas',
        minItems: 1,
        maxItems: MOST_FOLLOWERS,
        uniqueItems: true,
      }),
    }),
    response: Done,
  },
  unfollow: {
    ...shared,
    method: 'DELETE',
    path: '/sac/tickets/{idTicket}/seguidores/{idPessoa}',
    summary: 'Deixar de seguir um ticket, ou tirar um colega',
    idempotent: true,
    params: Strict({ idTicket: Id('Ticket'), idPessoa: Id('Pessoa') }),
    response: Done,
  },
});
