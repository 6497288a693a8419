import {
  compareDecimals,
  type Decimal,
  isPositive,
  subtractDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import { shownPrice } from '#contract/rules/nfe/notePrice.ts';
import { unitDivides } from '#contract/rules/quantity.ts';
import {
  baseUnitOf,
  freeOf,
  purchasedBase,
  type ReturnUnit,
  returnUnitsOf,
  roundedIn,
} from '#contract/rules/tickets/returnUnits.ts';
import { itemToasts } from '#contract/rules/tickets/ticketItems.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { InvoiceProduct } from '#contract/sac/invoices.ts';

/** An invoice line with its product and the quantity that ticket lines hold of it (docs/domain.md 4.2). */
export interface InvoiceLine {
  id: number;
  line: number;
  invoiceId: number;
  invoiceNumber: number;
  productId: number;
  description: string;
  unit: string;
  /** Base units in one of `unit`. */
  factor: Decimal;
  /** `null` if `unit` itself is the base. */
  baseUnit: string | null;
  /** The product's own unit, and its packagings. */
  productUnit: string;
  packagings: readonly ReturnUnit[];
  /** Whether the product allows fractions; null leaves it to the unit. */
  fractional: boolean | null;
  /** In `unit`. */
  purchased: Decimal;
  /** In base units. */
  returned: Decimal;
  /** In base units. */
  held: Decimal;
  /** What return notes take by themselves, without a ticket (paperReturns.ts). In base units. */
  papers: Decimal;
  unitPrice: Decimal;
  unitPriceNoTax: Decimal;
  notePrice: Decimal | null;
  code: string;
  brand: string;
  photoRequired: boolean;
  unavailable: boolean;
  imageId: string | null;
  /** False for goods that were lent or repaired, which cannot be returned by a ticket. */
  returnable: boolean;
  /** The status of its invoice. */
  status: 'AUTORIZADA' | 'CANCELADA';
  /** Why the signature of its invoice gives no right to return; '' if it does, or none is needed. */
  barred: string;
}

/** A product on an invoice: nearly always a single line; several lines are added up, in base units. */
export interface InvoicedProduct {
  lines: [InvoiceLine, ...InvoiceLine[]];
  purchased: Decimal;
  returned: Decimal;
  held: Decimal;
  papers: Decimal;
  /** Purchased − returned − held − papers, never below zero. */
  left: Decimal;
  /** What return notes take beyond what was left; shown, and never counted against another product. */
  beyond: Decimal;
}

/** Products in the order of their first line. */
export function productsOfLines(lines: readonly InvoiceLine[]): InvoicedProduct[] {
  const groups = new Map<string, InvoicedProduct['lines']>();
  for (const line of lines) {
    const key = `${line.invoiceId}/${line.productId}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()].map((group) => ({
    lines: group,
    purchased: sumDecimals(group.map(purchasedBase)),
    returned: sumDecimals(group.map(({ returned }) => returned)),
    held: sumDecimals(group.map(({ held }) => held)),
    papers: sumDecimals(group.map(({ papers }) => papers)),
    left: sumDecimals(group.map(leftOfLine)),
    beyond: sumDecimals(group.map(beyondLine)),
  }));
}

function leftOfLine(line: InvoiceLine): Decimal {
  if (!line.returnable || line.status === 'CANCELADA' || line.barred) return '0';
  return atLeastZero(freeOf(line));
}

const beyondLine = (line: InvoiceLine): Decimal =>
  isPositive(line.papers) ? atLeastZero(subtractDecimals('0', freeOf(line))) : '0';

const atLeastZero = (value: Decimal): Decimal => (isPositive(value) ? value : '0');

/** Whether base units of a line may have decimals. */
export const lineDivides = (line: Pick<InvoiceLine, 'unit' | 'baseUnit' | 'fractional'>): boolean =>
  unitDivides({ unit: baseUnitOf(line), fractional: line.fractional });

/** The units in which a line's product may be returned. */
export const unitsOfLine = (line: InvoiceLine) => returnUnitsOf(line, line.productUnit, line.packagings);

/** Takes base units from the lines in order; together they must have that much available. */
export function allocateFrom(lines: readonly InvoiceLine[], quantity: Decimal) {
  let open = quantity;
  const takenLines: { line: InvoiceLine; quantity: Decimal }[] = [];
  for (const line of lines) {
    const left = leftOfLine(line);
    const part = compareDecimals(left, open) < 0 ? left : open;
    if (!isPositive(part)) continue;
    takenLines.push({ line, quantity: part });
    open = subtractDecimals(open, part);
  }
  return takenLines;
}

/** The first date that may be chosen: `days` before today (document 000 section 9). */
export const windowStart = (today: CalendarDate, days: number): CalendarDate => addDays(today, -days);

/** Why nothing of a product can be returned; '' if something can. */
export function whyUnavailable({ lines, held, papers, left }: InvoicedProduct, inWindow: boolean): string {
  if (lines[0].unavailable) return itemToasts.unavailable;
  if (lines[0].status === 'CANCELADA') return 'A nota fiscal foi cancelada.';
  if (lines[0].barred) return lines[0].barred;
  if (lines.every(({ returnable }) => !returnable))
    return 'Este item saiu sem venda e não se devolve por ticket.';
  if (!inWindow) return 'O prazo de devolução desta nota terminou.';
  if (isPositive(left)) return '';
  if (isPositive(held)) return 'Outro ticket já solicitou o que restava.';
  return isPositive(papers)
    ? 'Notas de devolução já devolveram o que restava.'
    : 'Tudo o que foi comprado já foi devolvido.';
}

export function invoiceProductOf(product: InvoicedProduct, inWindow: boolean): InvoiceProduct {
  const [line] = product.lines;
  const reason = whyUnavailable(product, inWindow);
  return {
    id: line.id,
    produto_id: line.productId,
    idExibicao: line.code,
    descNF: line.description,
    marca: line.brand,
    unidade: line.unit,
    unidadeBase: baseUnitOf(line),
    embalagens: unitsOfLine(line).map(({ unit, factor }) => ({ unidade: unit, fator: factor })),
    fracionavel: lineDivides(line),
    valor_sem_imposto: shownPrice(line),
    valor_unitario: line.unitPrice,
    qtd_comprada: roundedIn(product.purchased, line.factor),
    qtd_devolvida: roundedIn(product.returned, line.factor),
    qtd_em_tickets: roundedIn(product.held, line.factor),
    qtd_em_notas: roundedIn(product.papers, line.factor),
    qtd_alem: roundedIn(product.beyond, line.factor),
    qtd: roundedIn(product.left, line.factor),
    qtd_comprada_base: product.purchased,
    qtd_base: product.left,
    indisponivel: reason !== '',
    motivoIndisponivel: reason,
    anexo_obrigatorio: line.photoRequired,
    idImagem: line.imageId,
    numNF: line.invoiceNumber,
  };
}
