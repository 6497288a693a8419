import type { TicketLineStatus, TicketStatus } from '../../catalogs/ticketStatus.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  fixedDecimal,
  isPositive,
  multiplyDecimals,
  subtractDecimals,
  sumDecimals,
} from '../decimal.ts';

/** A ticket line as far as it holds units of an invoice line; its quantities are in the line's own unit. */
export interface HoldingLine {
  /** Base units in one of the line's unit. */
  factor?: Decimal;
  lineStatus: TicketLineStatus;
  ticketStatus: TicketStatus;
  requested: Decimal;
  /** Set by the analysis, otherwise `null`. */
  authorized: Decimal | null;
  /** Set by the check-in, otherwise `null`. */
  received: Decimal | null;
  /** Whether the quantity is already included in `qtd_devolvida` of the invoice line and must not be counted twice. */
  settled: boolean;
}

/** An invoice line with everything that reduces its quantity, in base units. */
interface InvoiceLineUse {
  purchased: Decimal;
  returned: Decimal;
  /** Lines of all tickets, without the one being edited. */
  holds: readonly HoldingLine[];
}

/**
 * The base units held by a line (docs/domain.md 4.2): none if denied, cancelled or settled, or if it was still undecided when
 * its ticket ended.
 */
export function heldQuantity(line: HoldingLine): Decimal {
  if (line.lineStatus === 'N' || line.ticketStatus === 'CANCELADO' || line.settled) return '0';
  const { factor = '1' } = line;
  if (line.lineStatus === 'AN')
    return line.ticketStatus === 'FINALIZADO' ? '0' : multiplyDecimals(line.requested, factor);
  return multiplyDecimals(line.received ?? line.authorized ?? line.requested, factor);
}

/** Purchased − returned − Σ held, never below zero. */
export function returnableQuantity({ purchased, returned, holds }: InvoiceLineUse): Decimal {
  const left = subtractDecimals(purchased, addDecimals(returned, sumDecimals(holds.map(heldQuantity))));
  return compareDecimals(left, '0') > 0 ? left : '0';
}

/** The invariant that always holds: Σ held + returned ≤ purchased. */
export function isWithinPurchase({ purchased, returned, holds }: InvoiceLineUse): boolean {
  const takenQuantity = addDecimals(returned, sumDecimals(holds.map(heldQuantity)));
  return compareDecimals(takenQuantity, purchased) <= 0;
}

/** Percentage and amount of each tax; taxes that were not charged are absent. */
type ChargedTaxes = Partial<Record<TaxKey, { perc: Decimal; valor: Decimal }>>;

export const TAX_KEYS = ['ipi', 'st', 'stsn', 'icms', 'icmsPartilha'] as const;
type TaxKey = (typeof TAX_KEYS)[number];

/**
 * Taxes that an invoice adds to its products. ICMS is included in the price, and its share between states is collected
 * separately; both are listed on the invoice without changing its total.
 */
export const ADDED_TAXES: readonly TaxKey[] = ['ipi', 'st', 'stsn'];

/** The amounts of a ticket line; `source` is its invoice line, `null` for a loose product. */
export interface FiguredLine {
  status: TicketLineStatus;
  requested: Decimal;
  authorized: Decimal;
  /** Quantity counted at the check-in, otherwise `null`. */
  checked: Decimal | null;
  /** Including taxes. */
  unitPrice: Decimal;
  source: SourceLine | null;
  /** Base units in one of the line's unit; 1 by default. */
  factor?: Decimal;
  /** Base units of the invoice line that other ticket lines return before this one. */
  before?: Decimal;
}

interface SourceLine {
  purchased: Decimal;
  /** Base units in one of the invoice's unit; 1 by default. */
  factor?: Decimal;
  unitPriceNoTax: Decimal;
  /** For the whole invoice line. */
  taxes: ChargedTaxes;
}

/** The quantity, and amounts in cents; `total` is `products` plus the taxes that an invoice adds. */
export interface LineFigures {
  quantity: Decimal;
  products: Decimal;
  taxes: ChargedTaxes;
  total: Decimal;
}

type FigureTotals = Record<TaxKey | 'produtos' | 'total', Decimal>;

/**
 * The quantity of a line that currently applies (docs/domain.md 12): the requested quantity until it is decided, then the
 * authorised one, then the received one; none for a denied line.
 */
export function quantityInForce({
  status,
  requested,
  authorized,
  checked,
}: Pick<FiguredLine, 'status' | 'requested' | 'authorized' | 'checked'>): Decimal {
  if (status === 'N') return '0';
  return status === 'AN' ? requested : (checked ?? authorized);
}

/**
 * All amounts of a line for the quantity that currently applies, as shown on the page and in the mirror, PDF, API and
 * reports.
 */
export const lineFigures = (line: FiguredLine): LineFigures =>
  figuresOf(quantityInForce(line), line.unitPrice, line.source, line);

/**
 * The amounts of a line for any quantity, each rounded to the cent separately, as an invoice is added up. The line is a part
 * of its invoice line: it gets the cents between what was given before it and what is given with it, so that the parts add up
 * to the whole, in whatever units they are given.
 */
export function figuresOf(
  quantity: Decimal,
  unitPrice: Decimal,
  source: SourceLine | null,
  { factor = '1', before = '0' }: Pick<FiguredLine, 'factor' | 'before'> = {},
): LineFigures {
  const part: Part = {
    from: before,
    to: addDecimals(before, multiplyDecimals(quantity, factor)),
    noteFactor: source?.factor ?? '1',
  };
  const products = source
    ? betweenCents(part, (units) =>
        divideDecimals(multiplyDecimals(source.unitPriceNoTax, units), part.noteFactor, 2),
      )
    : fixedDecimal(multiplyDecimals(quantity, unitPrice), 2);
  const taxes: ChargedTaxes = {};
  for (const key of TAX_KEYS) {
    const tax = source?.taxes[key];
    if (source && tax) {
      const wholeUnits = multiplyDecimals(source.purchased, part.noteFactor);
      const valor = betweenCents(part, (units) => shareOf(tax.valor, units, wholeUnits));
      taxes[key] = { perc: tax.perc, valor };
    }
  }
  const added = ADDED_TAXES.map((key) => taxes[key]?.valor ?? '0');
  return { quantity, products, taxes, total: fixedDecimal(addDecimals(products, sumDecimals(added)), 2) };
}

/** A part of an invoice line, in base units from its beginning. */
interface Part {
  from: Decimal;
  to: Decimal;
  noteFactor: Decimal;
}

const betweenCents = ({ from, to }: Part, amountUpTo: (units: Decimal) => Decimal): Decimal =>
  fixedDecimal(subtractDecimals(amountUpTo(to), amountUpTo(from)), 2);

const shareOf = (value: Decimal, quantity: Decimal, purchased: Decimal): Decimal =>
  fixedDecimal(
    isPositive(purchased) ? divideDecimals(multiplyDecimals(value, quantity), purchased, 2) : '0',
    2,
  );

export function totalFigures(lines: readonly LineFigures[]): FigureTotals {
  const sum = (amountOf: (line: LineFigures) => Decimal) => fixedDecimal(sumDecimals(lines.map(amountOf)), 2);
  const ofTax = (key: TaxKey) => sum(({ taxes }) => taxes[key]?.valor ?? '0');
  return {
    produtos: sum(({ products }) => products),
    ipi: ofTax('ipi'),
    st: ofTax('st'),
    stsn: ofTax('stsn'),
    icms: ofTax('icms'),
    icmsPartilha: ofTax('icmsPartilha'),
    total: sum(({ total }) => total),
  };
}
