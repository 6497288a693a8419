import { sql } from 'drizzle-orm';
import type { CustomerNow } from '#contract/callcenter/customers/customerNow.ts';
import { allows } from '#contract/permissions.ts';
import { contactToAsk } from '#contract/rules/customers/purchases.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { orders, tickets } from '../../db/tables/index.ts';
import { contactsOf } from '../contacts/queries.ts';
import { shownGroup } from '../customerGroups/queries.ts';
import { availableCreditOf, overdueOf } from '../customerUpkeep/queries.ts';
import { countedBy } from './panelCounts.ts';
import { purchasesOf } from './purchases.ts';

/**
 * What to know of a customer who is on the line. Each part is there for those who may see it in its own tab, and says the
 * same there.
 */
export async function customerNow(id: number, ctx: Context): Promise<CustomerNow> {
  const { db, user } = ctx;
  const may = (permission: Parameters<typeof allows>[1]) => allows(user.grants, permission);
  const [contato, compras, orcamentos, tickets, vencidos, credito, grupo] = await Promise.all([
    may('CLIENTE_CONTATOS') ? contactOf(db, id) : undefined,
    may('CLIENTE_PEDIDOS') ? purchasesOf(id, ctx) : undefined,
    may('CLIENTE_ORCAMENTOS') ? openQuotes(id, ctx) : undefined,
    may('CLIENTE_TICKETS_SAC') ? openTickets(id, ctx) : undefined,
    may('CLIENTE_BOLETOS') ? overdueOf(ctx, id) : undefined,
    may('CLIENTE_LIMITES_CREDITO') ? availableCreditOf(db, id) : undefined,
    shownGroup(ctx, id),
  ]);
  return {
    ...(contato !== undefined && { contato }),
    ...(compras && { compras }),
    ...(orcamentos && { orcamentos }),
    ...(tickets && { tickets }),
    ...(vencidos && { vencidos }),
    ...(credito && { credito }),
    ...(grupo && { grupo }),
  };
}

async function contactOf(db: Executor, id: number): Promise<CustomerNow['contato']> {
  const contacts = await contactsOf(db, id);
  const asked = contactToAsk(
    contacts.map((contact) => ({
      contact,
      role: contact.cargo,
      type: contact.tipoDesc,
      mayBill: contact.autorizadoFaturamento,
    })),
  );
  if (!asked) return null;
  const { contact } = asked;
  return {
    id: contact.id,
    nome: contact.nome,
    cargo: contact.cargo || contact.tipoDesc,
    telefone: contact.celular || contact.telefone,
  };
}

async function openQuotes(id: number, ctx: Context) {
  const [row] = await ctx.db
    .select({
      quantidade: sql<number>`count(*)::int`,
      valor: sql<string>`coalesce(sum(${orders.total}), 0)::text`,
    })
    .from(orders)
    .where(countedBy('orcamentos', ctx, id));
  return row;
}

async function openTickets(id: number, ctx: Context) {
  const [row] = await ctx.db
    .select({
      quantidade: sql<number>`count(*)::int`,
      atrasados: sql<number>`(count(*) filter (where ${tickets.dueAt} < ${ctx.now().toISOString()}::timestamptz))::int`,
    })
    .from(tickets)
    .where(countedBy('tickets', ctx, id));
  return row;
}
