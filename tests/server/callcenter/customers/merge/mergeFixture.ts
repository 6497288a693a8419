import { eq, sql } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf, type Permission, type PersonType } from '#contract/permissions.ts';
import { missingDocument } from '#contract/rules/documents.ts';
import { FOLLOWING } from '#server/callcenter/customerMerges/references.ts';
import {
  agendas,
  customerBranches,
  customerContacts,
  customerEmails,
  customerLog,
  customerPhones,
  customers,
  externalCodes,
  orders,
  roles,
} from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../../../sac/tickets/ticketFixture.ts';

export interface CustomersFixture extends TicketFixture {
  call: (
    who: PersonType,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    key?: string,
  ) => ReturnType<TicketFixture['server']['call']>;
  /** Gives a role these grants for as long as `work` takes. */
  granted: (type: PersonType, grants: readonly Permission[], work: () => Promise<void>) => Promise<void>;
  /** A first contact without a document, with one of everything. */
  firstContact: (part?: Partial<typeof customers.$inferInsert>) => Promise<number>;
  /** Everything of these customers, as stored. */
  stored: (...ids: number[]) => Promise<object>;
}

export async function customersFixture(): Promise<CustomersFixture> {
  const fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  const tokens: Partial<Record<PersonType, string>> = {};
  return {
    ...fixture,
    async call(who, method, path, body, key) {
      tokens[who] ??= await fixture.server.sessionOf(fixture.people[who]);
      return fixture.server.call(method, path, {
        token: tokens[who],
        ...(body && { body }),
        ...(key && { headers: { 'idempotency-key': key } }),
      });
    },
    async granted(type, grants, work) {
      const set = (each: readonly Permission[]) =>
        db
          .update(roles)
          .set({ grants: grantsOf(each) })
          .where(eq(roles.key, type));
      await set(grants);
      try {
        await work();
      } finally {
        await set(DEFAULT_GRANTS[type]);
      }
    },
    async firstContact(part = {}) {
      const { rows } = await db.execute<{ id: number }>(
        sql`select nextval(pg_get_serial_sequence('customers', 'id'))::int as id`,
      );
      const id = rows[0]?.id ?? 0;
      await db.insert(customers).values({
        id,
        document: missingDocument(id),
        legalName: `Contato ${id}`,
        tradeName: `Contato ${id}`,
        email: `contato${id}@exemplo.com.br`,
        prospect: true,
        ...part,
      });
      await db.insert(customerBranches).values({ customerId: id, branchId: fixture.branchIds[0] });
      await db.insert(customerContacts).values({ customerId: id, name: `Pessoa ${id}` });
      await db.insert(customerPhones).values([
        { customerId: id, number: `1133${String(id).padStart(6, '0')}` },
        { customerId: id, number: '11900000001' },
      ]);
      await db.insert(customerEmails).values({ customerId: id, email: `contato${id}@exemplo.com.br` });
      await db.insert(orders).values({
        customerId: id,
        branchId: fixture.branchIds[0],
        sellerId: fixture.people.VENDEDOR,
      });
      await db.insert(agendas).values({
        customerId: id,
        branchId: fixture.branchIds[0],
        personId: fixture.people.SUPERVISOR,
        subject: 'Retornar',
        scheduledAt: new Date('2026-11-30T12:00:00Z'),
      });
      await db.insert(customerLog).values({ customerId: id, type: 'ATENDIMENTO', text: 'Ligou' });
      await db
        .insert(externalCodes)
        .values({ type: 'clientes', source: 'erp', code: `P${id}`, recordId: id });
      await fixture.addTicket({ customerId: id });
      return id;
    },
    async stored(...ids) {
      const found: Record<string, unknown> = {};
      const given = sql`any(${sql.param(ids)}::int[])`;
      for (const { table, column, key } of FOLLOWING) {
        const { rows } = await db.execute(sql`select to_jsonb(x) - 'updated_at' - 'version' as row
          from ${sql.identifier(table)} x where ${sql.identifier(column)} = ${given}
          ${table === 'customer_log' ? sql`and type <> 'CADASTRO'` : sql``}
          order by ${sql.identifier(column)}, ${sql.identifier(key)}`);
        found[table] = rows;
      }
      const { rows } = await db.execute(sql`select to_jsonb(c) - 'updated_at' - 'version' as row
        from ${customers} c where id = ${given} order by id`);
      return { ...found, customers: rows };
    },
  };
}
