import { and, asc, eq } from 'drizzle-orm';
import type { BranchStock } from '../../../contract/callcenter/products.ts';
import { availableStock, stockStatusOf } from '../../../contract/rules/orders/shownStock.ts';
import type { Context } from '../../context.ts';
import { branches, productStock, products } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { branchScope } from '../../session/scope.ts';
import { stockFactsOf } from '../productView.ts';
import { visibleBranch } from '../quoteSetting.ts';

/** Of the branch first, then of the person's other ones: where else it could come from. */
export async function stockOf(ctx: Context, productId: number, branchId: number): Promise<BranchStock[]> {
  await visibleBranch(ctx.db, ctx, branchId);
  const known = await ctx.db.select({ id: products.id }).from(products).where(eq(products.id, productId));
  if (known.length === 0) throw notFound();
  const rows = await ctx.db
    .select({ id: branches.id, name: branches.tradeName, stock: productStock })
    .from(branches)
    .leftJoin(
      productStock,
      and(eq(productStock.branchId, branches.id), eq(productStock.productId, productId)),
    )
    .where(branchScope(ctx.user))
    .orderBy(asc(branches.id));
  const own = (row: { id: number }) => (row.id === branchId ? 0 : 1);
  return rows
    .sort((a, b) => own(a) - own(b) || a.id - b.id)
    .map(({ id, name, stock }) => {
      const facts = stockFactsOf(stock ?? undefined);
      return {
        idFil: id,
        filial: name,
        qtEst: availableStock(facts),
        reservado: facts.reserved,
        qtdMax: facts.max,
        situacao: stockStatusOf(facts),
        previsao: stock?.arrivesOn ?? null,
      };
    });
}

export async function stockStatusIn(ctx: Context, productId: number, branchId: number) {
  const [first] = await stockOf(ctx, productId, branchId);
  if (!first) throw notFound();
  return { situacao: first.situacao, qtEst: first.qtEst };
}
