import { sql } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { missingDocument } from '#contract/rules/documents.ts';
import { customerBranches, customers } from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import { type CustomersFixture, customersFixture } from './mergeFixture.ts';

export interface ProposedPair {
  cliente: { id: number; documento: string };
  outro: { id: number };
  motivos: string[];
  descartado: { por: string } | null;
}

/** What the pair is proposed for, or nothing. */
export const between = (pairs: readonly ProposedPair[], one: number, other: number): string[] | undefined =>
  pairs.find(
    ({ cliente, outro }) =>
      (cliente.id === one && outro.id === other) || (cliente.id === other && outro.id === one),
  )?.motivos;

type Part = Partial<typeof customers.$inferInsert>;

export interface DoublesFixture extends CustomersFixture {
  /** The pairs that the person is proposed. */
  proposed: (who?: PersonType, query?: string) => Promise<ProposedPair[]>;
  /** A customer with nothing that another one has; without a document unless one is given. */
  customer: (part?: Part, branch?: number) => Promise<number>;
  /** The same with a document. */
  registered: (part?: Part, branch?: number) => Promise<number>;
}

export async function doublesFixture(): Promise<DoublesFixture> {
  const fixture = await customersFixture();
  const { db } = fixture.server.deps;
  let made = 0;
  const customer = async (part: Part = {}, branch = 0): Promise<number> => {
    made += 1;
    const { rows } = await db.execute<{ id: number }>(
      sql`select nextval(pg_get_serial_sequence('customers', 'id'))::int as id`,
    );
    const id = rows[0]?.id ?? 0;
    await db.insert(customers).values({
      id,
      document: missingDocument(id),
      legalName: `Sem igual ${id}`,
      tradeName: `Sem igual ${id}`,
      ...part,
    });
    await db.insert(customerBranches).values({ customerId: id, branchId: fixture.branchIds[branch] ?? 0 });
    return id;
  };
  return {
    ...fixture,
    proposed: async (who = 'SUPERVISOR', query = '') =>
      (await fixture.call(who, 'GET', `/callcenter/clientes/duplicados${query}`)).body.itens,
    customer,
    registered: (part = {}, branch = 0) => customer({ document: testCpf(4000 + made), ...part }, branch),
  };
}
