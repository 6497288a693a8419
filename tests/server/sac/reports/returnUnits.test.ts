import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { invoiceItems, invoices, products, ticketItems } from '#server/db/tables/index.ts';
import { readRows } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

/** The rows of a query over the report views. */
async function bare(sql: string): Promise<unknown[]> {
  const person = await personById(fixture.server.deps.db, fixture.people.ADMIN);
  if (!person) throw new Error('no such person');
  const reading = { person, zone: 'America/Sao_Paulo', customer: null, name: 'prova', timeout: 5_000 };
  return withReader(fixture.server.deps, reading, async (client) => {
    const { batches } = await readRows(client, { text: sql }, [], 10);
    const rows: unknown[] = [];
    for await (const batch of batches) rows.push(...batch);
    return rows;
  });
}

it('tells quantities and money of a return in the unit of its invoice, whichever was given', async () => {
  const { db } = fixture.server.deps;
  const [product] = await db
    .insert(products)
    .values({ code: 'BX', description: 'Vinho', brand: '' })
    .returning();
  const [invoice] = await db
    .insert(invoices)
    .values({
      ...{ key: '9'.repeat(44), number: 77, customerId: fixture.customerIds.first, total: '120' },
      ...{ branchId: fixture.branchIds[0], issuedOn: '2026-05-01', itemCount: 1 },
    })
    .returning();
  const [line] = await db
    .insert(invoiceItems)
    .values({
      ...{ invoiceId: invoice?.id ?? 0, line: 1, productId: product?.id ?? 0, description: 'Vinho' },
      ...{ unit: 'CX', factor: '12', baseUnit: 'UN', purchased: '1', returned: '6' },
      ...{ unitPrice: '120', unitPriceNoTax: '120' },
    })
    .returning();
  const ticketId = await fixture.addTicket({
    customerId: fixture.customerIds.first,
    branchId: fixture.branchIds[0],
  });
  await db.insert(ticketItems).values({
    ...{
      ticketId,
      line: 1,
      productId: product?.id ?? 0,
      invoiceItemId: line?.id ?? 0,
      description: 'Vinho',
    },
    ...{ unit: 'UN', factor: '1', requested: '3', held: '3', unitPrice: '120' },
  });
  expect(
    await bare(
      `select solicitada::text as q, valor::text as v, valor_solicitado::text as s, unidade as u from relatorio.itens where ticket_id = ${ticketId}`,
    ),
  ).toEqual([['0.2500', '30.00', '30.00', 'CX']]);
  const ofTicket = () =>
    bare(
      `select trim_scale(t.quantidade)::text as q, t.valor::text as v, trim_scale(i.quantidade)::text as l, i.valor::text as w
        from relatorio.tickets t join relatorio.itens i using (ticket_id) where ticket_id = ${ticketId}`,
    );
  expect(await ofTicket()).toEqual([['0.25', '30.00', '0.25', '30.00']]);
  // Whole boxes in pieces are whole, and no cent goes astray, though a twelfth has no end.
  for (const [pieces, price, boxes, worth] of [
    ['12', '120', '1', '120.00'],
    ['4', '120', '0.3333', '40.00'],
    ['6', '10.01', '0.5', '5.01'],
    ['36', '0.0150', '3', '0.05'],
  ] as const) {
    await db
      .update(ticketItems)
      .set({ requested: pieces, held: pieces, unitPrice: price })
      .where(eq(ticketItems.ticketId, ticketId));
    await db
      .update(invoiceItems)
      .set({ unitPrice: price, unitPriceNoTax: price })
      .where(eq(invoiceItems.id, line?.id ?? 0));
    expect(await ofTicket()).toEqual([[boxes, worth, boxes, worth]]);
  }
  expect(
    await bare(
      `select devolvida::text as d, unidade as u from relatorio.itens_nota where nota_id = ${invoice?.id}`,
    ),
  ).toEqual([['0.5000', 'CX']]);
});
