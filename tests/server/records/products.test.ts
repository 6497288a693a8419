import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Context, User } from '#server/context.ts';
import { orderItems, orders, packagings, products } from '#server/db/tables/index.ts';
import type { MappedType } from '#server/records/mapping.ts';
import { mappedTypes } from '#server/records/registry.ts';
import type { GivenRow } from '#server/records/write/pendingRow.ts';
import { oneRecord } from '#server/records/write/removeRecord.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let ctx: Context;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  const user = (await personById(server.deps.db, persons.people.ADMIN)) as User;
  ctx = { ...server.deps, user, ip: '', requestId: 'teste' } as unknown as Context;
});
afterAll(() => server?.close());

const save = (mapped: MappedType, rows: GivenRow[], own = ctx) =>
  server.deps.db.transaction((tx) => saveRecords(tx, own, mapped, rows));
const { produtos, precos, estoque, dimensoes } = mappedTypes;
const pack = (unidade: string, fator: string, more: object = {}) => ({
  nome: unidade,
  unidade,
  fator,
  ...more,
});
const product = (codigo: string, more: object = {}) => ({
  dados: { codigo, descricao: `Produto ${codigo}`, marca: 'Casa', unidade: 'UN', ...more },
});
const packsOf = async (id: number) =>
  server.deps.db.select().from(packagings).where(eq(packagings.productId, id)).orderBy(packagings.id);

describe('packagings of a product', () => {
  it('are identified by unit and factor: what stays keeps its id, in any order', async () => {
    const [made] = await save(produtos, [
      product('P1', { embalagens: [pack('CX', '12'), pack('FD', '6', { fatorPreco: '0.95' })] }),
    ]);
    const id = made?.id ?? 0;
    const before = await packsOf(id);
    const again = await save(produtos, [
      product('P1', { embalagens: [pack('FD', '6.000', { fatorPreco: '0.950' }), pack('CX', '12')] }),
    ]);
    expect(again).toEqual([{ id, resultado: 'igual' }]);
    await save(produtos, [
      product('P1', { embalagens: [pack('PL', '480'), pack('CX', '12', { nome: 'Caixa' })] }),
    ]);
    const after = await packsOf(id);
    expect(after.map(({ unit, name }) => [unit, name])).toEqual([
      ['CX', 'Caixa'],
      ['PL', 'PL'],
    ]);
    expect(after[0]?.id).toBe(before[0]?.id);
    expect(after[0]?.priceFactor).toBe('1.000');
  });

  it('stay where a row does not name them, and are removed by null', async () => {
    await save(produtos, [product('P2', { embalagens: [pack('CX', '10')] })]);
    const [result] = await save(produtos, [{ dados: { codigo: 'P2', preco: '9.9' } }]);
    expect(await packsOf(result?.id ?? 0)).toHaveLength(1);
    await save(produtos, [{ dados: { codigo: 'P2', embalagens: null } }]);
    expect(await packsOf(result?.id ?? 0)).toHaveLength(0);
  });

  it('are rejected twice in one product, and when two are offered first', async () => {
    const [twice, first] = await save(produtos, [
      product('P3', { embalagens: [pack('CX', '10'), pack('CX', '10.0')] }),
      product('P4', { embalagens: [pack('CX', '10', { padrao: true }), pack('FD', '5', { padrao: true })] }),
    ]);
    expect(twice?.erros).toEqual({ 'embalagens/1/unidade': 'Repete um item que já está na lista.' });
    expect(first?.erros).toEqual({ embalagens: 'Só uma embalagem é oferecida primeiro.' });
  });

  it('cannot be removed while an order names one', async () => {
    const { db } = server.deps;
    const [made] = await save(produtos, [product('P5', { embalagens: [pack('CX', '10')] })]);
    const [sold] = await packsOf(made?.id ?? 0);
    const [order] = await db
      .insert(orders)
      .values({
        customerId: persons.customerIds.first,
        branchId: persons.branchIds[0],
        sellerId: persons.people.VENDEDOR,
      })
      .returning();
    await db.insert(orderItems).values({
      orderId: order?.id ?? 0,
      branchId: persons.branchIds[0],
      productId: made?.id ?? 0,
      packagingId: sold?.id ?? 0,
      quantity: '1',
      line: 1,
      listPrice: '1',
      price: '1',
      total: '1',
    });
    const [refused] = await save(produtos, [{ dados: { codigo: 'P5', embalagens: [] } }]);
    expect(refused?.erros).toEqual({
      embalagens: 'Um item de Embalagens está em uso e não pode ser retirado.',
    });
    const [kept] = await save(produtos, [product('P5', { embalagens: [pack('CX', '10'), pack('FD', '5')] })]);
    expect(kept?.resultado).toBe('mudado');
  });
});

describe('product', () => {
  it('out of use is stored as inactive', async () => {
    const [made] = await save(produtos, [product('P6', { ativo: false, fracionavel: 'SIM' })]);
    const [row] = await server.deps.db
      .select()
      .from(products)
      .where(eq(products.id, made?.id ?? 0));
    expect([row?.inactive, row?.fractional]).toEqual([true, true]);
    const { data } = await oneRecord(server.deps.db, ctx, produtos, made?.id ?? 0);
    expect(data).toMatchObject({ ativo: false, fracionavel: 'SIM' });
    const token = await server.sessionOf(persons.people.ADMIN);
    const listed = async (ativo: string) => {
      const filtro = encodeURIComponent(JSON.stringify({ ativo }));
      const { body } = await server.call('GET', `/config/cadastros/produtos?q=p6&filtro=${filtro}`, {
        token,
      });
      return body.itens.map((one: { codigo: string }) => one.codigo);
    };
    expect([await listed('false'), await listed('true')]).toEqual([['P6'], []]);
  });
});

describe('stock and prices', () => {
  it('are identified by what they join, named by business keys', async () => {
    await save(produtos, [product('E1')]);
    const row = { dados: { produto: 'E1', filial: '11.222.333/0001-81', quantidade: '12.5' } };
    const [made] = await save(estoque, [row]);
    expect(made?.resultado).toBe('criado');
    expect(await save(estoque, [row])).toEqual([{ id: made?.id, resultado: 'igual' }]);
    const [price] = await save(precos, [{ dados: { produto: 'E1', tabela: 'NADA', preco: '1' } }]);
    expect(price?.erros).toEqual({ tabela: 'Tabela de preço "NADA" não encontrada por código.' });
  });

  it('of a branch that the person does not see cannot be written, as for an unknown one', async () => {
    const user: User = { ...ctx.user, type: 'OPERADOR', branchIds: [persons.branchIds[0]] };
    const [refused, taken] = await save(
      estoque,
      [
        { dados: { produto: 'E1', filial: '11222333000262', quantidade: '1' } },
        { dados: { produto: 'E1', filial: '11222333000181', quantidade: '3' } },
      ],
      { ...ctx, user },
    );
    expect(refused?.erros).toEqual({ filial: 'Filial "11222333000262" não encontrada por CNPJ.' });
    expect(taken?.resultado).toBe('mudado');
  });
});

it('a record is deleted with the items of its lists', async () => {
  const [made] = await save(dimensoes, [
    {
      dados: { codigo: 'PORTE', nome: 'Porte', opcoes: [{ descricao: 'Grande' }, { descricao: 'Pequeno' }] },
    },
  ]);
  const token = await server.sessionOf(persons.people.ADMIN);
  const { body } = await server.call('DELETE', `/config/cadastros/dimensoes/${made?.id}`, { token });
  expect(body.data).toEqual({ resultado: 'excluido', message: 'Informação adicional excluída.' });
});

describe('pairs and ranges', () => {
  it('that cannot hold are refused at their end, in every type that declares one', async () => {
    const { 'regras-preco': regras, cupons, 'rotas-frete': rotas, 'tipos-frete': tipos } = mappedTypes;
    await save(produtos, [product('R1'), product('R2')]);
    await save(mappedTypes.transportadoras, [
      { dados: { cnpj: '11222333000181', razaoSocial: 'Leva e Traz', nomeFantasia: 'Leva' } },
    ]);
    await save(tipos, [{ dados: { codigo: 'RODO', nome: 'Rodoviário' } }]);
    const erros = async (mapped: MappedType, dados: GivenRow['dados']) =>
      (await save(mapped, [{ dados }]))[0]?.erros;
    const rule = { codigo: 'B1', produto: 'R1', quantidadeMinima: '30', percentual: '-5' };
    expect(await erros(regras, { ...rule, quantidadeMaxima: '20' })).toEqual({
      quantidadeMaxima: 'O fim da faixa vem antes do começo.',
    });
    expect(await erros(regras, { ...rule, quantidadeMaxima: '30' })).toEqual({
      quantidadeMaxima: 'Nenhuma quantidade fica acima da primeira e até esta.',
    });
    expect(await erros(regras, { ...rule, inicio: '2026-03-01', fim: '2026-02-01' })).toEqual({
      fim: 'A data final é anterior à inicial.',
    });
    expect(
      await erros(cupons, { codigo: 'C1', percentual: '5', inicio: '2026-03-01', fim: '2026-02-01' }),
    ).toEqual({ fim: 'A data final é anterior à inicial.' });
    const route = { codigo: 'T1', transportadora: '11222333000181', tipoFrete: 'RODO', uf: 'SP' };
    expect(await erros(rotas, { ...route, cepInicial: '05000-000', cepFinal: '01000-000' })).toEqual({
      cepFinal: 'O fim da faixa vem antes do começo.',
    });
    expect(await erros(rotas, { ...route, dias: 'NNNNNNN' })).toEqual({
      dias: 'A rota não entrega em dia nenhum. Marque ao menos um com S.',
    });
    expect(await erros(rotas, { ...route, ibge: '1302603' })).toEqual({
      ibge: 'Escolha uma cidade do estado informado.',
    });
    expect(await erros(rotas, { ...route, ibge: '3550308', cepInicial: '01000-000' })).toBeUndefined();
  });

  it('do not cross in one product: neither stored bands nor those of one file', async () => {
    const { 'regras-preco': regras } = mappedTypes;
    const band = (codigo: string, min: string, max: string, more: object = {}) => ({
      dados: {
        codigo,
        produto: 'R2',
        quantidadeMinima: min,
        quantidadeMaxima: max,
        percentual: '-5',
        ...more,
      },
    });
    const [one, two, three] = await save(regras, [
      band('F1', '0', '10'),
      band('F2', '10', '20'),
      band('F3', '15', '0'),
    ]);
    expect([one?.resultado, two?.resultado]).toEqual(['criado', 'criado']);
    expect(three?.erros).toEqual({
      quantidadeMinima: 'Cruza com a regra F2, que vale para o mesmo produto.',
    });
    const other = await save(regras, [
      band('F4', '5', '8'),
      band('F5', '5', '8', { produto: 'R1' }),
      band('F2', '10', '25'),
      band('F6', '20', '0', { inicio: '2030-01-01' }),
    ]);
    expect(other.map(({ erros, resultado }) => erros?.quantidadeMinima ?? resultado)).toEqual([
      'Cruza com a regra F1, que vale para o mesmo produto.',
      'criado',
      'mudado',
      'Cruza com a regra F2, que vale para o mesmo produto.',
    ]);
    await save(regras, [{ dados: { codigo: 'F2', fim: '2029-12-31' } }]);
    expect((await save(regras, [band('F6', '20', '0', { inicio: '2030-01-01' })]))[0]?.resultado).toBe(
      'criado',
    );
  });

  it('leave a barcode to one product, stored or in the same file; a text is no barcode', async () => {
    const rows = await save(produtos, [
      product('BARRAS-1', { codigoBarras: '7891234567895' }),
      product('BARRAS-2', { codigoBarras: '7891234567895' }),
      product('BARRAS-3', { codigoBarras: 'SEM GTIN' }),
      product('BARRAS-4', { codigoBarras: 'SEM GTIN' }),
    ]);
    expect(rows.map(({ erros, resultado }) => erros?.codigoBarras ?? resultado)).toEqual([
      'criado',
      'Este código de barras já é do produto BARRAS-1.',
      'criado',
      'criado',
    ]);
    expect(
      (await save(produtos, [product('BARRAS-3', { codigoBarras: '7891234567895' })]))[0]?.erros,
    ).toEqual({
      codigoBarras: 'Este código de barras já é do produto BARRAS-1.',
    });
  });
});
