import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { customerCreditLimits, customerCredits, invoices, invoiceTitles } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

type Who = 'OPERADOR' | 'SUPERVISOR';

let server: TestServer;
let fixture: TestPeople;
let tokens: Record<Who, string>;

beforeAll(async () => {
  server = await testServer();
  fixture = await createPeople(server.deps.db);
  tokens = {
    OPERADOR: await server.sessionOf(fixture.people.OPERADOR),
    SUPERVISOR: await server.sessionOf(fixture.people.SUPERVISOR),
  };
});
afterAll(() => server?.close());

const read = (who: Who, path: string) => server.call('GET', `/callcenter/${path}`, { token: tokens[who] });

describe('credit and titles of a customer', () => {
  it('are exact to the last decimal place', async () => {
    const { db } = server.deps;
    const customerId = fixture.customerIds.first;
    await db.insert(customerCreditLimits).values({ customerId, total: '9007199254.7411', used: '0.0012' });
    await db.insert(customerCredits).values({
      customerId,
      description: 'Devolução',
      amount: '10.10',
      balance: '0.30',
      createdOn: '2026-01-01',
    });
    const { body } = await read('OPERADOR', `clientes/${customerId}/limites`);
    expect(body).toMatchObject([
      { limite_disponivel: '9007199254.7399', credito_disponivel: '0.3000', cobranca: null },
    ]);
    const sum = await read('OPERADOR', `clientes/${customerId}/credito-disponivel`);
    expect(sum.body.data.total).toBe('9007199255.0399');
  });

  it("show unpaid titles of the person's branches, or only the overdue ones", async () => {
    const { db, now } = server.deps;
    const customerId = fixture.customerIds.first;
    const today = localDate(now(), DEFAULT_TIME_ZONE);
    const rows = await db
      .insert(invoices)
      .values(
        fixture.branchIds.map((branchId, at) => ({
          key: `CHAVE${at}`,
          number: 500 + at,
          customerId,
          branchId,
          issuedOn: today,
          itemCount: 1,
          total: '30',
        })),
      )
      .returning();
    const title = (at: number, number: string, days: number, paidOn: string | null = null) => ({
      invoiceId: rows[at]?.id ?? 0,
      number,
      dueOn: addDays(today, days),
      amount: '10',
      paidOn,
    });
    await db
      .insert(invoiceTitles)
      .values([title(0, 'A', -9), title(0, 'B', 9), title(0, 'C', -9, today), title(1, 'D', -9)]);
    const numbers = async (who: Who, path: string) =>
      (await read(who, `clientes/${customerId}/${path}`)).body.map(({ nro }: { nro: string }) => nro);
    expect(await numbers('OPERADOR', 'titulos-abertos')).toEqual(['A', 'B']);
    expect(await numbers('SUPERVISOR', 'titulos-cobranca')).toEqual(['A', 'D']);
  });
});
