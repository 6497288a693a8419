import { and, asc, desc, eq, min, sql } from 'drizzle-orm';
import type { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { allows } from '../../../contract/permissions.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import { agendas, customers } from '../../db/tables/index.ts';
import { forbidden, notFound } from '../../errors.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { agendaScope } from '../../session/scope.ts';
import { agendaPage, agendaRows } from './list.ts';
import { agendaDays, openAgenda, ownAgendas } from './queries.ts';

/** Nobody reads more than this on one screen. */
const MAX_CUSTOMERS = 500;

/**
 * Agendas of one customer, whoever owns them, for the panel's tabs; without a customer, the user's own. Latest first by
 * default.
 */
export async function customerHistory(
  { query }: Input<typeof agendaRoutes.history>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.history>> {
  const tipo = query.tipo ?? 'A';
  const needed = tipo === 'C' ? 'CLIENTE_AGENDAS_COBRANCA' : 'CLIENTE_AGENDAS';
  if (!allows(ctx.user.grants, needed)) throw forbidden(needed);
  if (query.idCli !== undefined) await requireCustomer(ctx, query.idCli);
  const direction = query.direction ?? 'DESC';
  return agendaPage(
    { ...query, direction, tipo },
    {
      condition: and(
        query.idCli === undefined
          ? ownAgendas(ctx.user)
          : and(agendaScope(ctx.user), eq(agendas.customerId, query.idCli)),
        eq(agendas.kind, tipo),
      ),
      direction,
    },
    ctx,
  );
}

/** A customer's open agendas up to a given day. */
export async function openOfCustomer(
  { params, query }: Input<typeof agendaRoutes.ofCustomer>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.ofCustomer>> {
  await requireCustomer(ctx, params.idCli);
  const found = await ctx.db
    .select({ id: agendas.id })
    .from(agendas)
    .where(
      and(
        agendaScope(ctx.user),
        eq(agendas.customerId, params.idCli),
        openAgenda,
        await agendaDays(ctx.db, until(query.fim)),
      ),
    )
    .orderBy(asc(agendas.scheduledAt), asc(agendas.id))
    .limit(MAX_CUSTOMERS);
  return agendaRows(
    ctx,
    found.map(({ id }) => id),
  );
}

/** Customers with whom the user has open agendas up to a given day, most urgent first. */
export async function customersWithAgendas(
  { query }: Input<typeof agendaRoutes.customers>,
  { db, user }: Context,
): Promise<Output<typeof agendaRoutes.customers>> {
  const next = min(agendas.scheduledAt);
  const rows = await db
    .select({
      id: customers.id,
      razSoc: customers.legalName,
      fant: customers.tradeName,
      agendas: sql<number>`count(*)::int`,
      next,
    })
    .from(agendas)
    .innerJoin(customers, eq(customers.id, agendas.customerId))
    .where(and(ownAgendas(user, query.idColab), openAgenda, await agendaDays(db, until(query.fim))))
    .groupBy(customers.id)
    .orderBy(asc(next), desc(customers.id))
    .limit(MAX_CUSTOMERS);
  return rows.map(({ next: at, ...row }) => ({ ...row, proxima: at?.toISOString() ?? '' }));
}

const until = (fim: string | undefined) => (fim ? { dtFim: fim } : {});

async function requireCustomer({ db, user }: Context, id: number): Promise<void> {
  if (!(await visibleCustomer(db, user, id))) throw notFound();
}
