import { describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { addDecimals } from '#contract/rules/decimal.ts';
import {
  campaignProducts,
  campaigns,
  coupons,
  customerLog,
  customers,
  orders,
  parameters,
  paymentPlans,
  products,
  tintColors,
  tintPrices,
} from '#server/db/tables/index.ts';
import {
  box,
  call,
  db,
  foreign,
  id,
  loose,
  openQuotes,
  persons,
  product,
  save,
  seen,
  server,
  setParameter,
  versao,
} from './quoteFixture.ts';

openQuotes();

describe('access to the editing of a quote', () => {
  it('answers 404 for a quote of others, to every call', async () => {
    for (const [method, path, body] of [
      ['GET', `orcamentos/${id}/carrinho`],
      ['PUT', `orcamentos/${id}`, {}],
      ['PUT', `orcamentos/${id}/autosave`, {}],
      ['POST', `orcamentos/${id}/cupons`, { codigo: 'X' }],
      ['GET', `campanhas-comerciais/${id}`],
      ['GET', `sinaleiras/${id}`],
      ['GET', `orcamentos/calcular-impostos/${id}`],
      ['GET', `orcamentos/${id}/produtos`],
      ['GET', `orcamentos/${id}/opcoes`],
      ['PUT', `mixes/orcamento/${id}`, { produtos: [product] }],
      ['POST', `produtos-cotados/${id}`, { produtos: [{ idProd: product, qtde: '1' }] }],
      ['POST', 'orcamentos', { idCli: persons.customerIds.first }],
    ] as const)
      expect([path, (await call(method, path, body, foreign)).status]).toEqual([path, 404]);
  });

  it('answers 404 for a branch, customer or line of others', async () => {
    const [, other] = persons.branchIds;
    expect((await save({ itens: [{ idProd: product, idFil: other }] })).status).toBe(404);
    expect((await save({ itens: [{ id: 999_999, qtde: '2' }] })).status).toBe(404);
    expect((await call('POST', 'orcamentos', { idCli: persons.customerIds.second })).status).toBe(404);
    expect((await call('GET', `estoque/${product}/${other}`)).status).toBe(404);
    const [own] = persons.branchIds;
    expect((await call('GET', `mixes/${persons.customerIds.second}/${own}`)).status).toBe(404);
    const { first, second } = persons.customerIds;
    for (const path of [
      `${second}/${own}/produtos/${product}`,
      `${first}/${other}/produtos/${product}`,
      `${first}/${own}/produtos/999999`,
    ])
      expect([path, (await call('PUT', `mixes/${path}`, { noMix: true })).status]).toEqual([path, 404]);
  });
});

describe('lines of a quote', () => {
  it('are added, priced by quantity, taxed, set apart and restored', async () => {
    const added = await save({ itens: [{ idProd: product, idEmb: loose, qtde: '10' }] });
    expect(added.body.data).toMatchObject({
      vlSubTot: '100.0000',
      vlImpostos: '5.0000',
      vlTot: '105.0000',
      qtdeIt: 1,
    });
    const item = added.body.data.itens[0];
    expect(item).toMatchObject({ preco: '10', impostos: { ipi: { perc: '5', valor: '5' } } });
    expect(item.produto.precos[0]).toMatchObject({ qtEst: '96', carrinho: { qtde: '10', idEmb: loose } });
    const more = await save({ itens: [{ id: item.id, qtde: '21' }] });
    expect(more.body.data.itens[0]).toMatchObject({ preco: '9', vlTot: '189' });
    const gone = await save({ itens: [{ id: item.id, removido: true }] });
    expect([gone.body.data.itens.length, gone.body.data.itensRemovidos.length, gone.body.data.vlTot]).toEqual(
      [0, 1, '0.0000'],
    );
    const back = await save({ itens: [{ id: item.id, removido: false }] });
    expect(back.body.data.vlSubTot).toBe('189.0000');
    const quoted = await call('GET', `orcamentos/calcular-impostos/${id}`);
    expect(quoted.body.data).toMatchObject({ ipi: '9.45', total: '9.45' });
    const [order] = await db().select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ cost: '126.0000', profitPercent: '33.33333333', version: versao });
  });

  it.each([
    [{ qtde: '3' }, 'A quantidade precisa ser múltipla de 2 caixas.'],
    [{ qtde: '1' }, 'Qtde mínima não atingida (2 caixas)'],
    [{ qtde: '10' }, 'Há só 8 caixas (96 UN) em estoque.'],
    [{ qtde: '10000' }, 'A quantidade pode ter no máximo 4 dígitos antes da vírgula.'],
    [{ qtde: '0' }, 'A quantidade precisa ser maior que zero.'],
  ])('by the box reject %j', async (change, message) => {
    const { status, body } = await save({ itens: [{ idProd: product, idEmb: box, ...change }] });
    expect([status, body.errors]).toEqual([422, { 'itens.0.qtde': message }]);
  });

  it('can exceed the stock, and have more than four digits, where the branch allows it', async () => {
    await setParameter('vendaSemEstoque', true);
    await setParameter('tamanhoMaximoQuantidade', 5);
    expect((await save({ itens: [{ idProd: product, idEmb: loose, qtde: '10000' }] })).status).toBe(200);
    await setParameter('vendaSemEstoque', false);
    await setParameter('tamanhoMaximoQuantidade', 4);
  });

  it('are limited by a parameter, and use prices by quantity only where these are enabled', async () => {
    await setParameter('maximoItensOrcamento', 1);
    await setParameter('usaPrecoAtacado', false);
    await setParameter('usaCarrinho', false);
    const both = { idProd: product, idEmb: loose, qtde: '21' };
    expect((await save({ itens: [both, both] })).body.code).toBe('ITENS_DEMAIS');
    expect((await save({ itens: [both] })).body.data.itens[0]).toMatchObject({ preco: '10' });
    await setParameter('maximoItensOrcamento', 200);
    await setParameter('usaPrecoAtacado', true);
    await setParameter('usaCarrinho', true);
  });

  it('cannot cost less than the seller can give, except by the flex of the customer', async () => {
    const item = { idProd: product, idEmb: loose, qtde: '10' };
    expect((await save({ itens: [{ ...item, preco: '9.5' }] })).status).toBe(200);
    const refusal = await save({ itens: [{ ...item, preco: '9.4' }] });
    expect(refusal.body).toMatchObject({
      code: 'NEGOCIACAO_EXIGIDA',
      errors: { 'itens.0.preco': expect.stringContaining('9,50') },
    });
    await db().update(customers).set({ flex: '1' }).where(eq(customers.id, persons.customerIds.first));
    const flexed = await save({ itens: [{ ...item, preco: '9.4' }] });
    expect(flexed.body.data).toMatchObject({ flexUsado: '1' });
    expect((await save({ itens: [{ ...item, preco: '9.49' }] })).body.code).toBe('NEGOCIACAO_EXIGIDA');
    await db().update(customers).set({ flex: '0' });
  });

  it('measure the discount from the price that the parameter names', async () => {
    const item = { idProd: product, idEmb: loose, qtde: '21', preco: '8.55' };
    expect((await save({ itens: [item] })).body.code).toBe('NEGOCIACAO_EXIGIDA');
    await setParameter('tipoValidacaoPreco', 'LIQUIDO');
    expect((await save({ itens: [item] })).status).toBe(200);
    await setParameter('tipoValidacaoPreco', 'BRUTO');
  });

  it('include a tint at its price', async () => {
    const [color] = await db()
      .insert(tintColors)
      .values({ code: 'AZ1', name: 'Azul mar', hex: '#0044aa' })
      .returning();
    await db()
      .insert(tintPrices)
      .values({ baseBarcode: '7891234567895', colorId: color?.id ?? 0, amount: '2.5' });
    const colors = await call('GET', 'base/7891234567895/cores');
    expect(colors.body).toMatchObject([{ nome: 'Azul mar', acrescimo: '2.5000' }]);
    const price = await call('POST', `preco/${color?.id}/7891234567895`, {});
    expect(price.body.data).toMatchObject({ preco: '12.5' });
    const saved = await save({ itens: [{ idProd: product, idEmb: loose, qtde: '1', idCor: color?.id }] });
    expect(saved.body.data.itens[0]).toMatchObject({ preco: '12.5', cor: { nome: 'Azul mar' } });
  });

  it('with a tint cost the same by the call and in the line, for any plan, packaging and quantity', async () => {
    const [color] = await db().select().from(tintColors);
    const [plan] = await db()
      .insert(paymentPlans)
      .values({ name: 'Depois', days: [0], percent: '3.3' })
      .returning();
    await save({ idPlano: plan?.id ?? null });
    for (const [idEmb, qtde] of [
      [loose, '1'],
      [loose, '25'],
      [box, '2'],
    ] as const) {
      const body = { idPlano: plan?.id, idEmb, qtde };
      const { data } = (await call('POST', `preco/${color?.id}/7891234567895`, body)).body;
      const saved = await save({ itens: [{ idProd: product, idEmb, qtde, idCor: color?.id }] });
      const line = saved.body.data.itens.at(-1);
      expect([line.preco, addDecimals(data.base, data.cor)]).toEqual([data.preco, data.preco]);
      await save({ itens: [{ id: line.id, removido: true }] });
    }
    await save({ idPlano: null });
  });
});

describe('header of a quote', () => {
  it('accepts only what the branch allows, what exists, and days to come', async () => {
    await setParameter('selecionaTipoFrete', false);
    expect((await save({ idTipoFrete: 1 })).body.code).toBe('TIPO_FRETE_FIXO');
    await setParameter('selecionaTipoFrete', true);
    expect((await save({ idTipoFrete: 999_999 })).status).toBe(404);
    expect((await save({ dtVal: '2020-01-01' })).body.errors).toHaveProperty('dtVal');
  });

  it('logs an editing session once, and each explicit save', async () => {
    await save({ obsPedido: 'a' });
    await save({ obsPedido: 'ab' });
    await save({ obsPedido: 'abc' }, '');
    const log = await db()
      .select()
      .from(customerLog)
      .where(and(eq(customerLog.type, 'ORCAMENTO'), eq(customerLog.itemId, id)))
      .orderBy(customerLog.id);
    expect(log.map(({ text }) => text)).toEqual([
      'Orçamento aberto',
      'Orçamento em edição',
      'Orçamento alterado: dados do cabeçalho',
    ]);
  });

  it('answers 409 to the second of two writes on the same version', async () => {
    const both = await Promise.all(
      ['a', 'b'].map((obsPedido) => call('PUT', `orcamentos/${id}/autosave`, { versao: 1, obsPedido })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'CONFLITO',
      atual: { versao: 2 },
    });
  });

  it('is read-only once the quote is lost', async () => {
    await db().update(orders).set({ status: 'PERDIDO' }).where(eq(orders.id, id));
    expect((await save({ obsPedido: 'x' })).body.code).toBe('SITUACAO_NAO_PERMITE');
    const { body } = await call('GET', `orcamentos/${id}/carrinho`);
    expect(body.data).toMatchObject({
      editavel: false,
      motivoSomenteLeitura: expect.stringContaining('Perdido'),
    });
  });
});

describe('price of a line', () => {
  it('has as many decimals as the parameter says, and the total two', async () => {
    const line = { idProd: product, idEmb: loose, qtde: '2' };
    const item = (await save({ itens: [line] })).body.data.itens[0].id;
    const priced = (preco: string) => save({ itens: [{ id: item, preco }] });
    const places = (value: number) =>
      db()
        .insert(parameters)
        .values({ area: 'GERAL', key: 'casasPreco', value })
        .onConflictDoUpdate({
          target: [parameters.area, parameters.key, parameters.branchId],
          set: { value },
        });
    const refused = await priced('150.125');
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'itens.0.preco': 'O preço pode ter no máximo 2 casas decimais.' },
    ]);
    await places(3);
    expect((await priced('150.125')).body.data.itens[0]).toMatchObject({ preco: '150.125', vlTot: '300.25' });
    expect((await priced('150.1255')).status).toBe(422);
    await places(2);
  });
});

describe('coupon', () => {
  it('gives its last use to one of two quotes, and returns it when it is removed', async () => {
    await db()
      .insert(coupons)
      .values({ code: 'ULTIMO', percent: '10', startsOn: '2020-01-01', endsOn: '2999-01-01', maxUses: 1 });
    const other = (await call('POST', 'orcamentos', { idCli: persons.customerIds.first })).body.data.id;
    const answers = await Promise.all(
      [id, other].map((each) => call('POST', `orcamentos/${each}/cupons`, { codigo: 'ultimo' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('CUPOM_ESGOTADO');
    const winner = answers[0]?.status === 200 ? id : other;
    const loser = winner === id ? other : id;
    expect((await call('POST', `orcamentos/${winner}/cupons`, { codigo: 'ULTIMO' })).body.code).toBe(
      'CUPOM_JA_USADO',
    );
    expect((await call('POST', `orcamentos/${winner}/cupons`, { codigo: '' })).body.data.cupom).toBeNull();
    expect(
      (await call('POST', `orcamentos/${loser}/cupons`, { codigo: 'ULTIMO' })).body.data.cupom.codigo,
    ).toBe('ULTIMO');
  });

  it('is rejected in a branch without coupons, and with an unknown code', async () => {
    expect((await call('POST', `orcamentos/${id}/cupons`, { codigo: 'NADA' })).body.code).toBe(
      'CUPOM_INVALIDO',
    );
    await setParameter('usaCupom', false);
    expect((await call('POST', `orcamentos/${id}/cupons`, { codigo: 'NADA' })).body.code).toBe('SEM_CUPONS');
    await setParameter('usaCupom', true);
  });
});

describe('campaigns and lights of a quote', () => {
  it('deduct an accepted campaign while its quantity is reached', async () => {
    const [campaign] = await db()
      .insert(campaigns)
      .values({
        name: 'Tintas',
        kind: 'DESCONTO',
        value: '20',
        startsOn: '2020-01-01',
        endsOn: '2999-01-01',
        minQuantity: '5',
      })
      .returning();
    await db()
      .insert(campaignProducts)
      .values({ campaignId: campaign?.id ?? 0, productId: product });
    const [item] = (await save({ itens: [{ idProd: product, idEmb: loose, qtde: '4' }] })).body.data.itens;
    const accept = () => call('POST', `campanhas-comerciais/${id}`, { campanhas: [campaign?.id] });
    expect((await accept()).body.code).toBe('CAMPANHA_NAO_ATENDE');
    await save({ itens: [{ id: item.id, qtde: '5' }] });
    const accepted = await accept();
    expect(accepted.body.data.itens[0]).toMatchObject({ preco: '8' });
    seen(accepted.body.data.versao);
    expect((await save({ itens: [{ id: item.id, qtde: '4' }] })).body.data.itens[0]).toMatchObject({
      preco: '10',
    });
    expect((await call('GET', `campanhas-comerciais/${id}`)).body).toMatchObject([
      { aceita: true, atende: false },
    ]);
    await setParameter('usaCampanhaComercial', false);
    expect((await accept()).body.code).toBe('SEM_CAMPANHAS');
    await setParameter('usaCampanhaComercial', true);
    await db().update(campaigns).set({ active: false });
  });

  it('are given up only at prices that may be given without them', async () => {
    const [campaign] = await db()
      .insert(campaigns)
      .values({
        name: 'Inverno',
        kind: 'DESCONTO',
        value: '20',
        startsOn: '2020-01-01',
        endsOn: '2999-01-01',
        minQuantity: '1',
      })
      .returning();
    await db()
      .insert(campaignProducts)
      .values({ campaignId: campaign?.id ?? 0, productId: product });
    const [item] = (await save({ itens: [{ idProd: product, idEmb: loose, qtde: '5' }] })).body.data.itens;
    const choose = async (campanhas: (number | undefined)[]) => {
      const answer = await call('POST', `campanhas-comerciais/${id}`, { campanhas });
      if (answer.status === 200) seen(answer.body.data.versao);
      return answer;
    };
    expect((await choose([campaign?.id])).body.data.itens[0]).toMatchObject({ preco: '8' });
    // Above the floor of the campaign, and below the one without it.
    expect((await save({ itens: [{ id: item.id, preco: '8.5' }] })).status).toBe(200);
    const refused = await choose([]);
    expect([refused.status, refused.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    expect((await save({ itens: [{ id: item.id, preco: '9.5' }] })).status).toBe(200);
    expect((await choose([])).body.data.itens[0]).toMatchObject({ preco: '9.5' });
    await db().update(campaigns).set({ active: false });
  });

  it('allow a red light that a leader released, for this total', async () => {
    await db().update(products).set({ cost: '60' });
    await save({ itens: [{ idProd: product, idEmb: loose, qtde: '1' }] });
    const validated = await call('POST', `sinaleiras/${id}`, {});
    expect(validated.body.data.pendentes).toEqual(['MARGEM']);
    expect((await call('PUT', `sinaleiras/${id}`, { motivo: 'Cliente novo' })).status).toBe(403);
    const lead = await server.sessionOf(persons.people.SUPERVISOR);
    const released = await call('PUT', `sinaleiras/${id}`, { motivo: 'Cliente novo' }, lead);
    expect(released.body.data).toMatchObject({ pendentes: [], liberacao: { cores: ['MARGEM'] } });
    seen(versao + 2);
    await save({ itens: [{ idProd: product, idEmb: loose, qtde: '1' }] });
    expect((await call('GET', `sinaleiras/${id}`)).body.data.pendentes).toEqual(['MARGEM']);
    await db().update(products).set({ cost: '6' });
  });
});
