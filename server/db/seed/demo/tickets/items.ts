import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { ticketItems } from '#server/db/tables/index.ts';
import type { Chance } from '../chance.ts';
import type { DemoInvoice, InvoiceLine } from '../invoices.ts';
import type { ProductRow } from '../products.ts';
import { left } from './desk.ts';
import type { Path } from './plan.ts';

export type ItemRow = typeof ticketItems.$inferInsert & { ticketId: number; line: number };
export interface ProductReasonRow {
  id: number;
  description: string;
  requiresNote: boolean;
}

interface ItemsOfTicket {
  ticketId: number;
  status: TicketStatus;
  path: Path;
  reasons: readonly ProductReasonRow[];
}

/** How far a ticket has progressed, as its lines show. */
interface Progress {
  analysed: boolean;
  /** Every line was denied: the short way to the end. */
  denied: boolean;
  checked: boolean;
  differs: boolean;
}

/**
 * Lines of one invoice with their remaining quantities, decided as far as the ticket has progressed. Deducts the quantities
 * from the invoice lines, so that Σ held + returned never exceeds what was purchased (docs/domain.md 4.2).
 */
export function invoiceItems(chance: Chance, invoice: DemoInvoice, ticket: ItemsOfTicket): ItemRow[] {
  const free = invoice.lines.filter((line) => left(line) > 0);
  const progress = progressOf(ticket);
  return chance.some(free, Math.min(free.length, chance.int(1, 4))).map((line, index) => {
    const decided = decide(chance, Math.min(left(line), chance.int(1, 12)), progress, index === 0);
    const quantity = decided.checked ?? (decided.status === 'AN' ? decided.requested : decided.authorized);
    const heldQuantity = ticket.status === 'CANCELADO' || ticket.status === 'FINALIZADO' ? 0 : quantity;
    if (ticket.status === 'FINALIZADO') line.returned += quantity;
    line.held += heldQuantity;
    return row(chance, ticket, index + 1, line, decided, heldQuantity);
  });
}

function progressOf({ path, status }: ItemsOfTicket): Progress {
  const keys = path.map(({ step }) => step.chave);
  const last = keys.length - 1;
  const after = keys.indexOf('ANALISE_DEVOLUCAO');
  const finished = status === 'FINALIZADO';
  const analysed = after >= 0 ? last > after && keys[last] !== 'COMPLEMENTO_CLIENTE' : finished;
  const at = keys.indexOf('CONFERENCIA_DEVOLUCAO');
  return {
    analysed,
    denied: path.at(-1)?.by?.resultado === 'IMPROCEDENTE',
    checked: at >= 0 && last > at,
    differs: keys.includes('DIVERGENCIA'),
  };
}

interface Line {
  status: 'AN' | 'A' | 'N';
  requested: number;
  authorized: number;
  outOfTerm: number;
  otherBrand: number;
  missing: number;
  damaged: number;
  broken: number;
  checked: number | null;
  analysisReason: string;
}

const CUTS = [
  ['outOfTerm', 'Fora do prazo de devolução'],
  ['otherBrand', 'Produto de outra marca'],
  ['missing', 'Quantidade não confirmada'],
  ['damaged', 'Avaria causada pelo cliente'],
  ['broken', 'Sem comprovação por foto'],
] as const;

/** The first line of a ticket that continues is always approved, because a ticket without approved lines would have ended. */
function decide(chance: Chance, requested: number, progress: Progress, isFirst: boolean): Line {
  const line: Line = {
    status: 'AN',
    requested,
    authorized: 0,
    checked: null,
    analysisReason: '',
    ...NO_CUTS,
  };
  if (!progress.analysed) return line;
  const denied = progress.denied || (!isFirst && chance.happens(18));
  const cut = denied ? requested : !isFirst && chance.happens(20) ? chance.int(0, requested - 1) : 0;
  const authorized = requested - cut;
  const [counter, reason] = chance.pick(CUTS);
  if (cut > 0) Object.assign(line, { [counter]: cut, analysisReason: reason });
  const short = progress.differs && isFirst ? 1 : 0;
  return {
    ...line,
    status: authorized > 0 ? 'A' : 'N',
    authorized,
    checked: progress.checked && authorized > 0 ? Math.max(0, authorized - short) : null,
  };
}

const NO_CUTS = { outOfTerm: 0, otherBrand: 0, missing: 0, damaged: 0, broken: 0 };

function row(
  chance: Chance,
  { ticketId, status: ticketStatus, reasons }: ItemsOfTicket,
  line: number,
  from: InvoiceLine,
  { analysisReason, status, checked, ...quantities }: Line,
  held: number,
): ItemRow {
  const reason = chance.pick(reasons);
  return {
    ticketId,
    line,
    invoiceItemId: from.id,
    productId: from.productId,
    description: from.description,
    reasonId: reason.id,
    reasonText: reason.description,
    note: reason.requiresNote ? chance.pick(NOTES) : '',
    status,
    ...textsOf(quantities),
    checked: checked === null ? null : String(checked),
    settled: ticketStatus === 'FINALIZADO' && status === 'A',
    held: String(held),
    analysisReason,
    unitPrice: from.unitPrice,
  };
}

const textsOf = <K extends string>(quantities: Record<K, number>) =>
  Object.fromEntries(Object.entries(quantities).map(([key, value]) => [key, String(value)])) as Record<
    K,
    string
  >;

const NOTES = [
  'Caixas separadas no depósito, lote anotado.',
  'Conferido com o motorista na entrega.',
  'Diferença combinada com o representante.',
  'Faltam unidades dentro da embalagem fechada.',
] as const;

/** Products without an invoice, so nothing is held. */
export function looseItems(chance: Chance, products: readonly ProductRow[], ticketId: number): ItemRow[] {
  return chance.some(products, chance.int(1, 3)).map((product, index) => ({
    ticketId,
    line: index + 1,
    invoiceItemId: null,
    productId: product.id,
    description: product.description,
    reasonId: null,
    reasonText: '',
    note: '',
    status: 'AN',
    ...textsOf({ requested: 1, authorized: 0, ...NO_CUTS }),
    checked: null,
    settled: false,
    held: '0',
    analysisReason: '',
    unitPrice: product.price ?? '0',
  }));
}
