import { listFieldRoutes } from '#contract/config/listFields.ts';
import type { ViewedList } from '#contract/config/savedViews.ts';
import { agendaConditionFields } from '../../callcenter/agendas/queries.ts';
import { orderConditionFields } from '../../callcenter/orders/queries.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../implement.ts';
import { type AskedField, listFieldsOf } from '../../paging/listConditions.ts';
import { customerConditionFields } from '../../sac/customers/queries.ts';
import { PICKUP_CONDITION_FIELDS } from '../../sac/pickups/queries.ts';
import { ticketConditionFields } from '../../sac/tickets/list/queries.ts';
import { requireList } from '../savedViews/queries.ts';

export const listFieldImplementation = implement(listFieldRoutes, {
  list: async ({ params: { lista } }, ctx) => {
    requireList(ctx.user, lista);
    return { campos: await listFieldsOf(await FIELDS[lista](ctx)) };
  },
});

const FIELDS: Readonly<
  Record<ViewedList, (ctx: Context) => readonly AskedField[] | Promise<readonly AskedField[]>>
> = {
  tickets: ticketConditionFields,
  clientes: customerConditionFields,
  orcamentos: (ctx) => orderConditionFields(ctx, 'ORCAMENTO'),
  pedidos: (ctx) => orderConditionFields(ctx, 'PEDIDO'),
  coletas: () => PICKUP_CONDITION_FIELDS,
  agendas: agendaConditionFields,
};
