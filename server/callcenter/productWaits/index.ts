import { and, eq } from 'drizzle-orm';
import { ProductWait, productWaitRoutes } from '#contract/callcenter/productWaits.ts';
import { branches, orders, products, productWaits } from '../../db/tables/index.ts';
import { invalid, notFound, refused, shownBy } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { pageOf, paginatorOf } from '../../paging/paging.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { branchScope, ofCustomerScope, orderScope } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { closeWaits } from './commands.ts';
import { isClosedWait, selectWaits, shownWait, waitsOrder } from './queries.ts';

/** Who waits for a product, of the customers that the person sees. */
export const productWaitImplementation = implement(productWaitRoutes, {
  async list({ query }, { db, user }) {
    const { take, offset } = pageOf(query);
    const closed = query.encerradas ?? false;
    const where = and(
      ofCustomerScope(user, productWaits.customerId),
      isClosedWait(closed),
      query.idProd ? eq(productWaits.productId, query.idProd) : undefined,
    );
    const [total, rows] = await Promise.all([
      db.$count(productWaits, where),
      selectWaits(db)
        .where(where)
        .orderBy(...waitsOrder(closed))
        .limit(take)
        .offset(offset),
    ]);
    return { itens: rows.map(shownWait), paginator: paginatorOf(query, total) };
  },
  create: command(productWaitRoutes.create, async (tx, ctx, { body }) => {
    const [order] = await tx
      .select({ id: orders.id, customerId: orders.customerId, branchId: orders.branchId })
      .from(orders)
      .where(and(eq(orders.id, body.idPedido), orderScope(ctx.user)));
    const [product] = await tx.select().from(products).where(eq(products.id, body.idProd));
    if (!order || !product) throw notFound();
    if (product.inactive) throw invalid({ idProd: 'Este produto não é mais vendido.' });
    const branchId = body.idFil ?? order.branchId;
    if (
      branchId !== order.branchId &&
      !(await tx.$count(branches, and(eq(branches.id, branchId), branchScope(ctx.user))))
    )
      throw invalid({ idFil: 'Filial não encontrada.' });
    const [written] = await tx
      .insert(productWaits)
      .values({
        customerId: order.customerId,
        productId: product.id,
        branchId,
        sellerId: ctx.user.id,
        orderId: order.id,
        createdAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ id: productWaits.id });
    if (!written) throw refused('JA_ESPERA', 'Este cliente já espera por este produto.');
    await logCustomer(tx, ctx, {
      customerId: order.customerId,
      type: 'ATENDIMENTO',
      text: `Espera por ${product.description}: avisar quando chegar`,
    });
    await audit(tx, ctx, {
      action: 'CRIAR',
      entity: 'product_waits',
      entityId: written.id,
      after: {
        cliente: order.customerId,
        produto: product.id,
        filial: branchId,
        vendedor: ctx.user.id,
        orcamento: order.id,
      },
    });
    return { data: { id: written.id, message: 'Anotado: avise o cliente quando o produto chegar.' } };
  }),
  close: command(productWaitRoutes.close, async (tx, ctx, { params, body }) => {
    const seen = and(
      eq(productWaits.id, params.idEspera),
      ofCustomerScope(ctx.user, productWaits.customerId),
    );
    const [wait] = await tx.select().from(productWaits).where(seen).for('update');
    if (!wait) throw notFound();
    await requireVersion(tx, body.versao, {
      entity: 'product_waits',
      entityId: wait.id,
      version: wait.version,
      name: 'esta espera',
      state: async () => {
        const [row] = await selectWaits(tx).where(eq(productWaits.id, wait.id));
        if (!row) throw notFound();
        return shownBy(ProductWait, shownWait(row));
      },
    });
    if ((await closeWaits(tx, ctx, [wait.id], body.motivo as 'AVISADO' | 'DESISTIU')) === 0)
      throw refused('JA_ENCERRADA', 'Esta espera já foi encerrada.');
    return { data: { id: wait.id, message: 'Espera encerrada.' } };
  }),
});
