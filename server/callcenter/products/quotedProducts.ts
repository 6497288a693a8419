import { sql } from 'drizzle-orm';
import { isPositive } from '../../../contract/rules/decimal.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { quotedProducts } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { logCustomer } from '../customerLog.ts';
import { lockOrder } from '../orderLock.ts';
import { settingOfOrder, viewsOf } from '../quoteSetting.ts';

/** Products that the customer only asked the price of; once for each of a quote, the latest quantity stays. */
export async function registerQuoted(
  tx: Tx,
  ctx: Context,
  { orderId, products }: { orderId: number; products: readonly { idProd: number; qtde: string }[] },
): Promise<number> {
  const order = await lockOrder(tx, ctx, { id: orderId, stage: 'ORCAMENTO' });
  const setting = await settingOfOrder(tx, ctx, order);
  if (!setting.parameters.registraItensCotados)
    throw refused('SEM_ITENS_COTADOS', 'Esta filial não registra itens cotados.');
  requireSound(products);
  const views = new Map(
    (
      await viewsOf(
        tx,
        setting,
        products.map(({ idProd }) => idProd),
      )
    ).map((view) => [view.id, view]),
  );
  const rows = products.map(({ idProd, qtde }) => {
    const price = views.get(idProd)?.precos[0]?.preco;
    if (price === undefined) throw notFound();
    return {
      customerId: order.customerId,
      productId: idProd,
      branchId: order.branchId,
      orderId,
      quantity: qtde,
      price,
      personId: ctx.user.id,
      at: ctx.now(),
    };
  });
  await tx
    .insert(quotedProducts)
    .values(rows)
    .onConflictDoUpdate({
      target: [quotedProducts.orderId, quotedProducts.productId, quotedProducts.branchId],
      targetWhere: sql`order_id is not null`,
      set: { quantity: sql`excluded.quantity`, price: sql`excluded.price`, at: sql`excluded.at` },
    });
  const text = formatCount(rows.length, 'item cotado', 'itens cotados');
  await logCustomer(tx, ctx, { customerId: order.customerId, type: 'ORCAMENTO', itemId: orderId, text });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'quoted_products',
    entityId: orderId,
    after: { produtos: products.map(({ idProd }) => idProd) },
  });
  return rows.length;
}

function requireSound(products: readonly { idProd: number; qtde: string }[]): void {
  if (new Set(products.map(({ idProd }) => idProd)).size < products.length)
    throw invalid({ produtos: 'Cada produto pode aparecer uma vez.' });
  const zero = products.findIndex(({ qtde }) => !isPositive(qtde));
  if (zero >= 0) throw invalid({ [`produtos.${zero}.qtde`]: 'A quantidade precisa ser maior que zero.' });
}
