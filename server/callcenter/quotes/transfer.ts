import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import type { Output } from '#contract/route.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers, orders, people, personBranches } from '../../db/tables/index.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { branchesOfCustomers, type CustomerRow, leadingVisible } from '../../sac/customers/queries.ts';
import { orderScope, seesOthersAgendas } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { requireAssignee } from '../agendas/commands.ts';
import { NO_FREIGHT } from '../freight/queries.ts';
import {
  keepCoupon,
  type OrderRecord,
  removeCoupon,
  requireOpenCustomer,
  settled,
  writeTotals,
} from '../orderCore/commands.ts';
import { changeOrder, lockForAction } from '../orders/commands.ts';
import { endNegotiations, movedPricesText, reoffer } from '../quoteEditing/commands.ts';

type Routes = typeof quoteRoutes;

/** Transfers a quote to another customer, another seller, or both. The log of the previous customer records where it went. */
export const transferQuote = command(quoteRoutes.transfer, async (tx, ctx, { params, body }) => {
  if (body.clienteId === undefined && body.idColab === undefined)
    throw invalid({ clienteId: 'Escolha o cliente ou o vendedor que recebe o orçamento.' });
  if (body.idColab !== undefined && body.idColab !== ctx.user.id && !seesOthersAgendas(ctx.user))
    throw forbidden('ORCAMENTO_TRANSFERIR');
  const { order, today } = await lockForAction(tx, ctx, 'TRANSFERIR', {
    id: params.idOrcamento,
    versao: body.versao,
  });
  const customer = await receiver(tx, ctx, order, body.clienteId);
  const seller = await newSeller(tx, body.idColab, customer, order.branchId);
  const to = [customer.id !== order.customerId && customer.legalName, seller?.name].filter(Boolean);
  if (to.length === 0) throw invalid({ clienteId: 'O orçamento já é deste cliente e deste vendedor.' });
  const moves = customer.id !== order.customerId;
  const changed = await changeOrder(tx, ctx, order, {
    set: { ...(seller && { sellerId: seller.id }), ...(moves && movedTo(customer)) },
    action: 'TRANSFERIR',
    text: [`Orçamento transferido para ${to.join(', ')}`, plainText(body.obs ?? '').trim()]
      .filter(Boolean)
      .join(': '),
    data: { cliente: customer.id, vendedor: seller?.id ?? order.sellerId },
  });
  const moved = moves ? await offeredToOther(tx, ctx, changed) : [];
  const lost = moves ? await dropCoupon(tx, changed, today) : '';
  if (moves) await writeTotals(tx, order.id);
  const message = `Orçamento transferido para ${to.join(', ')}`;
  return {
    data: { id: order.id, message: [message, lost, movedPricesText(moved)].filter(Boolean).join('. ') },
  };
});

async function receiver(tx: Tx, { user }: Context, order: OrderRecord, wanted = order.customerId) {
  const customer = await leadingVisible(tx, user, wanted);
  if (!customer) throw notFound();
  if (customer.id === order.customerId) return customer;
  requireOpenCustomer(customer);
  const served = (await branchesOfCustomers(tx, user, [customer.id])).get(customer.id) ?? [];
  if (!served.some(({ idFil }) => idFil === order.branchId))
    throw invalid({ clienteId: 'A filial deste orçamento não atende o cliente escolhido.' });
  return customer;
}

async function newSeller(tx: Tx, id: number | undefined, customer: CustomerRow, branchId: number) {
  if (id === undefined) return null;
  await requireAssignee(tx, id, customer, branchId);
  const [person] = await tx
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(eq(people.id, id));
  return person ?? null;
}

/** The coupon stays only if the other customer may have it, too, at their prices; returns the sentence about one that went. */
async function dropCoupon(tx: Tx, order: OrderRecord, today: CalendarDate): Promise<string> {
  const lost = await keepCoupon(tx, await settled(tx, order), today);
  if (!lost) return '';
  await removeCoupon(tx, order.id);
  return `O cupom saiu. ${lost}`.replace(/\.$/, '');
}

/** Prices were offered to, and negotiated for, the other customer: this one gets today's, by the own table. */
async function offeredToOther(tx: Tx, ctx: Context, order: OrderRecord): Promise<string[]> {
  await endNegotiations(tx, ctx, order.id, 'O orçamento foi transferido para outro cliente');
  return reoffer(tx, ctx, order);
}

/**
 * The price table, the delivery address and its freight belonged to the other customer, as did the credit and late titles whose lights were
 * overridden.
 */
const movedTo = (customer: CustomerRow) => ({
  customerId: customer.id,
  representativeId: customer.representativeId,
  priceTableId: customer.priceTableId,
  deliveryAddressId: null,
  ...NO_FREIGHT,
  freightPaid: '0',
  lights: null,
});

/** People who can see the quote's customer at its branch and may therefore take it over. */
export async function peopleFor(id: number, { db, user }: Context): Promise<Output<Routes['people']>> {
  const [order] = await db
    .select({ branchId: orders.branchId, representativeId: customers.representativeId })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.id, id), eq(orders.stage, 'ORCAMENTO'), orderScope(user)));
  if (!order) throw notFound();
  const ofBranch = db
    .select({ id: personBranches.personId })
    .from(personBranches)
    .where(eq(personBranches.branchId, order.branchId));
  return db
    .select({ id: people.id, nome: people.name, tipo: people.type })
    .from(people)
    .where(
      and(
        eq(people.active, true),
        or(
          inArray(people.type, ['ADMIN', 'GERENTE', 'SUPERVISOR']),
          and(inArray(people.type, ['OPERADOR', 'VENDEDOR']), inArray(people.id, ofBranch)),
          order.representativeId === null
            ? undefined
            : and(eq(people.type, 'REPRESENTANTE'), eq(people.representativeId, order.representativeId)),
        ),
      ),
    )
    .orderBy(asc(sql`${people.name} collate pt_br`))
    .limit(500);
}
