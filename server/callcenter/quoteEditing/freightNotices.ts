import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { FREIGHT_GONE, outgrewFreight } from '../../../contract/rules/freight/payableFreight.ts';
import type { MoveRefusal } from '../../../contract/rules/orders/orderMoves.ts';
import type { Executor } from '../../db/client.ts';
import { goodsOf, keptFreight, misplacedText } from '../freight/queries.ts';
import { freightRulesOf } from '../freightRules.ts';
import type { OrderRecord } from '../orderLock.ts';
import type { SumsWritten } from '../orderTotals.ts';

interface Changed {
  order: OrderRecord;
  next: OrderRecord;
  sums: SumsWritten;
}

/** What became of a freight that nobody meant to change; '' when nothing did. */
export function freightNotice({ order, next, sums }: Changed): string {
  if (keptFreight(order) && !keptFreight(next))
    return next.pickup
      ? `${FREIGHT_GONE}: o cliente busca a mercadoria.`
      : `${FREIGHT_GONE}: a entrega mudou. Calcule de novo.`;
  if (!sums.freight) return '';
  const { before, now } = sums.freight;
  if (compareDecimals(now, before) < 0)
    return `O frete baixou de ${formatMoney(before, 2)} para ${formatMoney(now, 2)} com o novo total.`;
  return compareDecimals(before, '0') === 0
    ? `O frete deixou de ser isento com o novo total: ${formatMoney(now, 2)}.`
    : `O frete subiu de ${formatMoney(before, 2)} para ${formatMoney(now, 2)} com o novo total.`;
}

/** What of the freight has to be done again before the quote becomes an order; each with its code. */
export async function freightProblems(db: Executor, order: OrderRecord): Promise<MoveRefusal[]> {
  const [outgrown, misplaced] = await Promise.all([outgrownText(db, order), misplacedText(db, order)]);
  return [
    ...(misplaced ? [{ code: 'FRETE_DE_OUTRO_DESTINO', message: misplaced }] : []),
    ...(outgrown ? [{ code: 'FRETE_DESATUALIZADO', message: outgrown }] : []),
  ];
}

const OUTGROWN = 'Os itens cresceram depois do cálculo do frete. Calcule o frete de novo.';

/** Whether carriers have to be asked again, because they were asked for less; '' when they do not. */
async function outgrownText(db: Executor, order: OrderRecord): Promise<string> {
  const kept = keptFreight(order);
  if (!kept) return '';
  const goods = await goodsOf(db, order.id);
  const rules = await freightRulesOf(db, order, goods.total);
  return outgrewFreight(goods, kept, rules) ? OUTGROWN : '';
}
