import { beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { invoiceItems, invoices, products, returnInvoices, ticketItems } from '#server/db/tables/index.ts';
import { keyOf, nfeProc } from '#tests/support/nfe/nfeFiles.ts';
import { zipOf } from '#tests/support/nfe/zip.ts';
import { addInvoice } from '../returnsFixture.ts';
import { addressOf, db, eml, fixture, multipart, openInbox, PDF } from './inboxFixture.ts';

openInbox();

let product = 0;
let key = '';
beforeAll(async () => {
  const [row] = await db()
    .insert(products)
    .values({ code: 'COLA', description: 'Cola', brand: '', unit: 'UN', price: '10.00' })
    .returning();
  product = row?.id ?? 0;
  const { body } = await fixture.server.call('POST', '/config/chaves', {
    token: fixture.tokens.ADMIN,
    body: {
      ...{ nome: 'Postfix', escopos: [{ tipo: 'emails-recebidos', verbos: ['GRAVAR'] }] },
      ...{ filiais: [], enderecos: [], validade: null },
    },
  });
  key = body.data.chave;
});

let number = 7100;
/** Waits for the customer's return note, about three approved pieces that are worth 27.00 without tax. */
async function waiting(): Promise<number> {
  number += 1;
  const { server, customerIds, branchIds } = fixture;
  const lines = [{ productId: product, purchased: '10' }];
  const sale = await addInvoice(server, {
    ...{ number, customerId: customerIds.consumer, branchId: branchIds[0], daysAgo: 5, lines },
  });
  const [line] = await db()
    .select({ id: invoiceItems.id })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(eq(invoices.key, sale));
  const id = await fixture.addTicket({
    ...{ stepKey: 'ENVIO_NF_DEVOLUCAO', status: 'AGUARDANDO_CLIENTE', customerId: customerIds.consumer },
  });
  await db()
    .insert(ticketItems)
    .values({
      ...{ ticketId: id, line: 1, invoiceItemId: line?.id ?? null, productId: product, description: 'Cola' },
      ...{ requested: '3', authorized: '3', held: '3', status: 'A' as const, unitPrice: '10' },
    });
  return id;
}

const note = (purpose = '4') => nfeProc({ number: String(number), purpose, lines: [{ amount: '27.00' }] });
const part = (type: string, name: string | undefined, content: string | Buffer) => ({
  ...{ type, content },
  ...(name !== undefined && { name }),
});
const words = part('text/plain; charset=utf-8', undefined, 'Segue a nota de devolução.');
const withoutDeclaration = () => note().replace(/^<\?xml[^>]*\?>/, '');

/** The ways in which customers and their programs send it. */
const SENT: Readonly<Record<string, () => ReturnType<typeof part>[]>> = {
  'as XML': () => [words, part('application/xml', 'devolucao.xml', note())],
  'as text, beside its DANFE': () => [
    words,
    part('application/pdf', 'danfe.pdf', PDF),
    part('text/xml; charset=utf-8', 'NFe.XML', note()),
  ],
  'as bytes under its key alone': () => [
    words,
    part('application/octet-stream', keyOf({ number: String(number) }), note()),
  ],
  'without a name': () => [words, part('text/xml', undefined, note())],
  'without a declaration, with a byte order mark': () => [
    words,
    part('application/xml', 'nota.xml', `\ufeff${withoutDeclaration()}`),
  ],
  'without a declaration or an ending': () => [
    words,
    part('application/octet-stream', 'nota de devolução', withoutDeclaration()),
  ],
  'twice, and with the sale that it returns': () => [
    words,
    part('application/xml', 'venda.xml', note('1')),
    part('application/xml', 'devolucao.xml', note()),
    part('application/xml', 'copia.xml', note()),
  ],
};

describe('the return note that a customer sends by e-mail', () => {
  it.each(Object.entries(SENT))('is offered to the step and proves it: %s', async (_, parts) => {
    const id = await waiting();
    const received = await fixture.server.call('POST', '/email/entrada', {
      body: eml({ to: addressOf(id), ...multipart(parts()) }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' },
    });
    expect(received.body.data).toMatchObject({ situacao: 'NO_TICKET', ticket: id });
    const { body } = await fixture.get(`tickets/${id}/notas-recebidas`);
    const chave = keyOf({ number: String(number) });
    expect(body).toEqual([
      expect.objectContaining({ chave, numero: number, total: expect.stringMatching(/^27(\.0+)?$/) }),
    ]);
    const { anexo, total } = body[0];
    const sent = await fixture.server.call('POST', `/sac/tickets/${id}/avancar-etapa`, {
      token: fixture.tokens.ADMIN,
      body: { notaDevolucao: { chave, total, anexo } },
    });
    expect([sent.status, sent.body.errors]).toEqual([200, undefined]);
    const [row] = await db().select().from(returnInvoices).where(eq(returnInvoices.ticketId, id));
    expect(row).toMatchObject({ key: chave, total: '27.0000', mirrorTotal: '27.0000' });
    expect(row?.fileId).not.toBeNull();
  });

  it('is not taken from other files, and an archive stays what it is', async () => {
    const id = await waiting();
    await fixture.server.call('POST', '/email/entrada', {
      body: eml({
        to: addressOf(id),
        ...multipart([
          words,
          part('application/xml', 'pedido.xml', '<?xml version="1.0"?><pedido/>'),
          part('application/zip', 'notas.zip', zipOf([{ name: 'a.xml', content: note() }])),
        ]),
      }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' },
    });
    expect((await fixture.get(`tickets/${id}/notas-recebidas`)).body).toEqual([]);
  });
});
