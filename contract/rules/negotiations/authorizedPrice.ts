import { compareDecimals, type Decimal, divideDecimals, multiplyDecimals } from '../decimal.ts';
import { formatQuantity } from '../quantity.ts';
import { type CalendarDate, formatCalendarDate } from '../time/calendarDate.ts';
import { type Condition, conditionText, priceText } from './negotiatedPrice.ts';

/** What a person authorised: this product, up to this quantity, down to this price, under these terms (DOMAIN.md 13). */
export interface Authorization extends Condition {
  productId: number;
  price: Decimal;
  /** At most so many packagings. */
  quantity: Decimal;
  /** The least part of the quantity that it is good for, in percent (`quantidadeMinimaAutorizada`). */
  leastPercent: number;
  /** Price of the packaging in the table when the price was requested. */
  listPrice: Decimal;
  /** Last day on which it is valid. */
  until: CalendarDate | null;
}

/** The line as it is now. */
export interface CoveredLine extends Condition {
  productId: number;
  price: Decimal;
  quantity: Decimal;
  listPrice: Decimal;
  today: CalendarDate;
}

export type EndedBy = 'PRODUTO' | 'PRAZO' | 'ACIMA' | 'ABAIXO' | 'PLANO' | 'TABELA';

/** Whether the line may be sold at its price because somebody authorised it. */
export const covers = (authorization: Authorization, line: CoveredLine): boolean =>
  compareDecimals(line.price, authorization.price) >= 0 &&
  isForPackaging(authorization, line) &&
  endedBy(authorization, line) === null;

/** A price per unit is not one per box: its packaging costs no more in the table than the requested one did. */
const isForPackaging = (asked: Pick<Authorization, 'listPrice'>, now: Pick<CoveredLine, 'listPrice'>) =>
  compareDecimals(now.listPrice, asked.listPrice) <= 0;

/** Why an authorisation does not hold for the line any more; `null` while it does. */
export function endedBy(
  authorization: Authorization,
  now: Omit<CoveredLine, 'price' | 'listPrice'>,
): EndedBy | null {
  if (now.productId !== authorization.productId) return 'PRODUTO';
  if (authorization.until !== null && authorization.until < now.today) return 'PRAZO';
  const quantity = quantityEnd(authorization, now.quantity);
  if (quantity) return quantity;
  if (compareDecimals(now.planPercent, authorization.planPercent) > 0) return 'PLANO';
  return now.tableId === authorization.tableId ? null : 'TABELA';
}

type Asked = Pick<Authorization, 'quantity' | 'leastPercent'>;

function quantityEnd(asked: Asked, quantity: Decimal): 'ACIMA' | 'ABAIXO' | null {
  if (compareDecimals(quantity, asked.quantity) > 0) return 'ACIMA';
  return compareDecimals(quantity, leastQuantity(asked)) < 0 ? 'ABAIXO' : null;
}

const leastQuantity = ({ quantity, leastPercent }: Asked): Decimal =>
  divideDecimals(multiplyDecimals(quantity, String(leastPercent)), '100', 4);

/** Whether a line is still the one for which a price was requested, so that the request can be decided. */
export const isStillAsked = (
  asked: Asked & Pick<Authorization, 'listPrice'>,
  line: Pick<CoveredLine, 'quantity' | 'listPrice'>,
): boolean => isForPackaging(asked, line) && quantityEnd(asked, line.quantity) === null;

interface NamedLine extends Pick<CoveredLine, 'quantity' | 'plan' | 'planPercent'> {
  product: string;
  unit: string;
  /** Selling below this price needs a negotiation. */
  lowest: Decimal;
}

/** States the line, the lowest price and the reason. */
export function endedText(authorization: Authorization, now: NamedLine, reason: EndedBy): string {
  const [asked, is] = [formatQuantity(authorization.quantity), formatQuantity(now.quantity)];
  const why = {
    PRODUTO: 'era para outro produto',
    PRAZO: `valia até ${authorization.until ? formatCalendarDate(authorization.until) : ''}`,
    ACIMA: `é para até ${asked} ${now.unit}, e agora são ${is}`,
    ABAIXO: `é para ${asked} ${now.unit} e vale a partir de ${formatQuantity(leastQuantity(authorization))}, e agora são ${is}`,
    PLANO: `vale com ${conditionText(authorization)}, e o plano agora é ${conditionText(now)}`,
    TABELA: 'era para outra tabela de preço',
  }[reason];
  return `${now.product}: o preço autorizado de ${priceText(authorization.price)} ${why}. Sem negociar, o menor preço é ${priceText(now.lowest)}.`;
}
