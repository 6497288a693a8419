import { and, asc, eq } from 'drizzle-orm';
import type { returnRoutes } from '../../../contract/callcenter/returns.ts';
import { allows } from '../../../contract/permissions.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { ticketOrigins, tickets } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { plainTexts } from '../../plainText.ts';
import { openTicket } from '../../sac/tickets/create/createTicket.ts';
import { changeProducts } from '../../sac/tickets/products/changeProducts.ts';
import { ticketScope } from '../../session/scope.ts';
import { requiredReturnType } from './returnType.ts';

type Create = typeof returnRoutes.create;
type Add = typeof returnRoutes.addProducts;

/** Opens the ticket of a request by the code of the wizard: its rules, its locks, its entries. */
export const createReturn = ({ body }: Input<Create>, ctx: Context): Promise<Output<Create>> =>
  withIdempotency(ctx, 'returns.create', body, async (tx) => {
    const type = await requiredReturnType(tx);
    const origem = body.origem ?? (await firstOrigin(tx));
    const input = { ...plainTexts(body), origem, idTipo: type.id, tipo: type.key };
    const { data } = await openTicket(tx, input, ctx);
    return { data: { ...data, message: `Solicitação aberta no ticket ${data.id}.` } };
  });

async function firstOrigin(db: Executor): Promise<string | null> {
  const [row] = await db
    .select({ key: ticketOrigins.key })
    .from(ticketOrigins)
    .orderBy(asc(ticketOrigins.position))
    .limit(1);
  return row?.key ?? null;
}

/** What the ticket's own page may add, for who opened the request. */
export async function addReturnProducts({ body }: Input<Add>, ctx: Context): Promise<Output<Add>> {
  const { idDevolucao, ...products } = body;
  const type = await requiredReturnType(ctx.db);
  const [request] = await ctx.db
    .select({ creatorId: tickets.creatorId })
    .from(tickets)
    .where(and(eq(tickets.id, idDevolucao), eq(tickets.typeId, type.id), ticketScope(ctx.user)));
  if (!request) throw notFound();
  if (request.creatorId !== ctx.user.id && !allows(ctx.user.grants, 'TICKETS_PRODUTOS'))
    throw refused('DE_OUTRA_PESSOA', 'Só quem abriu a solicitação, ou quem analisa, inclui produtos nela.');
  return changeProducts({ params: { idTicket: idDevolucao }, body: products }, ctx);
}
