import type { ItemChange, quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { Simulation } from '#contract/callcenter/quotes/simulation.ts';
import type { Input } from '#contract/route.ts';
import { type Decimal, isPositive, subtractDecimals } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { priceText } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { lowestWithFlex } from '#contract/rules/orders/priceReach.ts';
import type { Context } from '../../context.ts';
import { notFound, Refusal, refused } from '../../errors.ts';
import { isClosed } from '../orderCore/queries.ts';
import { settingOfOrder, visibleOrder } from '../productCore/queries.ts';
import { isNegotiated } from './lineNegotiations.ts';
import { flexUsed, lineFlex, priceBounds } from './linePrices.ts';
import { requirePricePlaces } from './pricePlaces.ts';
import { activeLines, type PricedLine } from './quoteLines.ts';
import { requireTried, type TriedLines, triedLines } from './triedLines.ts';

/** What saving a line with this quantity and price would come to, by the rules of saving it. */
export async function simulatedLine(
  {
    params: { id },
    query: { idItem, qtde, preco, precoDasRegras },
  }: Input<typeof quoteEditingRoutes.simulate>,
  ctx: Context,
): Promise<Simulation> {
  const { db } = ctx;
  const order = await visibleOrder(db, ctx, id);
  if (order.stage !== 'ORCAMENTO' || isClosed(order))
    throw refused('ORCAMENTO_FECHADO', 'Só o preço de um orçamento em aberto pode ser simulado.');
  const setting = await settingOfOrder(db, ctx, order);
  const change: ItemChange = {
    id: idItem,
    ...(qtde !== undefined && { qtde }),
    ...(preco !== undefined && { preco }),
    ...(precoDasRegras && { preco: null }),
  };
  requirePricePlaces([change], setting.parameters.casasPreco);
  const tried = await triedLines(db, { order, next: order, changes: [change], setting }, () =>
    priceBounds(db, setting, order),
  );
  const line = activeLines(tried.after).find((each) => each.id === idItem);
  if (!line) throw notFound();
  const { bounds, typed } = tried;
  const others = activeLines(tried.after).filter((each) => each !== line);
  const left = subtractDecimals(bounds.flex, flexUsed(others, bounds.negotiations, typed));
  const flex = isPositive(left) ? left : '0';
  const used = lineFlex(line, bounds.negotiations, typed);
  return {
    ...verdict(line, tried, { used, left: subtractDecimals(flex, used), refusal: refusalOf(tried, setting) }),
    preco: line.price,
    percDesc: line.discountPercent,
    vlTot: line.total,
    precoTabela: line.list,
    precoRegra: line.ruled,
    precoMinimo: line.lowest,
    precoComFlex: lowestWithFlex({
      ...{ lowest: line.lowest, flex, quantity: line.quantity, places: setting.parameters.casasPreco },
    }),
    flexLivre: flex,
    flexUsado: used,
  };
}

function refusalOf(tried: TriedLines, setting: Parameters<typeof requireTried>[1]): Refusal | null {
  try {
    requireTried(tried, setting);
    return null;
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal;
    throw refusal;
  }
}

interface Facts {
  used: Decimal;
  /** Of the flex, after this line. */
  left: Decimal;
  refusal: Refusal | null;
}

function verdict(
  line: PricedLine,
  { bounds }: TriedLines,
  { used, left, refusal }: Facts,
): Pick<Simulation, 'resultado' | 'texto'> {
  if (refusal)
    return {
      resultado: refusal.code === 'NEGOCIACAO_EXIGIDA' ? 'NEGOCIAR' : 'RECUSADO',
      texto: refusal.message,
    };
  if (isNegotiated(line, bounds.negotiations))
    return { resultado: 'AUTORIZADO', texto: 'A autorização deste item cobre o preço.' };
  if (isPositive(used))
    return {
      resultado: 'FLEX',
      texto: `Usa ${formatMoney(used, 2)} do flex do cliente, e sobram ${formatMoney(left, 2)}.`,
    };
  return {
    resultado: 'LIVRE',
    texto: `Não precisa de autorização: você decide até ${priceText(line.lowest)}.`,
  };
}
