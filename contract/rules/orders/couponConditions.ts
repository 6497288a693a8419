import { compareDecimals, type Decimal } from '../decimal.ts';
import { formatCount, formatMoney } from '../format.ts';
import { addDays, type CalendarDate, formatCalendarDate } from '../time/calendarDate.ts';
import { MONEY_PLACES } from './orderTotals.ts';

/** What a coupon demands, as it is kept (docs/domain.md 13). */
export interface CouponConditions {
  active: boolean;
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  /** Quotes and orders that may use it at once; `null` for any number. */
  maxUses: number | null;
  uses: number;
  /** Lowest subtotal. */
  minimum: Decimal;
  firstPurchase: boolean;
  /** Days since the last purchase, at least; `null` for any. */
  returningDays: number | null;
  oncePerCustomer: boolean;
  /** At least one of them has to be sold; empty for any product. */
  productIds: readonly number[];
}

/** The quote or order that wants the coupon, and its customer apart from it. */
export interface CouponCase {
  today: CalendarDate;
  subtotal: Decimal;
  /** Products of the lines that are sold. */
  productIds: readonly number[];
  /** Whether one of the coupon's uses is already its own. */
  holdsUse: boolean;
  /** The customer's latest purchase or order; `null` for none. */
  lastPurchase: CalendarDate | null;
  /** Whether another open quote or order of the customer has it. */
  usedElsewhere: boolean;
}

interface CouponRefusal {
  code:
    | 'CUPOM_INVALIDO'
    | 'CUPOM_ESGOTADO'
    | 'CUPOM_MINIMO'
    | 'CUPOM_PRIMEIRA_COMPRA'
    | 'CUPOM_RETORNO'
    | 'CUPOM_JA_USADO'
    | 'CUPOM_PRODUTOS';
  message: string;
}

/**
 * Why a quote or order may not have the coupon now, `null` when it may. Every door asks it: using the coupon, renewing,
 * handing over to another customer, ordering. A coupon that does not exist and one that is not valid today get the same
 * answer, so that codes cannot be probed.
 */
export function couponRefusal(coupon: CouponConditions | null, its: CouponCase): CouponRefusal | null {
  if (!coupon?.active || its.today < coupon.startsOn || coupon.endsOn < its.today)
    return refusal('CUPOM_INVALIDO', 'Este cupom não existe ou não vale hoje.');
  if (!its.holdsUse && coupon.maxUses !== null && coupon.uses >= coupon.maxUses)
    return refusal('CUPOM_ESGOTADO', 'Este cupom já foi usado tantas vezes quantas podia.');
  return customerRefusal(coupon, its) ?? goodsRefusal(coupon, its);
}

function customerRefusal(coupon: CouponConditions, its: CouponCase): CouponRefusal | null {
  const { lastPurchase, today } = its;
  const bought = lastPurchase === null ? '' : formatCalendarDate(lastPurchase);
  if (coupon.firstPurchase && lastPurchase !== null)
    return refusal(
      'CUPOM_PRIMEIRA_COMPRA',
      `Este cupom é para a primeira compra, e o cliente comprou em ${bought}.`,
    );
  if (coupon.returningDays !== null) {
    const wanted = formatCount(coupon.returningDays, 'dia', 'dias');
    if (lastPurchase === null)
      return refusal('CUPOM_RETORNO', 'Este cupom é para quem volta a comprar, e o cliente nunca comprou.');
    if (lastPurchase > addDays(today, -coupon.returningDays))
      return refusal(
        'CUPOM_RETORNO',
        `Este cupom é para quem volta depois de ${wanted} ou mais, e o cliente comprou em ${bought}.`,
      );
  }
  return coupon.oncePerCustomer && its.usedElsewhere
    ? refusal(
        'CUPOM_JA_USADO',
        'Este cupom serve uma vez a cada cliente, e outro orçamento ou pedido deste já o tem.',
      )
    : null;
}

function goodsRefusal({ minimum, productIds }: CouponConditions, its: CouponCase): CouponRefusal | null {
  if (productIds.length > 0 && !productIds.some((id) => its.productIds.includes(id)))
    return refusal('CUPOM_PRODUTOS', 'Este cupom é para produtos que não estão no orçamento.');
  return compareDecimals(its.subtotal, minimum) < 0
    ? refusal('CUPOM_MINIMO', `Este cupom vale a partir de ${formatMoney(minimum, MONEY_PLACES)}.`)
    : null;
}

const refusal = (code: CouponRefusal['code'], message: string): CouponRefusal => ({ code, message });
