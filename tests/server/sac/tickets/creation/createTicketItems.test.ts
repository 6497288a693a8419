import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ReturnsFixture, returnsFixture, setParameter } from '../../returnsFixture.ts';
import { goodItem, goodReturn, refusedErrors } from './newTicket.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());

const errorsOf = (body: object) => refusedErrors(fixture, body);

describe('requested quantity', () => {
  const quantity = async (qtd_solicitada: unknown) =>
    (
      await errorsOf(
        goodReturn(fixture, { itens: [goodItem(fixture, { qtd_solicitada: qtd_solicitada as string })] }),
      )
    )['itens.0.qtd_solicitada'];

  it.each([
    ['0', 'A quantidade precisa ser maior que zero.'],
    [0, 'A quantidade precisa ser maior que zero.'],
    ['-1', 'A quantidade precisa ser maior que zero.'],
    [-1, 'A quantidade precisa ser maior que zero.'],
    ['1e309', 'A quantidade precisa ser um número, com ponto nos decimais.'],
    [1e21, 'A quantidade precisa ser um número, com ponto nos decimais.'],
    ['1,5', 'A quantidade precisa ser um número, com ponto nos decimais.'],
    ['NaN', 'A quantidade precisa ser um número, com ponto nos decimais.'],
    ['', 'A quantidade precisa ser um número, com ponto nos decimais.'],
    ['0x10', 'A quantidade precisa ser um número, com ponto nos decimais.'],
    ['12345678', 'A quantidade pode ter no máximo 7 dígitos.'],
    ['1.0001', 'A quantidade pode ter no máximo 3 casas decimais.'],
    ['10.001', 'Restam 10 de 10 para devolver.'],
    ['11', 'Restam 10 de 10 para devolver.'],
    ['0.5', 'UN não se divide: a quantidade precisa ser um número inteiro.'],
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
