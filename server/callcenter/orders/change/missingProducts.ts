import { and, asc, eq, inArray } from 'drizzle-orm';
import type { RepeatedOrder } from '#contract/callcenter/orders/repeatedOrder.ts';
import { type Decimal, isPositive, multiplyDecimals } from '#contract/rules/decimal.ts';
import { packsFor } from '#contract/rules/orders/packaging.ts';
import { availableStock } from '#contract/rules/orders/shownStock.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { type orderItems, productLinks, products } from '#server/db/tables/index.ts';
import type { Refusal } from '#server/errors.ts';
import type { OrderRecord } from '../../orderCore/commands.ts';
import { productFacts, settingOfOrder, viewsOf } from '../../productCore/queries.ts';
import { packagingsOf, standardOf, stockFactsOf } from '../../productCore/rules.ts';

type MissingProduct = RepeatedOrder['faltam'][number];

/** A line of an order that a repetition leaves out. */
export interface Missed {
  line: number;
  product: Pick<typeof products.$inferSelect, 'id' | 'description'>;
  /** How many units it held. */
  units: Decimal;
  reason: MissingProduct['motivo'];
  text: string;
}

type MissedLine = Pick<Missed, 'line' | 'product' | 'units'>;

/** The lines of an order that cannot be sold today, or that were given away. */
export async function missedBefore(
  tx: Tx,
  ctx: Context,
  source: OrderRecord,
  lines: readonly (typeof orderItems.$inferSelect)[],
): Promise<Missed[]> {
  const { parameters, today } = await settingOfOrder(tx, ctx, source);
  const facts = await productFacts(tx, {
    ids: lines.map(({ productId }) => productId),
    branchIds: [...new Set(lines.map(({ branchId }) => branchId))],
    priceTableId: null,
    today,
    byQuantity: false,
  });
  return lines.flatMap((line): Missed[] => {
    const one = facts.get(line.productId);
    if (!one) return [];
    const packs = packagingsOf(one, parameters.unidadePadrao);
    const pack = packs.find(({ id }) => id === (line.packagingId ?? 0)) ?? standardOf(packs);
    const missed = (reason: Missed['reason'], text: string): Missed[] => [
      {
        line: line.id,
        product: one.product,
        units: multiplyDecimals(line.quantity, line.offer?.factor ?? pack.fator_conversao),
        reason,
        text,
      },
    ];
    if (line.bonus) return missed('BONIFICADO', 'Foi bonificado no pedido e não se repete sozinho.');
    if (one.product.inactive) return missed('FORA_DE_LINHA', 'Saiu de linha.');
    const left = availableStock(stockFactsOf(one.stock.get(line.branchId)));
    return parameters.vendaSemEstoque || isPositive(left) ? [] : missed('SEM_ESTOQUE', 'Sem estoque hoje.');
  });
}

/** A line that was refused as it would be if it were typed. */
export const refusedMissed = (line: MissedLine, { code, message }: Refusal): Missed => ({
  ...line,
  reason: code === 'PRODUTO_INATIVO' ? 'FORA_DE_LINHA' : 'RECUSADO',
  text: code === 'PRODUTO_INATIVO' ? 'Saiu de linha.' : message,
});

/** How many products are proposed for one that is missing. */
const MAX_SIMILAR = 3;

/** What is missing, with the products in stock that may be sold instead. */
export async function missingProducts(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  missed: readonly Missed[],
): Promise<MissingProduct[]> {
  if (missed.length === 0) return [];
  const setting = await settingOfOrder(tx, ctx, order);
  const links = await tx
    .select({ of: productLinks.productId, id: productLinks.otherId })
    .from(productLinks)
    .innerJoin(products, eq(products.id, productLinks.otherId))
    .where(
      and(
        inArray(
          productLinks.productId,
          missed.map(({ product }) => product.id),
        ),
        eq(productLinks.kind, 'SIMILAR'),
        eq(products.inactive, false),
      ),
    )
    .orderBy(asc(products.description), asc(products.id));
  const views = await viewsOf(tx, setting, [...new Set(links.map(({ id }) => id))], order);
  const inStock = views.filter(
    ({ precos }) => setting.parameters.vendaSemEstoque || precos[0]?.situacaoEstoque !== '3',
  );
  return missed.map(({ product, units, reason, text }) => {
    const ids = links.filter(({ of }) => of === product.id).map(({ id }) => id);
    const similares = inStock
      .filter(({ id }) => reason !== 'BONIFICADO' && ids.includes(id))
      .slice(0, MAX_SIMILAR)
      .map((produto) => {
        const pack = standardOf(Object.values(produto.embalagens));
        const limits = { divides: pack.fracionavel, multiple: pack.multiplo };
        return { produto, qtde: packsFor(units, pack.fator_conversao, limits) };
      });
    return { idProd: product.id, produto: product.description, motivo: reason, texto: text, similares };
  });
}
