import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sum } from 'drizzle-orm';
import { ticketItems, tickets } from '#server/db/tables/index.ts';
import { type ReturnsFixture, returnsFixture } from '../../sac/returnsFixture.ts';

let fixture: ReturnsFixture;
let reasons: { motivo1: number; motivo2: number; product: number };
beforeAll(async () => {
  fixture = await returnsFixture();
  const found = (await get('VENDEDOR', '/motivos')).body;
  const opening = found.find(({ descricao }: { descricao: string }) => descricao === 'Desacordo comercial');
  const product = found.find(
    (each: { uso: string; informa: boolean; anexo_obrigatorio?: boolean }) =>
      each.uso === 'PRODUTO' && !each.informa && !each.anexo_obrigatorio,
  );
  const [, second] = opening.subnivel.itens;
  reasons = { motivo1: opening.id, motivo2: second.id, product: product.id };
});
afterAll(() => fixture?.close());

type Who = keyof ReturnsFixture['tokens'];
const PATH = '/callcenter/devolucoes';
const get = (who: Who, path = '') =>
  fixture.server.call('GET', `${PATH}${path}`, { token: fixture.tokens[who] });
const post = (who: Who, body: object, path = '') =>
  fixture.server.call('POST', `${PATH}${path}`, { token: fixture.tokens[who], body });
const item = (qtd_solicitada: string, produto_id = fixture.product.plain, nfe = fixture.key.first) => ({
  produto_id,
  nfe,
  qtd_solicitada,
  motivo_id: reasons.product,
});
const request = (itens: object[], values: object = {}) => ({
  idCli: fixture.customerIds.first,
  idFil: fixture.branchIds[0],
  motivo1: reasons.motivo1,
  motivo2: reasons.motivo2,
  itens,
  ...values,
});

describe('return request', () => {
  it('is rejected for a customer, branch or invoice of others, as for unknown ones', async () => {
    const [here, there] = fixture.branchIds;
    const foreign = { idCli: fixture.customerIds.second, idFil: there };
    expect((await post('VENDEDOR', request([item('1')], foreign))).body.errors).toHaveProperty('idCli');
    expect((await get('VENDEDOR', `/notasfiscais/${foreign.idCli}/${there}`)).status).toBe(404);
    expect((await get('VENDEDOR', `/notasfiscais/${fixture.key.second}`)).status).toBe(404);
    expect((await get('VENDEDOR', `/notasfiscais/${fixture.customerIds.first}/${here}`)).status).toBe(200);
    expect((await post('CONSUMIDOR_FINAL', request([item('1')]))).status).toBe(403);
  });

  it('opens one return ticket, listed as waiting and, once closed, as done', async () => {
    const { db } = fixture.server.deps;
    const { id } = (await post('VENDEDOR', request([item('1')]))).body.data;
    const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id));
    expect(ticket).toMatchObject({ status: 'ABERTO', creatorId: fixture.people.VENDEDOR });
    const shown = async (query = '') =>
      (await get('VENDEDOR', `?idCli=${fixture.customerIds.first}${query}`)).body.itens[0];
    expect(await shown()).toMatchObject({ id, status: 'AGUARDANDO', notas: [1001], totalItens: 1 });
    await db.update(tickets).set({ status: 'CANCELADO' }).where(eq(tickets.id, id));
    expect(await shown('&status=CONCLUIDO')).toMatchObject({ id, situacaoTicket: 'CANCELADO' });
    expect(await shown('&status=AGUARDANDO')).toBeUndefined();
    await db.delete(ticketItems).where(eq(ticketItems.ticketId, id));
  });

  it('never exceeds what was bought, however many ask at once in either area', async () => {
    const { db } = fixture.server.deps;
    const answers = await Promise.all(
      [4, 4, 4].map((count) => post('VENDEDOR', request([item(`${count}`)]))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error).toBe(
      'Quantidade inválida. Verifique a quantidade adicionada. P-1 - Linha 1: restam 2 de 10 UN para devolver: outro ticket já solicitou 8.',
    );
    const [held] = await db
      .select({ total: sum(ticketItems.held) })
      .from(ticketItems)
      .where(eq(ticketItems.productId, fixture.product.plain));
    expect(Number(held?.total)).toBe(8);
    const [first] = answers.filter(({ status }) => status === 200);
    const add = (who: Who, idDevolucao: number, quantity: string) =>
      post(who, { idDevolucao, itens: [item(quantity, fixture.product.gone)] }, '/produtos');
    expect((await add('OPERADOR', 999_999, '1')).status).toBe(404);
    expect((await add('REPRESENTANTE', first?.body.data.id, '1')).body.code).toBe('DE_OUTRA_PESSOA');
    expect((await add('VENDEDOR', first?.body.data.id, '1')).status).toBe(422);
  });
});
