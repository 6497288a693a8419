import { asc, inArray } from 'drizzle-orm';
import {
  ticketAttachments,
  ticketCosts,
  ticketInvoices,
  ticketItems,
  ticketMessages,
  tickets,
} from '#server/db/tables/index.ts';
import { type MoveFixture, moveFixture } from '../moves/moveFixture.ts';

export interface MergeFixture extends MoveFixture {
  /** A return under analysis with these quantities of new invoice lines, one message and nothing else. */
  withGoods: (...quantities: string[]) => Promise<{ id: number; invoiceLines: number[] }>;
  say: (ticketId: number, html: string) => Promise<number>;
  /** Everything that hangs on these tickets, as stored. */
  stored: (...ids: number[]) => Promise<object>;
}

export async function mergeFixture(): Promise<MergeFixture> {
  const fixture = await moveFixture();
  const { db } = fixture.server.deps;
  const say = async (ticketId: number, html: string) => {
    const [row] = await db
      .insert(ticketMessages)
      .values({ ticketId, type: 'PUBLICO', authorId: fixture.people.OPERADOR, html })
      .returning();
    return row?.id ?? 0;
  };
  return {
    ...fixture,
    say,
    async withGoods(...quantities) {
      const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO']);
      const invoiceLines = await fixture.bought(...quantities);
      for (const [index, requested] of quantities.entries())
        await fixture.addLine(id, invoiceLines[index] ?? 0, { requested, held: requested });
      await say(id, `<p>Do ticket ${id}</p>`);
      return { id, invoiceLines };
    },
    async stored(...ids) {
      const [heads, lines, messages, files, costs, invoices] = await Promise.all([
        db.select().from(tickets).where(inArray(tickets.id, ids)).orderBy(asc(tickets.id)),
        db.select().from(ticketItems).where(inArray(ticketItems.ticketId, ids)).orderBy(asc(ticketItems.id)),
        db
          .select()
          .from(ticketMessages)
          .where(inArray(ticketMessages.ticketId, ids))
          .orderBy(asc(ticketMessages.id)),
        db
          .select()
          .from(ticketAttachments)
          .where(inArray(ticketAttachments.ticketId, ids))
          .orderBy(asc(ticketAttachments.id)),
        db.select().from(ticketCosts).where(inArray(ticketCosts.ticketId, ids)).orderBy(asc(ticketCosts.id)),
        db
          .select()
          .from(ticketInvoices)
          .where(inArray(ticketInvoices.ticketId, ids))
          .orderBy(asc(ticketInvoices.ticketId), asc(ticketInvoices.invoiceId)),
      ]);
      return {
        // What every write moves is left out.
        heads: heads.map(
          ({ version: _v, updatedAt: _u, internalAt: _i, internalVersions: _n, ...rest }) => rest,
        ),
        lines,
        messages,
        files,
        costs,
        invoices,
      };
    },
  };
}
