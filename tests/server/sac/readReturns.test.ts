import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { ReadReturn } from '#contract/sac/invoices.ts';
import { invoiceItems, packagings, products, tickets } from '#server/db/tables/index.ts';
import { addInvoice, type ReturnsFixture, returnsFixture, WINDOW_DAYS } from './returnsFixture.ts';

let fixture: ReturnsFixture;
/** Of the first customer: two with 'A-1', the newer one also with 'A-2', and one that is returned already. */
const key = { older: '', newer: '', returned: '' };
const EAN = '7891234567895';

beforeAll(async () => {
  fixture = await returnsFixture();
  const { db } = fixture.server.deps;
  const rows = await db
    .insert(products)
    .values([
      { code: 'A-1', description: 'Suco de uva', brand: 'Vale', barcode: EAN },
      { code: 'A-2', description: 'Suco de maçã', brand: 'Vale', unit: 'UN', inactive: true },
      { code: '1001', description: 'Arroz', brand: 'Rio' },
    ])
    .returning({ id: products.id });
  const [juice = 0, apple = 0, rice = 0] = rows.map(({ id }) => id);
  await db.insert(packagings).values({ productId: apple, unit: 'CX', conversionFactor: '12', name: 'Caixa' });
  const invoice = (number: number, daysAgo: number, lines: Parameters<typeof addInvoice>[1]['lines']) =>
    addInvoice(fixture.server, {
      number,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      daysAgo,
      lines,
    });
  key.older = await invoice(3001, 20, [{ productId: juice, purchased: '4' }]);
  key.newer = await invoice(3002, 2, [
    { productId: juice, purchased: '6' },
    { productId: apple, purchased: '24' },
    { productId: rice, purchased: '9' },
  ]);
  key.returned = await invoice(3003, 3, [{ productId: apple, purchased: '5', returned: '5' }]);
  await invoice(3004, WINDOW_DAYS + 5, [{ productId: rice, purchased: '9' }]);
});
afterAll(() => fixture?.close());

type As = keyof ReturnsFixture['tokens'];
const read = (texto: string, { customer, branch, as = 'OPERADOR' as As } = own()) =>
  fixture.server.call('POST', `/sac/consultas/notasfiscais/${customer}/${branch}`, {
    token: fixture.tokens[as],
    body: { texto },
  });
const own = (as: As = 'OPERADOR') => ({
  customer: fixture.customerIds.first,
  branch: fixture.branchIds[0],
  as,
});

/** Each line as its problem, its invoice, or what it may mean: 'number of the invoice/code/quantity unit'. */
async function meant(texto: string, where = own()): Promise<string[][]> {
  const { status, body } = await read(texto, where);
  expect(status).toBe(200);
  return (body as ReadReturn[]).map(({ problema, nota, candidatos }) => [
    ...(problema ? [problema] : []),
    ...(nota ? [`nota ${nota.numNf}`] : []),
    ...candidatos.map(
      ({ nota: { numNf }, produto, quantidade, embalagem }) =>
        `${numNf}/${produto.idExibicao}/${quantidade ?? '?'} ${embalagem?.unidade ?? '?'}`,
    ),
  ]);
}

const NOTHING = 'Este cliente não tem nota, dentro do prazo de devolução, com este produto.';

describe('lines that were pasted for a return', () => {
  it('mean what the customer bought and may still return, by code and by barcode', async () => {
    expect(await meant(`a-2*3\n1001 2\nA-1 5\n${EAN}`)).toEqual([
      ['3002/A-2/3 UN'],
      // Only one of the two ways to read it is a product.
      ['3002/1001/2 UN'],
      // The same code in two invoices is a question, the newest first, whichever has enough.
      ['3002/A-1/5 UN', '3001/A-1/5 UN'],
      ['3002/A-1/? UN', '3001/A-1/? UN'],
    ]);
  });

  it('are read in the units of the product, and in no other', async () => {
    expect(await meant('A-2 2 cx\nA-2 2 fardos\n1001 2 cx')).toEqual([
      ['3002/A-2/2 CX'],
      ['3002/A-2/2 ?'],
      ['3002/1001/2 ?'],
    ]);
  });

  it('belong to the invoice whose key stands above them', async () => {
    expect(await meant(`${key.older}\nA-1*1\nA-2*1\n${key.newer}\nA-1*2`)).toEqual([
      [],
      ['3001/A-1/1 UN'],
      ['A nota 3001 não tem este produto.'],
      [],
      ['3002/A-1/2 UN'],
    ]);
    expect(await meant(key.older)).toEqual([['nota 3001']]);
  });

  it('are looked for nowhere else below a key that leads to no invoice', async () => {
    const wrong = `${key.older.slice(0, -1)}${(Number(key.older.at(-1)) + 1) % 10}`;
    const [first, second, third] = await meant(`${wrong}\nA-1*1\n${fixture.key.second}`);
    expect(first).toEqual(['A chave não confere com o seu dígito verificador: leia ou cole de novo.']);
    expect(second).toEqual(['A nota da chave acima não foi encontrada: corrija a chave ou apague-a.']);
    // Another customer's note is unknown, as it is in the list.
    expect(third).toEqual(['Nenhuma nota deste cliente nesta filial tem esta chave.']);
  });

  it('say why nothing of an invoice or product can be returned', async () => {
    const { old } = fixture.key;
    expect([...(await meant(`${key.returned}\n${old}`)), ...(await meant('P-3*1\nP-9*1'))]).toEqual([
      ['Nada da nota 3003 pode ser devolvido. Tudo o que foi comprado já foi devolvido.'],
      ['Nada da nota 1002 pode ser devolvido. O prazo de devolução desta nota terminou.'],
      ['Linha 3, nota 1001: Produto não disponível'],
      [NOTHING],
    ]);
  });

  it('are judged as the list of the invoice judges them, to the last unit', async () => {
    const { body } = await read('A-2*3');
    const [{ candidatos }] = body as [ReadReturn];
    const listed = await fixture.server.call('GET', `/sac/tickets/notasfiscais/${key.newer}`, {
      token: fixture.tokens.OPERADOR,
    });
    expect(candidatos[0]?.produto).toEqual(listed.body[1]);
  });

  it('change nothing', async () => {
    const { db } = fixture.server.deps;
    const before = await db.select().from(invoiceItems).orderBy(invoiceItems.id);
    await meant(`A-2*3\n${key.newer}`);
    expect(await db.select().from(invoiceItems).orderBy(invoiceItems.id)).toEqual(before);
    expect(await db.select().from(tickets).where(eq(tickets.customerId, own().customer))).toEqual([]);
  });

  it('are three hundred at once, and a longer or empty list is refused as a whole', async () => {
    const list = (count: number) => Array.from({ length: count }, () => '1001 1').join('\n');
    expect(await meant(list(300))).toHaveLength(300);
    expect((await read(list(301))).body.errors.texto).toMatch(/^A lista tem 301 linhas/);
    expect((await read('---')).body.errors.texto).toBe('Não há linha para ler no que foi colado.');
  });

  it('are read of a customer in scope only, whoever asks', async () => {
    const { first, second, consumer } = fixture.customerIds;
    const [here, there] = fixture.branchIds;
    const unknown = await read('A-1*1', { customer: 999_999, branch: here, as: 'OPERADOR' });
    expect(unknown.status).toBe(404);
    for (const [customer, branch, as] of [
      [second, there, 'OPERADOR'],
      [first, there, 'ADMIN'],
      [second, there, 'REPRESENTANTE'],
      [first, here, 'CONSUMIDOR_FINAL'],
    ] as const) {
      const { status, body } = await read(`${fixture.key.second}\nP-1*1`, { customer, branch, as });
      expect(status).toBe(404);
      expect({ ...body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
    // A consumer reads their own invoice, and not that of somebody else by its key.
    expect(
      await meant(`P-1*1\n${key.newer}`, { customer: consumer, branch: here, as: 'CONSUMIDOR_FINAL' }),
    ).toEqual([['1004/P-1/1 UN'], ['Nenhuma nota deste cliente nesta filial tem esta chave.']]);
  });
});
