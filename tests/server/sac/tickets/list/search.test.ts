import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatCpf } from '#contract/rules/documents.ts';
import { buildAccessKey, formatAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { invoiceItems, invoices, products, ticketInvoices, ticketItems } from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import { addCustomer, type TicketFixture, ticketFixture } from '../ticketFixture.ts';

const KEY = buildAccessKey({
  stateCode: '35',
  yearMonth: '2611',
  cnpj: '12ABC34501DE35',
  model: '55',
  series: '1',
  number: '778899',
  emissionType: '1',
  code: '12345678',
});

describe('search of the ticket list', () => {
  let fixture: TicketFixture;
  const ids: Record<string, number> = {};
  let invoiceId: number;
  beforeAll(async () => {
    fixture = await ticketFixture();
    const joao = await addCustomer(fixture, {
      document: '45448325000192',
      legalName: 'Mercearia São João Ltda.',
      tradeName: 'Empório 100% Natural',
    });
    const { addTicket, customerIds } = fixture;
    ids.joao = await addTicket({ customerId: joao, subject: 'Prorrogação de boleto' });
    ids.azul = await addTicket({ customerId: customerIds.first, subject: 'Avaria no transporte' });
    ids.consumer = await addTicket({ customerId: customerIds.consumer, subject: 'Dúvida sobre nota 77' });
    ids.north = await addTicket({
      customerId: customerIds.second,
      branchId: fixture.branchIds[1],
      subject: 'Avaria na carga',
    });
    const invoice = await addInvoice();
    invoiceId = invoice.id;
    ids.byInvoice = await addTicket({ customerId: customerIds.first, subject: 'Nota inteira' });
    ids.byLine = await addTicket({ customerId: customerIds.first, subject: 'Um produto' });
    const { db } = fixture.server.deps;
    await db.insert(ticketInvoices).values({ ticketId: ids.byInvoice, invoiceId: invoice.id });
    await db.insert(ticketItems).values({
      ticketId: ids.byLine,
      line: 1,
      invoiceItemId: invoice.itemId,
      productId: invoice.productId,
      description: 'Parafuso',
      requested: '1',
      held: '0',
    });
  });
  afterAll(() => fixture?.server.close());

  const found = async (termo: string, who: 'ADMIN' | 'OPERADOR' | 'CONSUMIDOR_FINAL' = 'ADMIN') => {
    const { status, body } = await fixture.get(`tickets?take=100&termo=${encodeURIComponent(termo)}`, who);
    expect(status).toBe(200);
    const names = body.itens.map(({ id }: { id: number }) =>
      Object.keys(ids).find((name) => ids[name] === id),
    );
    expect(body.paginator.total).toBe(names.length);
    return names.sort();
  };

  it('finds a ticket by its number', async () => {
    expect(await found(String(ids.joao))).toContain('joao');
    expect(await found(`#${ids.azul}`)).toContain('azul');
    expect(await found('999999999')).toEqual([]);
  });

  it('finds an archived ticket by its own number only, for people who can see it', async () => {
    const { db } = fixture.server.deps;
    ids.archived = await fixture.addTicket({ status: 'FINALIZADO', archived: true, subject: 'Guardado' });
    await db.insert(ticketInvoices).values({ ticketId: ids.archived, invoiceId: invoiceId });
    expect(await found(`${ids.archived}`)).toEqual(['archived']);
    expect(await found(`${ids.archived}`, 'CONSUMIDOR_FINAL')).toEqual([]);
    expect(await found('guardado')).toEqual([]);
    expect(await found('778899')).toEqual(['byInvoice', 'byLine']);
    expect((await fixture.get(`tickets?termo=${ids.archived}&arquivado=false`)).body.itens).toEqual([]);
    const totals = (await fixture.get(`tickets/totais?termo=${ids.archived}`)).body;
    expect(totals.find(({ status }: { status: string }) => status === 'FINALIZADO').total).toBe(1);
  });

  it('finds the tickets of an invoice by number and access key, whole or by line', async () => {
    expect(await found('778899')).toEqual(['byInvoice', 'byLine']);
    expect(await found(KEY)).toEqual(['byInvoice', 'byLine']);
    expect(await found(formatAccessKey(KEY))).toEqual(['byInvoice', 'byLine']);
    expect(await found('778899', 'CONSUMIDOR_FINAL')).toEqual([]);
  });

  it('finds by CPF and CNPJ, with or without mask', async () => {
    for (const text of [formatCpf(testCpf(777)), testCpf(777)])
      expect(await found(text)).toEqual(['consumer']);
    for (const text of ['12.ABC.345/01DE-35', '12abc34501de35'])
      expect(await found(text)).toEqual(['azul', 'byInvoice', 'byLine']);
  });

  it('finds by both names, with and without accents, in any order and case', async () => {
    for (const text of ['são joão', 'SAO JOAO', 'joao sao', 'empório', 'emporio', 'natural mercearia'])
      expect(await found(text)).toEqual(['joao']);
  });

  it('finds by the subject', async () => {
    expect(await found('prorrogacao')).toEqual(['joao']);
    expect(await found('avaria')).toEqual(['azul', 'north']);
    expect(await found('avaria', 'OPERADOR')).toEqual(['azul']);
    expect(await found('duvida 77')).toEqual(['consumer']);
  });

  it('treats a word too short for the index as the beginning of a name or word', async () => {
    expect(await found('me')).toEqual(['azul', 'byInvoice', 'byLine', 'joao', 'north']);
    expect(await found('em')).toEqual(['joao']);
    expect(await found('sã jo')).toEqual(['joao']);
    expect(await found('ao')).toEqual([]);
    expect(await found('avaria na')).toEqual(['north']);
  });

  it('requires every word', async () => expect(await found('avaria boleto')).toEqual([]));

  it.each([
    '%',
    '%%%',
    '_',
    '___',
    '\\',
    '\\\\\\',
    '100%',
    "'",
    "' or 1=1 --",
    '"; drop table tickets; --',
    '(',
    '\u0000',
    '😀😀😀',
  ])('treats %j as text, not as a pattern or a command', async (text) => {
    expect(await found(text)).toEqual(
      text === '100%' ? ['joao'] : text === '\u0000' ? expect.anything() : [],
    );
  });

  it('answers for the longest text that it accepts', async () => {
    expect(await found('ã'.repeat(100))).toEqual([]);
    expect(await found('q '.repeat(50).trim())).toEqual([]);
  });

  async function addInvoice() {
    const { db } = fixture.server.deps;
    const [product] = await db
      .insert(products)
      .values({ code: 'P-1', description: 'Parafuso', brand: 'Aço' })
      .returning();
    const [invoice] = await db
      .insert(invoices)
      .values({
        key: KEY,
        number: 778899,
        customerId: fixture.customerIds.first,
        branchId: fixture.branchIds[0],
        issuedOn: '2026-11-01',
        itemCount: 1,
        total: '10.00',
      })
      .returning();
    const [item] = await db
      .insert(invoiceItems)
      .values({
        invoiceId: invoice?.id ?? 0,
        line: 1,
        productId: product?.id ?? 0,
        description: 'Parafuso',
        unit: 'UN',
        purchased: '10',
        unitPrice: '1',
        unitPriceNoTax: '1',
      })
      .returning();
    return { id: invoice?.id ?? 0, itemId: item?.id ?? 0, productId: product?.id ?? 0 };
  }
});
