import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { invoiceItems, ticketItems } from '#server/db/tables/index.ts';
import { type Returning, type StepsFixture, stepsFixture } from './steps/stepsFixture.ts';

const TAXES = {
  ipi: { perc: '5', valor: '4.50' },
  st: { perc: '8.4', valor: '7.56' },
  icms: { perc: '18', valor: '16.20' },
};

describe('mirror of a ticket', () => {
  let fixture: StepsFixture;
  let ticket: Returning;
  beforeAll(async () => {
    fixture = await stepsFixture();
    ticket = await fixture.returning('ENVIO_NF_DEVOLUCAO', ['3', '2'], {
      customerId: fixture.customerIds.consumer,
    });
    const { db } = fixture.server.deps;
    const [first = 0] = ticket.lineIds;
    await db.update(ticketItems).set({ status: 'A', authorized: '3' }).where(eq(ticketItems.id, first));
    await db
      .update(invoiceItems)
      .set({ taxes: TAXES, priceTable: 'Varejo', integrationNote: 'NCM divergente' })
      .where(eq(invoiceItems.invoiceId, ticket.invoiceId));
  });
  afterAll(() => fixture?.close());

  it('is returned to people who can see the ticket, the tolerance to staff only', async () => {
    const path = `tickets/${ticket.id}/produtos-nf`;
    expect((await fixture.get(path, 'OTHER_OPERATOR')).status).toBe(404);
    const staff = await fixture.get(path);
    expect(staff.body).toMatchObject({
      itens: [{ idExibicao: 'P-1', qtd: '3.000', vlProdutos: '27.00', vlTot: '30.62' }],
      totais: { produtos: '27.00', ipi: '1.35', icms: '4.86', stsn: '0.00', total: '30.62' },
      tolerancia: '0.1',
    });
    expect((await fixture.get(path, 'CONSUMIDOR_FINAL')).body.tolerancia).toBeNull();
  });

  it('is a PDF with its own file name', async () => {
    const path = `tickets/${ticket.id}/download-espelho`;
    expect((await fixture.get(path, 'OTHER_OPERATOR')).status).toBe(404);
    const { status, headers, body } = await fixture.get(path, 'CONSUMIDOR_FINAL');
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      expect.stringContaining(`attachment; filename="espelho-ticket-${ticket.id}.pdf"`),
    ]);
    expect([String(body).slice(0, 5), String(body).trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
  });

  it('is refused before anything is authorised, and for types without a mirror', async () => {
    const unvalidated = await fixture.returning('ANALISE_DEVOLUCAO', ['1']);
    const early = await fixture.get(`tickets/${unvalidated.id}/download-espelho`);
    expect([early.status, early.body.error]).toEqual([
      422,
      'Nenhum produto foi autorizado ainda. O espelho sai depois da análise.',
    ]);
    const other = await fixture.addTicket({ typeId: fixture.types.get('TROCA') ?? 0 });
    expect((await fixture.get(`tickets/${other}/download-espelho`)).body.code).toBe('SEM_ESPELHO');
  });

  it('shows taxes on its lines, and internal data to staff only', async () => {
    const staff = await fixture.get(`tickets/${ticket.id}/produtos`);
    expect(staff.body[0]).toMatchObject({
      impostos: { ipi: { perc: '5', valor: '1.35' }, icms: { perc: '18', valor: '4.86' } },
      tabela_preco: 'Varejo',
      critica_integradora: 'NCM divergente',
      chave_nota: ticket.key,
      qtde: '3.000',
      qtdeAt: '3.000',
      vlProdutos: '27.00',
      vlTot: '30.62',
    });
    const consumer = await fixture.get(`tickets/${ticket.id}/produtos`, 'CONSUMIDOR_FINAL');
    expect(consumer.body[0]).toMatchObject({ impostos: { ipi: { perc: '5' } }, critica_integradora: '' });
  });
});
