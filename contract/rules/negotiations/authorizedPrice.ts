import { type CalendarDate, formatCalendarDate } from '../calendarDate.ts';
import { compareDecimals, type Decimal } from '../decimal.ts';
import { formatMoney, formatPercent } from '../format.ts';
import { formatQuantity } from '../quantity.ts';

/** The payment terms for which a price is valid. */
export interface Condition {
  plan: string | null;
  /** The plan's surcharge on the price, in percent. */
  planPercent: Decimal;
  tableId: number | null;
}

/** The terms under which a price was authorised. */
export interface Authorization extends Condition {
  price: Decimal;
  quantity: Decimal;
  /** Last day on which it is valid. */
  until: CalendarDate | null;
}

/** The current state of the line. */
export interface LineNow extends Condition {
  product: string;
  quantity: Decimal;
  unit: string;
  /** Selling below this price needs a negotiation. */
  lowest: Decimal;
  today: CalendarDate;
}

export type EndedBy = 'PRAZO' | 'QUANTIDADE' | 'PLANO' | 'TABELA';

/**
 * Why an authorised price is no longer valid for the line (DOMAIN.md 12): it expired, the quantity is smaller, the plan's
 * surcharge is higher than the one it was requested with, or another price table was chosen. `null` while it is valid.
 */
export function invalidatedBy(
  authorization: Authorization,
  now: Omit<LineNow, 'product' | 'unit' | 'lowest'>,
): EndedBy | null {
  if (authorization.until !== null && authorization.until < now.today) return 'PRAZO';
  if (compareDecimals(now.quantity, authorization.quantity) < 0) return 'QUANTIDADE';
  if (compareDecimals(now.planPercent, authorization.planPercent) > 0) return 'PLANO';
  return now.tableId === authorization.tableId ? null : 'TABELA';
}

/** States the line, the lowest price, the reason and what to do. */
export function invalidationText(authorization: Authorization, now: LineNow, reason: EndedBy): string {
  const price = formatMoney(authorization.price, 2);
  const why = {
    PRAZO: `valia até ${authorization.until ? formatCalendarDate(authorization.until) : ''}`,
    QUANTIDADE: `era para ${formatQuantity(authorization.quantity)} ${now.unit}, e agora são ${formatQuantity(now.quantity)}`,
    PLANO: `vale com ${conditionText(authorization)}, e o plano agora é ${conditionText(now)}`,
    TABELA: 'era para outra tabela de preço',
  }[reason];
  return `${now.product}: o preço autorizado de ${price} ${why}. Sem negociar, o menor preço é ${formatMoney(now.lowest, 2)}.`;
}

/** '28 dias (+1,5%)'. */
export function conditionText({ plan, planPercent }: Pick<Condition, 'plan' | 'planPercent'>): string {
  const sign = compareDecimals(planPercent, '0');
  if (sign === 0) return plan ?? 'à vista';
  const factor = `${sign > 0 ? '+' : ''}${formatPercent(planPercent, 2)}`;
  return plan === null ? factor : `${plan} (${factor})`;
}
