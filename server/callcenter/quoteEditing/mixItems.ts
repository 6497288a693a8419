import { and, eq, isNull } from 'drizzle-orm';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import { ACTION_RULES } from '#contract/rules/orders/orderActions.ts';
import { minimumOf } from '#contract/rules/orders/packaging.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { orderItems } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { audit } from '../../writing/audit.ts';
import { lockOrder, type OrderRecord, writeTotals } from '../orderCore/commands.ts';
import { lockBuyer, lockForAction, reserveStock, returnStock, withFacts } from '../orders/commands.ts';
import { orderProblems } from '../orders/queries.ts';
import { productFacts, settingOfOrder } from '../productCore/queries.ts';
import { packagingsOf, standardOf } from '../productCore/rules.ts';
import { writeLines } from './changeQuote.ts';

/** Turns products of a mix into changes: the minimum quantity of each that the order does not hold yet. */
export async function mixChanges(
  db: Executor,
  ctx: Context,
  order: OrderRecord,
  products: readonly number[],
): Promise<ItemChange[]> {
  const { parameters, today } = await settingOfOrder(db, ctx, order);
  const facts = await productFacts(db, {
    ids: products,
    branchIds: [],
    priceTableId: null,
    today,
    byQuantity: false,
  });
  if (facts.size < products.length) throw notFound();
  const linesInCart = await db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, order.id), isNull(orderItems.removedAt)));
  const has = new Set(linesInCart.map(({ productId }) => productId));
  return [...facts.values()]
    .filter(({ product }) => !has.has(product.id))
    .map((one) => {
      const pack = standardOf(packagingsOf(one, parameters.unidadePadrao));
      return {
        idProd: one.product.id,
        idEmb: pack.id,
        qtde: minimumOf({ divides: pack.fracionavel, multiple: pack.multiplo }),
      };
    });
}

/** Statuses in which neither payment nor release was requested, so the total may still change. */
const WITHIN: readonly OrderStatus[] = ['AGUARDANDO', 'ANALISE', 'BLOQUEADO', 'DEPOSITO'];

/** The enlarged order reserves stock and credit like one that is newly saved. */
async function reserveAgain(tx: Tx, ctx: Context, { id, branchId }: OrderRecord): Promise<void> {
  const parameters = await serviceParameters(tx, branchId);
  const larger = await withFacts(tx, await lockOrder(tx, ctx, { id }), ctx.now());
  await lockBuyer(tx, larger.order.customerId);
  const [problem] = await orderProblems(tx, larger, parameters);
  if (problem) throw refused(problem.code, problem.message);
  const short = await reserveStock(tx, ctx, id, parameters.vendaSemEstoque);
  if (short.length > 0) throw refused('SEM_ESTOQUE', short.join('\n'));
}

/** Adds products to an order that may still be changed, like the action INCLUIR. */
export async function mixToOrder(
  tx: Tx,
  ctx: Context,
  { id, produtos, versao }: { id: number; produtos: readonly number[]; versao?: number | undefined },
): Promise<number> {
  const { order, link } = await lockForAction(tx, ctx, 'INCLUIR', { id, versao });
  if (!WITHIN.includes(order.status) || link?.status === 'AGUARDANDO')
    throw refused(
      'INCLUA_A_PARTE',
      'Este pedido já foi cobrado ou liberado: abra um orçamento para incluir itens nele.',
    );
  const changes = await mixChanges(tx, ctx, order, produtos);
  await returnStock(tx, ctx, id);
  await writeLines(tx, ctx, { order, next: order, changes });
  await writeTotals(tx, id);
  await reserveAgain(tx, ctx, order);
  await logCustomer(tx, ctx, {
    customerId: order.customerId,
    type: 'PEDIDO',
    itemId: id,
    text: `Pedido ${ACTION_RULES.INCLUIR.done}: ${changes.length}`,
    data: { produtos: [...produtos] },
  });
  await audit(tx, ctx, { action: 'ALTERAR', entity: 'orders', entityId: id, after: { mix: [...produtos] } });
  return changes.length;
}
