import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { invoiceItems, packagings, products, ticketItems } from '#server/db/tables/index.ts';
import { writeNoteUnits } from '#server/sac/invoices/noteUnits.ts';
import { addInvoice, type ReturnsFixture, returnsFixture, setParameter } from '../../returnsFixture.ts';
import { create, goodItem, goodReturn, refusedErrors } from './newTicket.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());

const NO_NUMBER = 'a quantidade precisa ser um número, com ponto nos decimais';
const errorsOf = (body: object) => refusedErrors(fixture, body);

describe('requested quantity', () => {
  const quantity = async (qtd_solicitada: unknown) =>
    (
      await errorsOf(
        goodReturn(fixture, { itens: [goodItem(fixture, { qtd_solicitada: qtd_solicitada as string })] }),
      )
    )['itens.0.qtd_solicitada'];

  it.each([
    ['0', 'a quantidade precisa ser maior que zero'],
    [0, 'a quantidade precisa ser maior que zero'],
    ['-1', 'a quantidade precisa ser maior que zero'],
    [-1, 'a quantidade precisa ser maior que zero'],
    ['1e309', NO_NUMBER],
    [1e21, NO_NUMBER],
    ['1,5', NO_NUMBER],
    ['NaN', NO_NUMBER],
    ['', 'informe a quantidade'],
    ['0x10', NO_NUMBER],
    ['1.00001', 'a quantidade pode ter no máximo 4 casas decimais'],
    ['1.0001', 'a quantidade precisa ser um número inteiro'],
    ['12345678', 'restam 10 de 10 UN para devolver'],
    ['10.001', 'restam 10 de 10 UN para devolver'],
    ['11', 'restam 10 de 10 UN para devolver'],
    ['0.5', 'a quantidade precisa ser um número inteiro'],
  ])('is rejected with the line and the cause: %j', async (value, cause) => {
    expect(await quantity(value)).toBe(
      `Quantidade inválida. Verifique a quantidade adicionada. P-1 - Linha 1: ${cause}.`,
    );
  });

  it.each([
    [null, expect.any(String)],
    [true, expect.any(String)],
    [['1'], expect.any(String)],
  ])('is rejected with an error at its field: %j', async (value, message) => {
    expect(await quantity(value)).toEqual(message);
  });

  it('is rejected when it is 1e309 as a JSON number', async () => {
    const text = JSON.stringify(goodReturn(fixture)).replace(
      '"qtd_solicitada":"1"',
      '"qtd_solicitada":1e309',
    );
    const { status, body } = await fixture.server.call('POST', '/sac/tickets', {
      token: fixture.tokens.OPERADOR,
      body: text,
      headers: { 'content-type': 'application/json' },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['itens.0.qtd_solicitada']]);
  });
});

describe('item of a new ticket', () => {
  const item = (change: Parameters<typeof goodItem>[1]) =>
    errorsOf(goodReturn(fixture, { itens: [goodItem(fixture, change)] }));

  it.each([
    ['without a reason', { motivo_id: null }, { 'itens.0.motivo_id': 'Obrigatório informar o motivo.' }],
    [
      'with the reason of another list',
      { motivo_id: 1001 },
      { 'itens.0.motivo_id': 'Obrigatório informar o motivo.' },
    ],
    [
      'whose reason asks for an observation',
      { motivo_id: 9, obs: '  ' },
      { 'itens.0.obs': 'O campo de observações é obrigatório.' },
    ],
    [
      'whose reason asks for a photo',
      { motivo_id: 4 },
      { 'itens.0.arquivos': 'Obrigatório incluir um anexo.' },
    ],
    [
      'with too long an observation',
      { obs: 'x'.repeat(251) },
      { 'itens.0.obs': 'Máximo de 250 caracteres.' },
    ],
    ['of an unknown product', { produto_id: 999_999 }, { 'itens.0.produto_id': 'Produto não disponível' }],
    ['of an unknown invoice', { nfe: '3'.repeat(44) }, { 'itens.0.produto_id': 'Produto não disponível' }],
  ])('is rejected with an error at its field: %s', async (_what, change, errors) => {
    expect(await item(change)).toEqual(errors);
  });

  it('is rejected if its product is gone or needs a photo, or its invoice is outside the window', async () => {
    const { photo, gone } = fixture.product;
    expect(await item({ produto_id: photo })).toEqual({
      'itens.0.arquivos': 'Obrigatório incluir um anexo.',
    });
    expect(await item({ produto_id: gone })).toEqual({ 'itens.0.produto_id': 'Produto não disponível' });
    expect(await item({ nfe: fixture.key.old })).toEqual({
      'itens.0.produto_id': 'O prazo de devolução desta nota terminou.',
    });
  });

  it('gets the same error for an invoice of another customer as for an unknown one', async () => {
    const unknown = await item({ nfe: '3'.repeat(44) });
    expect(await item({ nfe: fixture.key.second })).toEqual(unknown);
    expect(await item({ nfe: fixture.key.consumer })).toEqual(unknown);
  });

  it('is rejected when it is there twice or exceeds the maximum number of items', async () => {
    const twice = goodReturn(fixture, {
      itens: [goodItem(fixture), goodItem(fixture, { qtd_solicitada: '2' })],
    });
    expect(await errorsOf(twice)).toEqual({ 'itens.1.produto_id': 'Este produto já foi adicionado.' });
    await setParameter(fixture, 'maximoItensTicket', 1);
    try {
      expect((await errorsOf(twice)).itens).toBe('O ticket não pode ter mais que 1 itens.');
    } finally {
      await setParameter(fixture, 'maximoItensTicket', 100);
    }
  });
});

describe('an opened box', () => {
  it('comes back in bottles: held, authorised and valued exactly in base units', async () => {
    const { db } = fixture.server.deps;
    const [product] = await db
      .insert(products)
      .values({ code: 'GARRAFA', description: 'Vinagre', brand: 'Sul', unit: 'UN' })
      .returning();
    const productId = product?.id ?? 0;
    await db.insert(packagings).values([
      { productId, name: 'Unidade', unit: 'UN' },
      { productId, name: 'Caixa com 12', unit: 'CX', conversionFactor: '12' },
    ]);
    const nfe = await addInvoice(fixture.server, {
      number: 1900,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      daysAgo: 3,
      lines: [{ productId, purchased: '2', unit: 'CX' }],
    });
    const [line] = await db.select().from(invoiceItems).where(eq(invoiceItems.productId, productId));
    await db.transaction((tx) => writeNoteUnits(tx, eq(invoiceItems.id, line?.id ?? 0)));
    const item = { produto_id: productId, nfe, motivo_id: 1 };
    const opened = (given: object) =>
      create(fixture, goodReturn(fixture, { itens: [{ ...item, ...given } as never] }));
    const wrong = await opened({ qtd_solicitada: '0.3' });
    expect(wrong.body.errors['itens.0.qtd_solicitada']).toContain('0,3 CX seriam 3,6 UN');
    expect((await opened({ qtd_solicitada: '3', unidade: 'DZ' })).body.errors).toHaveProperty([
      'itens.0.unidade',
    ]);
    const { body } = await opened({ qtd_solicitada: '3', unidade: 'UN' });
    const id = body.data.id as number;
    const get = async (path: string) =>
      (await fixture.server.call('GET', `/sac/tickets/${path}`, { token: fixture.tokens.SUPERVISOR })).body;
    expect((await get(`notasfiscais/${nfe}`))[0]).toMatchObject({
      unidade: 'CX',
      unidadeBase: 'UN',
      qtd: '1.75',
      qtd_base: '21',
      qtd_em_tickets: '0.25',
    });
    const [shown] = await get(`${id}/produtos`);
    expect(shown).toMatchObject({
      unidade: 'UN',
      fator: '1',
      unidadeNota: 'CX',
      fatorNota: '12',
      qtd_solicitada: '3.000',
      qtd_comprada: '24',
      vlProdutos: '2.25',
      valor_sem_imposto: '0.75',
    });
    const rest = await opened({ qtd_solicitada: '1.75' });
    expect(rest.body.errors).toBeUndefined();
    const [second] = await get(`${rest.body.data.id}/produtos`);
    // 24 bottles cost R$ 18,00: 2,25 and 15,75.
    expect([second.vlProdutos, second.unidade, second.qtd_solicitada]).toEqual(['15.75', 'CX', '1.750']);
    const rows = await db.select().from(ticketItems).where(eq(ticketItems.productId, productId));
    expect(rows.map(({ held }) => Number(held))).toEqual([3, 21]);
  });
});
