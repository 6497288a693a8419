import { and, asc, desc, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { customerMix, customers, freightTypes, paymentPlans, products } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { leadingVisible } from '../../sac/customers/queries.ts';
import { purchases } from '../../sac/invoices/queries.ts';
import { audit } from '../../writing/audit.ts';
import { type SaleSetting, saleSetting, viewsOf, visibleBranch } from '../productCore/queries.ts';
import { customerSetting, withinAYear } from './related.ts';

export { withinAYear } from './related.ts';
export { productsOfQuote } from './search.ts';

/** Payment plans that may be offered. */
export const activePlans = (db: Executor) =>
  db
    .select({
      id: paymentPlans.id,
      desc: paymentPlans.name,
      percentual: paymentPlans.percent,
      minimo: paymentPlans.minimum,
    })
    .from(paymentPlans)
    .where(eq(paymentPlans.active, true))
    .orderBy(asc(paymentPlans.id));

/** Freight types that can be offered. */
export const activeFreightTypes = (db: Executor) =>
  db
    .select({ id: freightTypes.id, desc: freightTypes.name, proprio: freightTypes.own })
    .from(freightTypes)
    .where(eq(freightTypes.active, true))
    .orderBy(asc(freightTypes.id));

/** Number of products that sellers may choose for one customer. */
const MAX_CHOSEN = 100;

/** Number of calculated products that are offered. */
const MAX_CALCULATED = 24;

/**
 * The products that sellers chose, then those that customers with the same activity bought at this branch within a year and
 * this customer did not.
 */
export async function mixOfCustomer(ctx: Context, customerId: number, branchId: number) {
  const { customer, setting } = await customerSetting(ctx, customerId, branchId);
  const chosen = await chosenFor(ctx.db, customerId);
  const reckoned = customer.activityId === null ? [] : await suggestedFor(ctx.db, customer, branchId);
  const rest = reckoned.filter(({ id }) => !chosen.has(id));
  const counts = new Map(reckoned.map(({ id, count }) => [id, count]));
  const rows = [...[...chosen].map((id) => ({ id, count: counts.get(id) ?? 0 })), ...rest];
  const views = await counted(ctx, setting, rows);
  return views.map((view) => ({ ...view, escolhido: chosen.has(view.id) }));
}

async function suggestedFor(
  db: Executor,
  { id: customerId, activityId }: { id: number; activityId: number | null },
  branchId: number,
) {
  if (activityId === null) return [];
  const own = purchases(db, (line) => and(eq(line.customerId, customerId), withinAYear(line)));
  const ofActivity = db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.activityId, activityId), ne(customers.id, customerId)));
  const lines = purchases(db, (line) =>
    and(inArray(line.customerId, ofActivity), eq(line.branchId, branchId), withinAYear(line)),
  );
  return mostBought(
    db,
    lines,
    notInArray(lines.productId, db.select({ productId: own.productId }).from(own)),
  );
}

/** Products by number of customers who bought them. */
function mostBought(db: Executor, lines: ReturnType<typeof purchases>, which?: SQL) {
  const count = sql<number>`count(distinct ${lines.customerId})::int`;
  return db
    .select({ id: lines.productId, count })
    .from(lines)
    .innerJoin(products, eq(products.id, lines.productId))
    .where(and(eq(products.inactive, false), which))
    .groupBy(lines.productId)
    .orderBy(desc(count), asc(lines.productId))
    .limit(MAX_CALCULATED);
}

/** The products bought by most customers of a branch. */
export async function mixOfBranch(ctx: Context, branchId: number) {
  const branch = await visibleBranch(ctx.db, ctx, branchId);
  const lines = purchases(ctx.db, (line) => and(eq(line.branchId, branch.id), withinAYear(line)));
  const rows = await mostBought(ctx.db, lines);
  const views = await counted(ctx, await saleSetting(ctx.db, ctx, { branchId, priceTableId: null }), rows);
  return views.map((view) => ({ ...view, escolhido: false }));
}

async function counted(ctx: Context, setting: SaleSetting, rows: readonly { id: number; count: number }[]) {
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  const views = await viewsOf(
    ctx.db,
    setting,
    rows.map(({ id }) => id),
  );
  return views.map((view) => ({ ...view, clientes: counts.get(view.id) ?? 0 }));
}

/** Products that sellers chose for the customer, newest first. */
async function chosenFor(db: Executor, customerId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: customerMix.productId })
    .from(customerMix)
    .innerJoin(products, and(eq(products.id, customerMix.productId), eq(products.inactive, false)))
    .where(eq(customerMix.customerId, customerId))
    .orderBy(desc(customerMix.at), asc(customerMix.productId))
    .limit(MAX_CHOSEN);
  return new Set(rows.map(({ id }) => id));
}

interface Choice {
  idCli: number;
  idFil: number;
  idProd: number;
  noMix: boolean;
}

/** Adds a product to a customer's mix or removes it; does nothing if it is already as wanted. */
export async function chooseForMix(tx: Tx, ctx: Context, { idFil, idProd, noMix, ...choice }: Choice) {
  const customer = await leadingVisible(tx, ctx.user, choice.idCli);
  await visibleBranch(tx, ctx, idFil);
  const [product] = await tx.select().from(products).where(eq(products.id, idProd));
  if (!customer || !product) throw notFound();
  const idCli = customer.id;
  // The lock makes two sellers take turns, so that the limit is counted correctly.
  await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, idCli)).for('update');
  const own = and(eq(customerMix.customerId, idCli), eq(customerMix.productId, idProd));
  const isChosen = (await tx.$count(customerMix, own)) > 0;
  if (noMix && !isChosen && (await chosenFor(tx, idCli)).size >= MAX_CHOSEN)
    throw refused('MIX_CHEIO', `O mix deste cliente já tem ${MAX_CHOSEN} produtos: tire um antes.`);
  const changed = noMix
    ? await tx
        .insert(customerMix)
        .values({ customerId: idCli, productId: idProd, personId: ctx.user.id, at: ctx.now() })
        .onConflictDoNothing()
        .returning()
    : await tx.delete(customerMix).where(own).returning();
  if (changed.length === 0) return;
  await logCustomer(tx, ctx, {
    customerId: idCli,
    type: 'ATENDIMENTO',
    text: `${product.description} ${noMix ? 'no mix' : 'fora do mix'}`,
    data: { produto: idProd },
  });
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'customer_mix',
    entityId: idCli,
    before: { produto: idProd, noMix: !noMix },
    after: { produto: idProd, noMix },
  });
}
