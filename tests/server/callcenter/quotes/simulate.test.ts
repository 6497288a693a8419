import { beforeEach, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customers, orderItems, orders } from '#server/db/tables/index.ts';
import {
  call,
  db,
  foreign,
  id,
  loose,
  openQuotes,
  persons,
  product,
  save,
  server,
  setParameter,
} from './quoteFixture.ts';

openQuotes();

let line: number;
const flexOf = (flex: string) =>
  db().update(customers).set({ flex }).where(eq(customers.id, persons.customerIds.first));
const simulate = (query: Record<string, string>, token?: string) =>
  call(
    'GET',
    `orcamentos/${id}/simular?${new URLSearchParams({ idItem: String(line), ...query })}`,
    undefined,
    token,
  );
const tried = async (query: Record<string, string>) => {
  const { status, body } = await simulate(query);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};

beforeEach(async () => {
  await setParameter('descontoMaximoVendedor', 10);
  await flexOf('0');
  const { body } = await save({ itens: [{ idProd: product, idEmb: loose, qtde: '10' }] });
  line = body.data.itens[0].id;
});

it('says how far one may go alone, with the flex that is left, and beyond', async () => {
  await flexOf('20');
  expect(await tried({ preco: '9' })).toMatchObject({
    ...{
      resultado: 'LIVRE',
      precoMinimo: '9',
      precoComFlex: '7',
      flexUsado: '0',
      vlTot: '90',
      percDesc: '10',
    },
  });
  const flexed = await tried({ preco: '8' });
  expect(flexed).toMatchObject({ resultado: 'FLEX', flexUsado: '10', flexLivre: '20' });
  expect(flexed.texto.replace(/\s/g, ' ')).toBe('Usa R$ 10,00 do flex do cliente, e sobram R$ 10,00.');
  const beyond = await tried({ preco: '6.99' });
  expect([beyond.resultado, beyond.texto]).toEqual([
    'NEGOCIAR',
    expect.stringContaining('O menor preço que você pode dar é'),
  ]);
  // The lowest price with the flex is one that can be saved.
  expect((await tried({ preco: '7' })).resultado).toBe('FLEX');
});

it('judges as saving does, for every price and quantity', async () => {
  await flexOf('12.50');
  for (const qtde of ['1', '10', '25', '200'])
    for (const preco of ['10', '9', '8.5', '8', '7.75', '7.74', '5']) {
      const { resultado } = await tried({ qtde, preco });
      const saved = await save({ itens: [{ id: line, qtde, preco }] });
      const expected =
        saved.status === 200
          ? /LIVRE|FLEX/
          : saved.body.code === 'NEGOCIACAO_EXIGIDA'
            ? /NEGOCIAR/
            : /RECUSADO/;
      expect(`${qtde} ${preco} ${resultado}`).toMatch(expected);
      if (saved.status === 200) await save({ itens: [{ id: line, qtde: '10', preco: null }] });
    }
});

it('follows the rule of the quantity, and leaves the flex that other lines take', async () => {
  await flexOf('20');
  expect(await tried({ qtde: '30' })).toMatchObject({ preco: '9', precoRegra: '9', resultado: 'LIVRE' });
  await save({ itens: [{ idProd: product, idEmb: loose, qtde: '10', preco: '8', observacao: 'outra' }] });
  expect((await tried({ preco: '8' })).flexLivre).toBe('10');
  expect((await tried({ preco: '7.9' })).resultado).toBe('NEGOCIAR');
});

it('keeps a price that was given to the line, unless that of the rules is asked for', async () => {
  await save({ itens: [{ id: line, preco: '9.5' }] });
  expect((await tried({ qtde: '11' })).preco).toBe('9.5');
  expect((await tried({ precoDasRegras: 'true' })).preco).toBe('10');
});

it('writes nothing', async () => {
  const before = await Promise.all([db().select().from(orders), db().select().from(orderItems)]);
  await tried({ qtde: '3', preco: '9.5' });
  expect(await Promise.all([db().select().from(orders), db().select().from(orderItems)])).toEqual(before);
});

it('is unknown of quotes and lines of others, and refuses orders and wrong prices', async () => {
  expect((await simulate({ preco: '9' }, foreign)).status).toBe(404);
  expect((await simulate({ idItem: '999999' })).status).toBe(404);
  expect((await simulate({ preco: '9.123' })).status).toBe(422);
  expect((await simulate({ preco: '0' })).status).not.toBe(500);
  const operator = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
  expect((await simulate({ preco: '9' }, operator)).status).toBe(403);
  await db().update(orders).set({ stage: 'PEDIDO', status: 'AGUARDANDO' }).where(eq(orders.id, id));
  expect((await simulate({ preco: '9' })).body.code).toBe('ORCAMENTO_FECHADO');
});
