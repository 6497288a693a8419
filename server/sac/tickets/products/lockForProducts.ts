import { and, eq, inArray } from 'drizzle-orm';
import type { ProductsInput } from '../../../../contract/sac/ticketItems.ts';
import type { Tx } from '../../../db/client.ts';
import { invoiceItems, invoices } from '../../../db/tables/index.ts';
import { lockLines } from '../../invoices/queries.ts';
import type { TicketLine } from '../steps/ticketLines.ts';

/**
 * Every invoice line that the change touches, locked at once and in the order of the ids: what is added and what is
 * changed would otherwise be locked one after the other, and two people could wait for each other.
 */
export async function lockForProducts(
  tx: Tx,
  { itens = [], alterados = [] }: ProductsInput,
  lines: readonly TicketLine[],
): Promise<void> {
  const changed = new Set(alterados.map(({ id }) => id));
  const held = lines.flatMap(({ id, item }) => (changed.has(id) ? (item.invoiceItemId ?? []) : []));
  await lockLines(tx, [...new Set([...held, ...(await namedLines(tx, itens))])]);
}

async function namedLines(tx: Tx, itens: NonNullable<ProductsInput['itens']>): Promise<number[]> {
  if (itens.length === 0) return [];
  const rows = await tx
    .select({ id: invoiceItems.id })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(
      and(
        inArray(invoices.key, [...new Set(itens.map(({ nfe }) => nfe))]),
        inArray(invoiceItems.productId, [...new Set(itens.map(({ produto_id }) => produto_id))]),
      ),
    );
  return rows.map(({ id }) => id);
}
