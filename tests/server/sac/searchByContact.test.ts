import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import type { CustomerHit } from '#contract/sac/search.ts';
import { hasWords } from '#server/db/conditions.ts';
import { customerContacts, customerEmails, customerPhones, customers } from '#server/db/tables/index.ts';
import { matchesTerms } from '#server/sac/customers/queries.ts';
import { readCustomerTerms } from '#server/sac/customers/rules.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

jest.setTimeout(240_000);

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  const customerId = fixture.customerIds.first;
  await db.insert(customerPhones).values({ customerId, number: '19987654321' });
  await db.insert(customerEmails).values({ customerId, email: 'compras@mercadoazul.com.br' });
  await db
    .insert(customerContacts)
    .values({ customerId, name: 'Regina Prado', mobile: '11912345678', email: 'regina@prado.com.br' });
});
afterAll(() => fixture?.server.close());

async function found(q: string, who?: Parameters<TicketFixture['get']>[1]): Promise<string[]> {
  const { body } = await fixture.get(`busca?q=${encodeURIComponent(q)}`, who);
  return (body as { clientes: CustomerHit[] }).clientes.map(({ fant }) => fant);
}

describe('search by phone number', () => {
  it.each([
    '19987654321',
    '(19) 98765-4321',
    '+55 19 98765-4321',
    '019 98765-4321',
    '98765-4321',
    '8765-4321',
    '(11) 91234-5678',
  ])('finds the customer by %s', async (text) => {
    expect(await found(text)).toEqual(['Mercado Azul']);
  });

  it.each(['(21) 98765-4321', '98765-4322', '987654'])('finds nobody by %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });

  it('finds nobody out of scope', async () => {
    const { body } = await fixture.get('busca?q=19987654321', 'CONSUMIDOR_FINAL');
    expect(body.clientes ?? []).toEqual([]);
  });
});

describe('search by e-mail', () => {
  it.each(['compras@mercadoazul.com.br', 'COMPRAS@mercado', 'regina@prado'])(
    'finds the customer by %s',
    async (text) => {
      expect(await found(text)).toEqual(['Mercado Azul']);
    },
  );
  it.each(['compras@outro', 'com%@mercadoazul.com.br'])('finds nobody by %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });
});

describe('search by contact among 20,000 customers', () => {
  it('uses indexes', async () => {
    const { db, pool } = fixture.server.deps;
    await pool.query(
      `insert into customers (document, legal_name, trade_name, phone, email)
       select lpad(n::text, 14, '0'), 'Cliente ' || n, 'Loja ' || n, '11' || lpad(n::text, 9, '9'),
         'loja' || n || '@exemplo.com.br' from generate_series(1, 20000) n`,
    );
    await pool.query('vacuum analyze customers');
    for (const text of ['11 99912-3456', 'loja12345@exemplo']) {
      const condition = matchesTerms(
        readCustomerTerms(text, { type: 'ADMIN', grants: grantsOf(DEFAULT_GRANTS.ADMIN) }),
      );
      const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
        sql`explain select ${customers.id} from ${customers} where ${condition}`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect([text, /Seq Scan on customers/.test(plan)]).toEqual([text, false]);
      expect(plan).toMatch(/customers_(phone_end|email_begin)_idx/);
    }
  });
});

describe('search by words of one or two letters', () => {
  const db = () => fixture.server.deps.db;
  const called = (id: number | undefined, tradeName: string) =>
    db()
      .update(customers)
      .set({ tradeName })
      .where(eq(customers.id, id ?? 0));

  it('finds the beginnings of words, so that no key reads a table from end to end', async () => {
    const { first, second } = fixture.customerIds;
    await called(first, 'Casa Xqui');
    await called(second, 'Maxqueiroz');
    expect(await found('xq')).toEqual(['Casa Xqui']);
    expect(await found('xq casa')).toEqual(['Casa Xqui']);
    expect(await found('axq')).toEqual(['Maxqueiroz']);
    expect(await found('maxqueitoz')).toEqual(['Maxqueiroz']);
  });

  it('has a pattern that the index of words can use', () => {
    const words = hasWords(customers.foldedNames, ['xq', 'casa']);
    const statement = db().select().from(customers).where(words).toSQL().sql;
    expect(statement.match(/like '%' \|\| fold_text/g)).toHaveLength(1);
    expect(statement.match(/like/g)).toHaveLength(3);
  });
});
