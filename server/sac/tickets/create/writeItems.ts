import type { Decimal } from '#contract/rules/decimal.ts';
import { baseUnitOf, exactIn, type ReturnUnit } from '#contract/rules/tickets/returnUnits.ts';
import type { TicketItemInput } from '#contract/rules/tickets/ticketInput.ts';
import { readItemQuantity } from '#contract/rules/tickets/ticketItems.ts';
import type { Tx } from '#server/db/client.ts';
import { type products, ticketItems } from '#server/db/tables/index.ts';
import { allocateFrom, type InvoiceLine } from '../../invoices/rules.ts';
import type { CheckedTicket } from './writeTicket.ts';

type NewLine = Omit<typeof ticketItems.$inferInsert, 'ticketId' | 'line'>;

type CheckedItems = Pick<CheckedTicket, 'input' | 'references' | 'requested' | 'type'>;

/** Appends lines to a ticket, and returns the photos of each line so that they can be attached. */
export async function writeItems(
  tx: Tx,
  ticketId: number,
  checked: CheckedItems,
  lastLine = 0,
): Promise<{ fileId: string; itemId: number }[]> {
  const returns = (checked.input.itens ?? []).flatMap((item) => returnLines(item, checked));
  const loose = checked.references.looseProducts.map((product) => ({ line: looseLine(product), photos: [] }));
  const all = [...returns, ...loose];
  if (all.length === 0) return [];
  const written = await tx
    .insert(ticketItems)
    .values(all.map(({ line }, index) => ({ ...line, ticketId, line: lastLine + index + 1 })))
    .returning({ id: ticketItems.id, line: ticketItems.line });
  const idOf = new Map(written.map(({ id, line }) => [line, id]));
  return all.flatMap(({ photos }, index) =>
    photos.map((fileId) => ({ fileId, itemId: idOf.get(lastLine + index + 1) ?? 0 })),
  );
}

interface Line {
  line: NewLine;
  photos: string[];
}

/** Nearly always a single line; a product on two lines of its invoice may take from both. */
function returnLines(item: TicketItemInput, { requested, type }: CheckedItems): Line[] {
  const { product: facts } = requested.contextOf(item);
  const product = requested.productOf(item);
  const read = facts && readItemQuantity(item, facts);
  if (!read?.ok || !product) throw new Error('an unchecked item');
  const given = read.value;
  const reason = type.productReasons.find(({ id }) => id === item.motivo_id);
  return allocateFrom(product.lines, given.base).map(({ line, quantity: taken }, index) => ({
    line: {
      ...takenFrom(line, taken, given),
      reasonId: reason?.id ?? null,
      reasonText: reason?.descricao ?? '',
      note: (item.obs ?? '').trim(),
    },
    photos: index === 0 ? (item.arquivos ?? []).map(({ id }) => id) : [],
  }));
}

/**
 * A line in analysis holds what was requested (docs/domain.md 4.2). A part that is not exact in the given unit is told in base
 * units.
 */
function takenFrom(line: InvoiceLine, base: Decimal, given: ReturnUnit): NewLine {
  const told = exactIn(base, given.factor);
  const unit: ReturnUnit = told === null ? { unit: baseUnitOf(line), factor: '1' } : given;
  return {
    invoiceItemId: line.id,
    productId: line.productId,
    description: line.description,
    unit: unit.unit,
    factor: unit.factor,
    requested: told ?? base,
    held: base,
    unitPrice: line.unitPrice,
  };
}

/** A product asked about without an invoice: no quantity is known, and nothing is held. */
const looseLine = (product: typeof products.$inferSelect): NewLine => ({
  productId: product.id,
  description: product.description,
  requested: '0',
  unitPrice: product.price,
});
