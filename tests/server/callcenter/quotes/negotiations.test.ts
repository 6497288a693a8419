import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { NEGOTIATIONS_CHANGED, ORDER_CHANGED } from '#contract/realtime.ts';
import {
  auditLog,
  customerLog,
  orderItems,
  orders,
  parameters,
  priceNegotiations,
  realtimeEvents,
} from '#server/db/tables/index.ts';
import { type NegotiationsFixture, negotiationsFixture } from './negotiationsFixture.ts';

let fixture: NegotiationsFixture;
beforeAll(async () => {
  fixture = await negotiationsFixture();
});
afterAll(() => fixture?.server.close());

type Who = keyof NegotiationsFixture['tokens'];
const PATH = '/callcenter/precos-negociados';
const ask = (who: Who, body: object, path = PATH, method: 'POST' | 'PUT' = 'POST') =>
  fixture.server.call(method, path, { token: fixture.tokens[who], body });
const get = (who: Who, path: string) =>
  fixture.server.call('GET', `${PATH}${path}`, { token: fixture.tokens[who] });
const remove = (who: Who, path: string) =>
  fixture.server.call('DELETE', `${PATH}${path}`, { token: fixture.tokens[who] });
const authorize = (who: Who, itens: object[], motivo = '') => ask(who, { itens, motivo }, PATH, 'PUT');

/** A quote with one pending request by the seller. */
async function requested(preco: string | number = '8', values: Partial<typeof orders.$inferInsert> = {}) {
  const quote = await fixture.quote(values);
  const answer = await ask('VENDEDOR', { idPedido: quote.id, itens: [{ idItem: quote.items[0], preco }] });
  return { ...quote, negotiation: answer.body.data.id as number };
}
const stored = async (id: number) =>
  (await fixture.server.deps.db.select().from(priceNegotiations).where(eq(priceNegotiations.id, id)))[0];

describe('permissions on price negotiations', () => {
  it('neither allow requests for a quote out of scope nor show its prices', async () => {
    const there = {
      branchId: fixture.branchIds[1],
      customerId: fixture.customerIds.second,
      representativeId: null,
    };
    const quote = await fixture.quote(there);
    const body = { idPedido: quote.id, itens: [{ idItem: quote.items[0], preco: '8' }] };
    const unknown = await ask('VENDEDOR', { ...body, idPedido: 999_999 });
    for (const who of ['VENDEDOR', 'REPRESENTANTE'] as const) {
      const foreign = await ask(who, body);
      expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error]);
      expect((await get(who, `/${quote.id}/detalhes`)).status).toBe(404);
    }
    const { body: made } = await ask('SUPERVISOR', body);
    const cancelled = await remove('VENDEDOR', `/cancelar?ids[]=${made.data.id}`);
    expect(cancelled.body.falhas).toEqual([expect.objectContaining({ codigo: 'NAO_ENCONTRADO' })]);
    expect((await get('VENDEDOR', '?status=TODOS')).body.itens).toEqual([]);
  });

  it('allow no decision without the permission, nor on own requests', async () => {
    const { id, items, negotiation } = await requested();
    expect((await authorize('OPERADOR', [{ id: negotiation }])).status).toBe(403);
    const own = await ask('SUPERVISOR', { idPedido: id, itens: [{ idItem: items[1], preco: '7' }] });
    const ids = [negotiation, own.body.data.id];
    const answer = await authorize(
      'SUPERVISOR',
      ids.map((each) => ({ id: each })),
    );
    expect(answer.body).toMatchObject({
      sucesso: [negotiation],
      falhas: [{ id: ids[1], codigo: 'PROPRIA_SOLICITACAO' }],
    });
    const denied = await remove('SUPERVISOR', `?ids[]=${ids[1]}&motivo=eu`);
    expect(denied.body.falhas[0].codigo).toBe('PROPRIA_SOLICITACAO');
  });

  it('show cost and margin only to those who decide, where the branch shows them', async () => {
    const { id } = await requested();
    const first = async (who: Who) => (await get(who, `/${id}/detalhes`)).body.data.itens[0];
    expect((await first('VENDEDOR')).margem).toBeNull();
    expect(await first('GERENTE')).toMatchObject({
      percDesconto: '20',
      margem: { custo: '6.0000', tabela: '40', solicitado: '25' },
    });
    const { db } = fixture.server.deps;
    const row = { area: 'CALLCENTER' as const, key: 'exibeMargemLucro', value: false };
    await db.insert(parameters).values({ ...row, branchId: fixture.branchIds[0] });
    expect((await first('GERENTE')).margem).toBeNull();
    await db.delete(parameters).where(eq(parameters.key, row.key));
  });
});

describe('request of a price', () => {
  it('is rejected for invalid prices, those not below the list, and lines of other quotes', async () => {
    const quote = await fixture.quote();
    const other = await fixture.quote();
    const item = (preco: unknown, idItem = quote.items[0]) =>
      ask('VENDEDOR', { idPedido: quote.id, itens: [{ idItem, preco }] });
    for (const preco of ['0', '-1', '1,5', 'NaN', '1e309', '10', '8.00001'])
      expect([preco, (await item(preco)).status]).toEqual([preco, 422]);
    expect((await item('8', other.items[0])).body.errors).toEqual({
      'itens.0.idItem': 'Este produto não está no orçamento.',
    });
  });

  it('is accepted once per line while pending, on an open quote', async () => {
    const { id, items } = await requested();
    const again = await ask('GERENTE', { idPedido: id, itens: [{ idItem: items[0], preco: '7' }] });
    expect(again.body.error).toBe('Pessoa vendedor já solicitou um preço para este produto.');
    for (const values of [
      { status: 'PERDIDO' },
      { stage: 'PEDIDO' },
      { releasedTo: 'B2B' },
      { validUntil: '2020-01-01' },
    ]) {
      const closed = await fixture.quote(values as Partial<typeof orders.$inferInsert>);
      const answer = await ask('VENDEDOR', {
        idPedido: closed.id,
        itens: [{ idItem: closed.items[0], preco: '8' }],
      });
      expect([values, answer.body.code]).toEqual([values, 'ORCAMENTO_FECHADO']);
    }
  });

  it('can be changed and withdrawn only by its author, while it is pending', async () => {
    const { id, negotiation } = await requested();
    const change = (who: Who, preco: string) =>
      ask(who, { itens: [{ id: negotiation, preco }] }, `${PATH}/${id}`, 'PUT');
    expect((await change('OPERADOR', '7')).body.code).toBe('DE_OUTRA_PESSOA');
    expect((await change('VENDEDOR', '7.5')).status).toBe(200);
    expect((await stored(negotiation))?.requestedPrice).toBe('7.5000');
    const foreign = await remove('OPERADOR', `/cancelar?ids[]=${negotiation}`);
    expect(foreign.body.falhas[0].codigo).toBe('DE_OUTRA_PESSOA');
    expect((await remove('VENDEDOR', `/cancelar?ids[]=${negotiation}`)).body.sucesso).toEqual([negotiation]);
    expect((await change('VENDEDOR', '7')).body.code).toBe('JA_DECIDIDO');
  });
});

describe('decision on a price', () => {
  it('updates price, taxes and totals, with one entry each, and notifies the requester', async () => {
    const { db } = fixture.server.deps;
    const { id, items, negotiation } = await requested('8');
    const answer = await authorize('SUPERVISOR', [{ id: negotiation, preco: '9', versao: 1 }], 'Volume bom');
    expect(answer.body).toEqual({ processados: 1, sucesso: [negotiation], falhas: [] });
    const [line] = await db
      .select()
      .from(orderItems)
      .where(eq(orderItems.id, items[0] ?? 0));
    expect(line).toMatchObject({
      price: '9.0000',
      total: '27.0000',
      taxes: { ipi: { perc: '10', valor: '2.7' } },
    });
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ subtotal: '57.0000', total: '62.7000', version: 2 });
    expect(await stored(negotiation)).toMatchObject({
      status: 'A',
      decidedPrice: '9.0000',
      decisionNote: 'Volume bom',
    });
    const log = await db.select().from(customerLog).where(eq(customerLog.itemId, id)).orderBy(customerLog.id);
    expect(log.map(({ text }) => text)).toEqual([
      expect.stringContaining('Preço solicitado: Detergente neutro'),
      expect.stringContaining('Preço autorizado: Detergente neutro'),
    ]);
    const audits = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(id)))
      .orderBy(auditLog.id);
    expect(audits.map(({ action }) => action)).toEqual(['SOLICITAR_PRECO', 'AUTORIZAR_PRECO']);
    const reported = await db
      .select()
      .from(realtimeEvents)
      .where(eq(realtimeEvents.event, 'negociacao.decidida'))
      .orderBy(realtimeEvents.id);
    expect(reported.at(-1)).toMatchObject({
      channels: [`private-pessoa-${fixture.people.VENDEDOR}`],
      data: { idPedido: id, ids: [negotiation], status: 'A' },
    });
    // Who is told personally is not told once more by the quote that is open.
    const changes = await db
      .select()
      .from(realtimeEvents)
      .where(eq(realtimeEvents.event, ORDER_CHANGED))
      .orderBy(realtimeEvents.id);
    expect(changes.at(-1)?.data).toMatchObject({
      acao: 'AUTORIZAR_PRECO',
      avisados: [fixture.people.VENDEDOR],
    });
  });

  it('is accepted from one of two at once, whose name the other gets', async () => {
    const { negotiation, items } = await requested('8');
    const [a, b] = await Promise.all([
      authorize('SUPERVISOR', [{ id: negotiation }]),
      remove('GERENTE', `?ids[]=${negotiation}&motivo=abaixo do custo`),
    ]);
    const [won, lost] = a.body.sucesso.length === 1 ? [a, b] : [b, a];
    expect(won.body.sucesso).toEqual([negotiation]);
    expect(lost.body.falhas[0]).toMatchObject({
      codigo: 'JA_DECIDIDO',
      mensagem: expect.stringMatching(/^Pessoa (supervisor|gerente) já (autorizou|negou) este preço/),
    });
    const { db } = fixture.server.deps;
    const [line] = await db
      .select()
      .from(orderItems)
      .where(eq(orderItems.id, items[0] ?? 0));
    expect(line?.price).toBe(won === a ? '8.0000' : '10.0000');
  });

  it('needs a reason to deny; cannot authorise if the quote closed or changed, or above the list', async () => {
    const { id, negotiation } = await requested();
    expect((await remove('SUPERVISOR', `?ids[]=${negotiation}&motivo=%20`)).status).toBe(422);
    const above = await authorize('SUPERVISOR', [{ id: negotiation, preco: '10.01' }]);
    expect(above.body.falhas[0].codigo).toBe('PRECO_INVALIDO');
    const stale = await authorize('SUPERVISOR', [{ id: negotiation, versao: 9 }]);
    expect(stale.body.falhas[0].codigo).toBe('CONFLITO');
    const { db } = fixture.server.deps;
    await db.update(orders).set({ status: 'PERDIDO' }).where(eq(orders.id, id));
    const closed = await authorize('SUPERVISOR', [{ id: negotiation }]);
    expect(closed.body.falhas[0].codigo).toBe('ORCAMENTO_FECHADO');
    const denied = await remove('SUPERVISOR', `?ids[]=${negotiation}&motivo=perdido`);
    expect(denied.body.sucesso).toEqual([negotiation]);
  });

  it('is acknowledged by the requester, once', async () => {
    const { negotiation } = await requested();
    const seen = (who: Who) => ask(who, { ids: [negotiation] }, `${PATH}/estou-ciente`);
    expect((await seen('VENDEDOR')).body.falhas[0].codigo).toBe('NAO_DECIDIDO');
    await authorize('SUPERVISOR', [{ id: negotiation }]);
    expect((await seen('OPERADOR')).body.falhas[0].codigo).toBe('DE_OUTRA_PESSOA');
    expect((await seen('VENDEDOR')).body.sucesso).toEqual([negotiation]);
    expect((await stored(negotiation))?.seenAt).not.toBeNull();
  });
});

describe('list of price negotiations', () => {
  it('is notified of each decision, and returns the results of its rows by id', async () => {
    const { db } = fixture.server.deps;
    const ids: number[] = [];
    for (let made = 0; made < 3; made++) ids.push((await requested()).negotiation);
    const [authorised = 0, denied = 0, cancelled = 0] = ids;
    const reported = () => db.$count(realtimeEvents, eq(realtimeEvents.event, NEGOTIATIONS_CHANGED));
    const before = await reported();
    await authorize('SUPERVISOR', [{ id: authorised }]);
    await remove('SUPERVISOR', `?ids[]=${denied}&motivo=caro`);
    await remove('VENDEDOR', `/cancelar?ids[]=${cancelled}`);
    expect(await reported()).toBe(before + 3);
    const query = `?${ids.map((id) => `ids[]=${id}`).join('&')}`;
    const { itens } = (await get('SUPERVISOR', query)).body;
    const became = new Map(itens.map((row: { id: number; status: string }) => [row.id, row.status]));
    expect([itens.length, ...ids.map((id) => became.get(id))]).toEqual([3, 'A', 'N', 'C']);
    const denials = (await get('SUPERVISOR', `${query}&status=N`)).body.itens;
    expect(denials.map((row: { id: number }) => row.id)).toEqual([denied]);
  });

  it('shows pending ones by default, newest first, and finds by quote, name and product', async () => {
    const { id, negotiation } = await requested();
    const ids = async (query: string) =>
      (await get('SUPERVISOR', query)).body.itens.map((row: { id: number }) => row.id);
    expect((await ids(''))[0]).toBe(negotiation);
    expect(await ids(`?termo=${id}`)).toEqual([negotiation]);
    expect(await ids('?termo=azul detergente')).toEqual([]);
    const found = (await get('SUPERVISOR', '?termo=ESPÔNJA')).body.itens;
    expect(found.map((row: { produto: { descricao: string } }) => row.produto.descricao)).toEqual([
      'Esponja dupla',
    ]);
    expect(await ids('?termo=Azul&take=1')).toEqual([negotiation]);
    expect((await get('SUPERVISOR', '?inicio=2026-01-02&fim=2026-01-01')).status).toBe(422);
    expect((await get('SUPERVISOR', '?sortBy=preco')).status).toBe(422);
  });

  it('is exported as a spreadsheet, within the scope', async () => {
    const file = await get('VENDEDOR', '/exportar?formato=csv&status=TODOS');
    expect(file.status).toBe(200);
    expect(file.body).toContain('Detergente neutro');
  });
});
