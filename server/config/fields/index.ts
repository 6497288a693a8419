import { and, eq } from 'drizzle-orm';
import { allows } from '../../../contract/permissions.ts';
import { askedFields } from '../../../contract/rules/fields/fieldValues.ts';
import { isClosed } from '../../../contract/rules/ticketTransitions.ts';
import { extraFieldRoutes } from '../../../contract/sac/extraFields.ts';
import type { Context } from '../../context.ts';
import { tickets } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { isConsumer, ticketScope } from '../../session/scope.ts';
import { changeCustomerFields, changeTicketFields } from './changeRecords.ts';
import { extraFieldsOf } from './extraFields.ts';
import { fieldInfo, recordFields } from './present.ts';

export const extraFieldImplementation = implement(extraFieldRoutes, {
  fields: async ({ query: { entidade = 'cliente' } }, { db, user }) => {
    const definition = await extraFieldsOf(db, entidade);
    const consumer = isConsumer(user);
    // An end consumer is told of nothing that the company keeps of its customers.
    const hidden = consumer && entidade === 'cliente';
    return {
      entidade,
      titulo: definition?.titulo ?? '',
      campos: definition && !hidden ? askedFields(definition, { onlyPublic: consumer }).map(fieldInfo) : [],
    };
  },
  ofCustomer: async ({ params }, { db, user }) => {
    const row = await visibleCustomer(db, user, params.idCli);
    if (!row || isConsumer(user)) throw notFound();
    return recordFields(db, await extraFieldsOf(db, 'cliente'), row, {
      mayChange: allows(user.grants, 'SAC_CLIENTE_ALTERAR'),
    });
  },
  changeCustomer: changeCustomerFields,
  ofTicket: async ({ params }, ctx) => {
    const [ticket] = await ctx.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.id, params.idTicket), ticketScope(ctx.user)));
    if (!ticket) throw notFound();
    return recordFields(ctx.db, await extraFieldsOf(ctx.db, 'ticket'), ticket, {
      onlyPublic: isConsumer(ctx.user),
      mayChange: mayChange(ctx, ticket),
    });
  },
  changeTicket: changeTicketFields,
});

const mayChange = (
  { user }: Context,
  ticket: { archived: boolean; status: Parameters<typeof isClosed>[0] },
) =>
  !ticket.archived &&
  (isConsumer(user)
    ? allows(user.grants, 'TICKETS_RESPONDER') && !isClosed(ticket.status)
    : allows(user.grants, 'TICKETS_RESPONDER') && allows(user.grants, 'TICKETS_CAMPOS'));
