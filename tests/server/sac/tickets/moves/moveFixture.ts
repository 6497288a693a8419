import { and, asc, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import {
  auditLog,
  customers,
  invoiceItems,
  invoices,
  products,
  reasons,
  ticketEvents,
  ticketItems,
  tickets,
} from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { type TicketFixture, ticketFixture } from '../ticketFixture.ts';

type Who = PersonType | 'OTHER_OPERATOR';
type Line = Partial<typeof ticketItems.$inferInsert>;

/** Tickets that move: the ticket fixture, with helpers for moving one and inspecting the effects. */
export interface MoveFixture extends TicketFixture {
  move: (
    id: number,
    name: string,
    body?: Record<string, unknown>,
    options?: { as?: Who; key?: string },
  ) => Promise<TestAnswer>;
  /** A ticket of a type on a working step, with a timeline as if it had come there along the given steps. */
  at: (typeKey: string, path: string[], given?: Partial<typeof tickets.$inferInsert>) => Promise<number>;
  /** Lines of one new invoice with the given purchased quantities. Returns the ids of the invoice lines. */
  bought: (...purchased: string[]) => Promise<number[]>;
  addLine: (ticketId: number, invoiceItemId: number | null, line: Line) => Promise<number>;
  ticket: (id: number) => Promise<typeof tickets.$inferSelect>;
  /** The quantity held by each line and whether it is settled, in order. */
  holds: (id: number) => Promise<{ held: number; settled: boolean; checked: number | null }[]>;
  returned: (invoiceItemId: number) => Promise<number>;
  /** Number of the ticket's entries in the timeline and in the audit log. */
  traces: (id: number) => Promise<{ events: number; audits: number; version: number }>;
  lastEvent: (id: number) => Promise<typeof ticketEvents.$inferSelect>;
  finalReason: (description: string) => Promise<number>;
  /** The body that changes a ticket's type, with the reasons and the message that the type demands. */
  toType: (typeKey: string) => Promise<Record<string, unknown>>;
}

export async function moveFixture(): Promise<MoveFixture> {
  const fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  // An ICMS contributor, so that a return follows the standard path with the customer's own invoice.
  await db
    .update(customers)
    .set({ stateRegistration: '110042490114' })
    .where(eq(customers.id, fixture.customerIds.first));
  const one = async (id: number) => {
    const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
    if (!row) throw new Error(`no ticket ${id}`);
    return row;
  };
  let lines = 0;
  return {
    ...fixture,
    ticket: one,
    move: (id, name, body = {}, { as = 'SUPERVISOR', key } = {}) =>
      fixture.server.call('POST', `/sac/tickets/${id}/${name}`, {
        token: fixture.tokens[as],
        body,
        ...(key && { headers: { 'idempotency-key': key } }),
      }),
    async at(typeKey, path, given = {}) {
      const id = await fixture.addTicket({
        typeId: fixture.types.get(typeKey) ?? 0,
        stepKey: path.at(-1) ?? 'ABERTURA',
        status: path.length > 1 ? 'EM_ATENDIMENTO' : 'ABERTO',
        ...given,
      });
      const before = fixture.server.deps.now().getTime() - 60_000;
      for (const [index, para] of path.entries())
        await db.insert(ticketEvents).values({
          ticketId: id,
          type: index === 0 ? 'CRIACAO' : 'AVANCO',
          data: index === 0 ? {} : { de: path[index - 1], para },
          createdAt: new Date(before + index),
        });
      return id;
    },
    bought: (...purchased) => addInvoice(fixture, ++lines, purchased),
    async addLine(ticketId, invoiceItemId, line) {
      const [product] = await db.select().from(products).limit(1);
      const own = await db.$count(ticketItems, eq(ticketItems.ticketId, ticketId));
      const [row] = await db
        .insert(ticketItems)
        .values({
          ticketId,
          line: own + 1,
          invoiceItemId,
          productId: product?.id ?? 0,
          description: `Produto ${own + 1}`,
          requested: '1',
          reasonId: 1,
          ...line,
        })
        .returning();
      return row?.id ?? 0;
    },
    async holds(id) {
      const rows = await db
        .select()
        .from(ticketItems)
        .where(eq(ticketItems.ticketId, id))
        .orderBy(asc(ticketItems.line));
      return rows.map(({ held, settled, checked }) => ({
        held: Number(held),
        settled,
        checked: checked === null ? null : Number(checked),
      }));
    },
    async returned(id) {
      const [row] = await db.select().from(invoiceItems).where(eq(invoiceItems.id, id));
      return Number(row?.returned);
    },
    traces: async (id) => ({
      events: await db.$count(ticketEvents, eq(ticketEvents.ticketId, id)),
      audits: await db.$count(
        auditLog,
        and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(id))),
      ),
      version: (await one(id)).version,
    }),
    async lastEvent(id) {
      const rows = await db
        .select()
        .from(ticketEvents)
        .where(eq(ticketEvents.ticketId, id))
        .orderBy(asc(ticketEvents.id));
      const last = rows.at(-1);
      if (!last) throw new Error(`ticket ${id} has no event`);
      return last;
    },
    async toType(typeKey) {
      const idTipo = fixture.types.get(typeKey) ?? 0;
      const known = await db
        .select()
        .from(reasons)
        .where(and(eq(reasons.typeId, idTipo), eq(reasons.kind, 'ABERTURA'), eq(reasons.active, true)))
        .orderBy(asc(reasons.position), asc(reasons.id));
      const path: Record<string, number> = {};
      let parent: number | null = null;
      for (let level = 1; level <= 5; level += 1) {
        const next = known.find(({ parentId }) => parentId === parent);
        if (!next) break;
        path[`motivo${level}`] = next.id;
        parent = next.id;
      }
      return { idTipo, ...path, assunto: 'Assunto', mensagem: 'O cliente explicou por telefone.' };
    },
    async finalReason(description) {
      const [row] = await db
        .select()
        .from(reasons)
        .where(and(eq(reasons.kind, 'FINALIZACAO'), eq(reasons.description, description)));
      if (!row) throw new Error(`no final reason ${description}`);
      return row.id;
    },
  };
}

async function addInvoice(fixture: TicketFixture, number: number, purchased: string[]): Promise<number[]> {
  const { db } = fixture.server.deps;
  const [product] = await db
    .insert(products)
    .values({ code: `M-${number}`, description: 'Tinta', brand: 'Cor' })
    .returning();
  const [invoice] = await db
    .insert(invoices)
    .values({
      key: `9${number}`.padStart(44, '0'),
      number: 9000 + number,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      issuedOn: '2026-11-03',
      itemCount: purchased.length,
      total: '100',
    })
    .returning();
  const rows = await db
    .insert(invoiceItems)
    .values(
      purchased.map((each, index) => ({
        invoiceId: invoice?.id ?? 0,
        line: index + 1,
        productId: product?.id ?? 0,
        description: 'Tinta',
        unit: 'UN',
        purchased: each,
        unitPrice: '10',
        unitPriceNoTax: '9',
      })),
    )
    .returning({ id: invoiceItems.id });
  return rows.map(({ id }) => id);
}
