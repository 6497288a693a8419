import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { invoiceItems, invoices, ticketInvoices } from '#server/db/tables/index.ts';
import { type MoveFixture, moveFixture } from '../moves/moveFixture.ts';

let fixture: MoveFixture;
let key: string;
let number: number;
let invoiceId: number;
beforeAll(async () => {
  fixture = await moveFixture();
  const { db } = fixture.server.deps;
  const [line = 0] = await fixture.bought('10');
  const [row] = await db
    .select({ invoice: invoices })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(eq(invoiceItems.id, line));
  ({ key, number, id: invoiceId } = row?.invoice ?? { key: '', number: 0, id: 0 });
  const withLine = await fixture.addTicket({ subject: 'Lata amassada' });
  await fixture.addLine(withLine, line, { requested: '1', held: '1' });
  const whole = await fixture.addTicket({ subject: 'Boleto errado' });
  await db.insert(ticketInvoices).values({ ticketId: whole, invoiceId });
  ids = { withLine, whole };
});
afterAll(() => fixture?.server.close());
let ids: { withLine: number; whole: number };

const ask = async (query: string, who?: Parameters<MoveFixture['get']>[1]) => {
  const answer = await fixture.get(`tickets/parecidos?${query}`, who);
  expect(answer.status).toBe(200);
  return (answer.body as { id: number; notas: number[] }[]).map(({ id, notas }) => [id, ...notas]);
};

describe('like tickets', () => {
  it('are the open ones of the customer about the same invoice or under the same subject', async () => {
    const idCli = `idCli=${fixture.customerIds.first}`;
    expect(await ask(`${idCli}&notas=${key}`)).toEqual([
      [ids.whole, number],
      [ids.withLine, number],
    ]);
    expect(await ask(`${idCli}&assunto=${encodeURIComponent(' lata AMASSADA ')}`)).toEqual([[ids.withLine]]);
    expect(await ask(`${idCli}&assunto=Outro`)).toEqual([]);
    expect(await ask(`${idCli}`)).toEqual([]);
    expect(await ask(`idCli=${fixture.customerIds.consumer}&notas=${key}`)).toEqual([]);
  });

  it('are not those that are closed, nor those that the person does not see', async () => {
    const idCli = `idCli=${fixture.customerIds.first}`;
    const subject = `${idCli}&assunto=Visto%20por%20poucos`;
    const elsewhere = await fixture.addTicket({
      subject: 'Visto por poucos',
      branchId: fixture.branchIds[1],
    });
    await fixture.addTicket({ subject: 'Visto por poucos', status: 'FINALIZADO' });
    expect(await ask(subject)).toEqual([[elsewhere]]);
    expect(await ask(subject, 'OPERADOR')).toEqual([]);
    expect(await ask(subject, 'CONSUMIDOR_FINAL')).toEqual([]);
  });

  it('are not found by a subject that is only the name of the type', async () => {
    const idCli = `idCli=${fixture.customerIds.first}`;
    await fixture.addTicket({ subject: 'Devolução de mercadoria' });
    expect(await ask(`${idCli}&assunto=${encodeURIComponent('Devolução de mercadoria')}`)).toEqual([]);
  });
});
