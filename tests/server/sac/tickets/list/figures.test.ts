import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { addDecimals, compareDecimals, isPositive, sumDecimals } from '#contract/rules/decimal.ts';
import { invoiceItems, ticketItems } from '#server/db/tables/index.ts';
import { signedScope } from '#server/sac/reports/reader/readerRole.ts';
import { type Returning, type StepsFixture, stepsFixture } from '../steps/stepsFixture.ts';

interface Shown {
  id: number;
  qtde: string;
  vlProdutos: string;
  vlTot: string;
  impostos: Record<string, { valor: string }>;
}

const ADMINISTRATOR = {
  id: 1,
  type: 'ADMIN' as const,
  grants: [],
  branchIds: [],
  customerId: null,
  representativeId: null,
};

/** The quantities of a line: requested, granted by the analysis, and received, each not above the previous one. */
const analysedLine = fc
  .record({
    status: fc.constantFrom('AN' as const, 'A' as const, 'N' as const),
    steps: fc.tuple(fc.nat(10), fc.nat(10), fc.nat(10)).map((each) => each.sort((a, b) => b - a)),
    isChecked: fc.boolean(),
    taxes: fc.record(
      Object.fromEntries(
        ['ipi', 'st', 'stsn', 'icms'].map((key) => [
          key,
          fc.nat(9999).map((units) => ({ perc: '1', valor: (units / 100).toFixed(2) })),
        ]),
      ),
      { requiredKeys: [], noNullPrototype: true },
    ),
  })
  .map(({ status, steps: [requested = 0, authorized = 0, checked = 0], isChecked, taxes }) => ({
    status,
    requested: String(Math.max(1, requested)),
    authorized: status === 'A' ? String(Math.max(1, authorized)) : '0',
    checked: status === 'A' && isChecked ? String(checked) : null,
    taxes,
  }));

describe('figures of a ticket', () => {
  let fixture: StepsFixture;
  let ticket: Returning;
  beforeAll(async () => {
    fixture = await stepsFixture();
    ticket = await fixture.returning('ENVIO_NF_DEVOLUCAO', ['9', '2', '3'], {
      customerId: fixture.customerIds.consumer,
    });
  });
  afterAll(() => fixture?.close());

  const write = async (lines: (typeof analysedLine extends fc.Arbitrary<infer Line> ? Line : never)[]) => {
    const { db } = fixture.server.deps;
    for (const [at, { taxes, ...set }] of lines.entries()) {
      const id = ticket.lineIds[at] ?? 0;
      const [row] = await db.update(ticketItems).set(set).where(eq(ticketItems.id, id)).returning();
      await db
        .update(invoiceItems)
        .set({ taxes: taxes as never })
        .where(eq(invoiceItems.id, row?.invoiceItemId ?? 0));
    }
  };

  const reported = () =>
    fixture.server.deps.db.transaction(async (tx) => {
      const [own] = (await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows;
      const { scope, signature } = await signedScope(fixture.server.deps, ADMINISTRATOR, {
        connection: own?.pid ?? 0,
        customer: null,
      });
      await tx.execute(
        sql`select set_config('balcao.escopo', ${scope}, true), set_config('balcao.assinatura', ${signature}, true)`,
      );
      const lines = await tx.execute<{ quantidade: string; valor: string }>(
        sql`select quantidade::text, valor::text from relatorio.itens where ticket_id = ${ticket.id} order by linha`,
      );
      const [head] = (
        await tx.execute<{ quantidade: string; valor: string }>(
          sql`select quantidade::text, valor::text from relatorio.tickets where ticket_id = ${ticket.id}`,
        )
      ).rows;
      return { lines: lines.rows, head };
    });

  const same = (one: string, other: string) =>
    expect([one, other, compareDecimals(one, other)]).toEqual([one, other, 0]);

  it('add up and agree between lines, page, mirror, list and reports', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(analysedLine, analysedLine, analysedLine), async (lines) => {
        await write(lines);
        const [products, page, mirror, report] = await Promise.all([
          fixture.get(`tickets/${ticket.id}/produtos`),
          fixture.get(`tickets/${ticket.id}`),
          fixture.get(`tickets/${ticket.id}/produtos-nf`),
          reported(),
        ]);
        const shown = products.body as Shown[];
        for (const [at, line] of shown.entries()) {
          const added = ['ipi', 'st', 'stsn'].map((key) => line.impostos[key]?.valor ?? '0');
          same(line.vlTot, addDecimals(line.vlProdutos, sumDecimals(added)));
          same(line.qtde, report.lines[at]?.quantidade ?? '-1');
          same(line.vlTot, report.lines[at]?.valor ?? '-1');
        }
        const total = sumDecimals(shown.map(({ vlTot }) => vlTot));
        same(page.body.data.valorItens, total);
        same(report.head?.valor ?? '-1', total);
        same(report.head?.quantidade ?? '-1', sumDecimals(shown.map(({ qtde }) => qtde)));
        const returning = shown.filter(({ qtde }, at) => lines[at]?.status === 'A' && isPositive(qtde));
        expect(
          mirror.body.itens.map(({ id, vlProdutos, vlTot, impostos }: Shown) => [
            id,
            vlProdutos,
            vlTot,
            impostos,
          ]),
        ).toEqual(returning.map(({ id, vlProdutos, vlTot, impostos }) => [id, vlProdutos, vlTot, impostos]));
        same(mirror.body.totais.total, sumDecimals(returning.map(({ vlTot }) => vlTot)));
      }),
      { numRuns: 25 },
    );
  });
});
