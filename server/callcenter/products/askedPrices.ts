import { eq } from 'drizzle-orm';
import { discountOf, lowestPrice } from '../../../contract/rules/orders/packPrice.ts';
import type { Context } from '../../context.ts';
import { paymentPlans } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { packPriceOf } from '../packPriceOf.ts';
import { type ProductFacts, productFacts } from '../productFacts.ts';
import { packagingsOf, standardOf } from '../productView.ts';
import { type SaleSetting, saleSetting } from '../quoteSetting.ts';

interface Asked {
  idFil: number;
  produtos: readonly number[];
  idTabelaPreco?: number | null;
  idPlano?: number | null;
  qtde?: string;
  idEmb?: number;
}

/** What one packaging of each product costs for a quantity, a price table and a plan. */
export async function askedPrices(ctx: Context, asked: Asked) {
  const setting = await saleSetting(ctx.db, ctx, {
    branchId: asked.idFil,
    priceTableId: asked.idTabelaPreco ?? null,
  });
  const planPercent = await planPercentOf(ctx, asked.idPlano ?? null);
  const facts = await productFacts(ctx.db, {
    ids: asked.produtos,
    branchIds: [asked.idFil],
    priceTableId: setting.priceTableId,
    today: setting.today,
    byQuantity: setting.parameters.usaPrecoAtacado,
  });
  return asked.produtos.map((id) => {
    const one = facts.get(id);
    if (!one) throw notFound();
    return priceOf(one, asked, { setting, planPercent });
  });
}

function priceOf(
  facts: ProductFacts,
  { idFil, idEmb, qtde = '1' }: Asked,
  { setting, planPercent }: { setting: SaleSetting; planPercent: string },
) {
  const { parameters } = setting;
  const packs = packagingsOf(facts, parameters.unidadePadrao);
  const pack = idEmb === undefined ? standardOf(packs) : packs.find(({ id }) => id === idEmb);
  if (!pack) throw notFound();
  const made = packPriceOf(facts, { pack, planPercent, quantity: qtde, tintAmount: '0' });
  return {
    idProd: facts.product.id,
    idFil,
    idEmb: pack.id,
    precoTabela: made.list,
    preco: made.price,
    precoMinimo: lowestPrice(made, parameters.descontoMaximoVendedor, parameters.tipoValidacaoPreco),
    percDesc: discountOf(made.list, made.price),
  };
}

/** What a plan puts on prices; '0' without one. */
export async function planPercentOf({ db }: Context, id: number | null): Promise<string> {
  if (id === null) return '0';
  const [plan] = await db.select().from(paymentPlans).where(eq(paymentPlans.id, id));
  if (!plan) throw notFound();
  return plan.percent;
}
