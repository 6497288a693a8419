import { eq } from 'drizzle-orm';
import { invoiceItems, invoices, products, ticketItems, tickets } from '#server/db/tables/index.ts';
import type { TestServer } from '#tests/support/servers/server.ts';

/** Gives a ticket a line of a new invoice, so that it has the goods that its type demands. */
export async function addGoods(
  { deps: { db } }: Pick<TestServer, 'deps'>,
  ticketId: number,
  line: Partial<typeof ticketItems.$inferInsert> = {},
): Promise<void> {
  const [ticket] = await db.select().from(tickets).where(eq(tickets.id, ticketId));
  if (!ticket) throw new Error(`no ticket ${ticketId}`);
  const code = `BENS-${ticketId}`;
  const [product] = await db
    .insert(products)
    .values({ code, description: 'Tinta', brand: 'Cor' })
    .returning();
  const [invoice] = await db
    .insert(invoices)
    .values({
      key: `8${ticketId}`.padStart(44, '0'),
      number: 80_000 + ticketId,
      customerId: ticket.customerId,
      branchId: ticket.branchId,
      issuedOn: '2026-11-03',
      itemCount: 1,
      total: '100',
    })
    .returning();
  const [bought] = await db
    .insert(invoiceItems)
    .values({
      invoiceId: invoice?.id ?? 0,
      line: 1,
      productId: product?.id ?? 0,
      description: 'Tinta',
      unit: 'UN',
      purchased: '10',
      unitPrice: '10',
      unitPriceNoTax: '9',
    })
    .returning();
  await db.insert(ticketItems).values({
    ticketId,
    line: 1,
    invoiceItemId: bought?.id ?? null,
    productId: product?.id ?? 0,
    description: 'Tinta',
    requested: '1',
    held: '1',
    reasonId: 1,
    ...line,
  });
}
