import { compareDecimals, type Decimal, divideDecimals, multiplyDecimals } from '../decimal.ts';
import { formatQuantity } from '../quantity.ts';
import { type CalendarDate, formatCalendarDate } from '../time/calendarDate.ts';
import { type Condition, conditionText, priceText } from './negotiatedPrice.ts';

/** What a person authorised: this product, up to this quantity, down to this price, under these terms (docs/domain.md 13). */
export interface Authorization extends Condition {
  productId: number;
  price: Decimal;
  /** At most so many packagings. */
  quantity: Decimal;
  /** The least part of the quantity that it is good for, in percent (`quantidadeMinimaAutorizada`). */
  leastPercent: number;
  /** Units in the packaging and factor of its price; `null` where the request did not store them. */
  units: Decimal | null;
  priceFactor: Decimal | null;
  packagingId: number | null;
  /** The colour of a tinted base. */
  tintId: number | null;
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
  units: Decimal;
  priceFactor: Decimal;
  packagingId: number | null;
  tintId: number | null;
  listPrice: Decimal;
  today: CalendarDate;
}

export type EndedBy =
  | 'PRODUTO'
  | 'EMBALAGEM'
  | 'SEM_EMBALAGEM'
  | 'COR'
  | 'PRAZO'
  | 'ACIMA'
  | 'ABAIXO'
  | 'PLANO'
  | 'TABELA';

/** Whether the line may be sold at its price because somebody authorised it. */
export const covers = (authorization: Authorization, line: CoveredLine): boolean =>
  compareDecimals(line.price, authorization.price) >= 0 && endedBy(authorization, line) === null;

type Pack = 'units' | 'priceFactor' | 'packagingId' | 'tintId' | 'listPrice';
type AskedPack = Pick<Authorization, Pack>;
type Packed = Pick<CoveredLine, Pack>;

/**
 * A price per unit is not one per box, that of a plain box not the one of a gift box with as much in it, nor that of white the
 * one of red. A table that rises meanwhile does not end what was authorised. Where the packaging was not stored, it may cost no
 * more in the table than the requested one did.
 */
function packagingEnd(asked: AskedPack, now: Packed): 'EMBALAGEM' | 'SEM_EMBALAGEM' | 'COR' | null {
  if (asked.units !== null && compareDecimals(now.units, asked.units) !== 0) return 'EMBALAGEM';
  if (asked.units === null || asked.priceFactor === null)
    return compareDecimals(now.listPrice, asked.listPrice) > 0 ? 'SEM_EMBALAGEM' : null;
  // A packaging that was registered anew is the same one as long as it is priced alike.
  if (now.packagingId !== asked.packagingId && compareDecimals(now.priceFactor, asked.priceFactor) !== 0)
    return 'EMBALAGEM';
  return now.tintId === asked.tintId ? null : 'COR';
}

/** Why an authorisation does not hold for the line any more; `null` while it does. */
export function endedBy(authorization: Authorization, now: Omit<CoveredLine, 'price'>): EndedBy | null {
  if (now.productId !== authorization.productId) return 'PRODUTO';
  const packaging = packagingEnd(authorization, now);
  if (packaging) return packaging;
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
  asked: Asked & AskedPack,
  line: Packed & Pick<CoveredLine, 'quantity'>,
): boolean => packagingEnd(asked, line) === null && quantityEnd(asked, line.quantity) === null;

interface NamedLine extends Pick<CoveredLine, 'quantity' | 'plan' | 'planPercent' | 'listPrice'> {
  product: string;
  unit: string;
  /** Selling below this price needs a negotiation. */
  lowest: Decimal;
}

/** States the line, the lowest price and the reason. */
export function endedText(authorization: Authorization, now: NamedLine, reason: EndedBy): string {
  const told = (quantity: Decimal) => `${formatQuantity(quantity)} ${now.unit}`;
  const [asked, is] = [told(authorization.quantity), told(now.quantity)];
  const why = {
    PRODUTO: 'era para outro produto',
    EMBALAGEM: 'era para outra embalagem',
    SEM_EMBALAGEM: `foi dado sem dizer a embalagem, e o de tabela passou de ${priceText(authorization.listPrice)} para ${priceText(now.listPrice)}`,
    COR: 'era para outra cor',
    PRAZO: `valia até ${authorization.until ? formatCalendarDate(authorization.until) : ''}`,
    ACIMA: `é para até ${asked}, e agora são ${is}`,
    ABAIXO: `é para ${asked} e vale a partir de ${told(leastQuantity(authorization))}, e agora são ${is}`,
    PLANO: `vale com ${conditionText(authorization)}, e o plano agora é ${conditionText(now)}`,
    TABELA: 'era para outra tabela de preço',
  }[reason];
  return `${now.product}: o preço autorizado de ${priceText(authorization.price)} ${why}. Sem negociar, o menor preço é ${priceText(now.lowest)}.`;
}
