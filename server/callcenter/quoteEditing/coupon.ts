import { eq } from 'drizzle-orm';
import type { EditedQuote } from '../../../contract/callcenter/quoteShapes.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { coupons, orders } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { plainText } from '../../plainText.ts';
import { giveBackUses, holdsOn, isUsedUp, takeUse } from '../couponUses.ts';
import { logCustomer } from '../customerLog.ts';
import type { OrderRecord } from '../orderLock.ts';
import { writeTotals } from '../orderTotals.ts';
import { settingOfOrder } from '../quoteSetting.ts';
import { lockEditable } from './changeQuote.ts';
import { editedQuote } from './editedQuote.ts';

interface Wanted {
  id: number;
  codigo: string;
  versao?: number | undefined;
}

/**
 * One coupon for a quote. A use is taken when the coupon is put in and given back when it is taken out, on the
 * coupon's locked row: of two that want the last use one gets it.
 */
export async function changeCoupon(
  tx: Tx,
  ctx: Context,
  { id, codigo, versao }: Wanted,
): Promise<EditedQuote> {
  const order = await lockEditable(tx, ctx, id, versao);
  const { parameters, today } = await settingOfOrder(tx, ctx, order);
  if (!parameters.usaCupom) throw refused('SEM_CUPONS', 'Esta filial não aceita cupons.');
  const code = plainText(codigo).trim().toUpperCase();
  if (code === '') await takeOut(tx, order);
  else await putIn(tx, order, { code, today });
  await writeTotals(tx, id);
  const text = code ? `Cupom ${code} usado` : `Cupom ${order.couponCode} retirado`;
  await logCustomer(tx, ctx, { customerId: order.customerId, type: 'ORCAMENTO', itemId: id, text });
  await audit(tx, ctx, { action: 'ALTERAR', entity: 'orders', entityId: id, after: { cupom: code } });
  return editedQuote(tx, ctx, id);
}

async function takeOut(tx: Tx, order: OrderRecord): Promise<void> {
  if (order.couponId === null) throw refused('SEM_CUPOM', 'Este orçamento não tem cupom.');
  await giveBackUses(tx, [order]);
  await tx.update(orders).set({ couponId: null, couponCode: '' }).where(eq(orders.id, order.id));
}

async function putIn(tx: Tx, order: OrderRecord, { code, today }: { code: string; today: string }) {
  if (order.couponId !== null)
    throw refused('CUPOM_JA_USADO', `Este orçamento já usa o cupom ${order.couponCode}. Retire-o antes.`);
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.code, code)).for('update');
  // An unknown one and one that is over answer alike: codes cannot be tried out.
  if (!coupon || !holdsOn(coupon, today))
    throw refused('CUPOM_INVALIDO', 'Este cupom não existe ou não vale hoje.', { codigo: 'Cupom inválido.' });
  if (isUsedUp(coupon))
    throw refused('CUPOM_ESGOTADO', 'Este cupom já foi usado tantas vezes quantas podia.', {
      codigo: 'Cupom esgotado.',
    });
  if (compareDecimals(order.subtotal, coupon.minimum) < 0)
    throw refused('CUPOM_MINIMO', `Este cupom vale a partir de ${formatMoney(coupon.minimum, 2)}.`, {
      codigo: 'Subtotal abaixo do mínimo do cupom.',
    });
  await takeUse(tx, coupon);
  await tx
    .update(orders)
    .set({ couponId: coupon.id, couponCode: coupon.code })
    .where(eq(orders.id, order.id));
}
