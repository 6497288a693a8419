import type { TicketLineStatus } from '../catalogs/ticketLineStatus.ts';
import type { TicketStatus } from '../catalogs/ticketStatus.ts';
import { addDecimals, compareDecimals, type Decimal, subtractDecimals, sumDecimals } from './decimal.ts';

/** One line of one ticket, as far as it holds units of an invoice line back. */
export interface HoldingLine {
  lineStatus: TicketLineStatus;
  ticketStatus: TicketStatus;
  requested: Decimal;
  /** Set by the analysis, otherwise `null`. */
  authorized: Decimal | null;
  /** Set by the check-in, otherwise `null`. */
  received: Decimal | null;
  /** The quantity has entered `qtd_devolvida` of the invoice line, so it must not count twice. */
  settled: boolean;
}

/** An invoice line with everything that takes from it. */
export interface InvoiceLineUse {
  purchased: Decimal;
  returned: Decimal;
  /** Lines of all tickets; leave out the one that is being edited. */
  holds: readonly HoldingLine[];
}

/**
 * What a line holds (DOMAIN section 4.2): nothing once denied, cancelled or settled, nor what nobody had judged when
 * its ticket ended.
 */
export function heldQuantity(line: HoldingLine): Decimal {
  if (line.lineStatus === 'N' || line.ticketStatus === 'CANCELADO' || line.settled) return '0';
  if (line.lineStatus === 'AN') return line.ticketStatus === 'FINALIZADO' ? '0' : line.requested;
  return line.received ?? line.authorized ?? line.requested;
}

/** Purchased − returned − Σ held, never below zero. */
export function returnableQuantity({ purchased, returned, holds }: InvoiceLineUse): Decimal {
  const left = subtractDecimals(purchased, addDecimals(returned, sumDecimals(holds.map(heldQuantity))));
  return compareDecimals(left, '0') > 0 ? left : '0';
}

/** The invariant that holds always: Σ held + returned ≤ purchased. */
export function isWithinPurchase({ purchased, returned, holds }: InvoiceLineUse): boolean {
  const taken = addDecimals(returned, sumDecimals(holds.map(heldQuantity)));
  return compareDecimals(taken, purchased) <= 0;
}
