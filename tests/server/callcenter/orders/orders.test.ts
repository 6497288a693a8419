import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq, inArray } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import { expireOrders } from '#server/callcenter/orders/expire.ts';
import { orderCondition, orderRows } from '#server/callcenter/orders/queries.ts';
import {
  auditLog,
  customerLog,
  customerRestrictions,
  orderItems,
  orders,
  outboxAttachments,
  paymentLinks,
  productStock,
} from '#server/db/tables/index.ts';
import { personById } from '#server/session/currentUser.ts';
import { CASH, type OrderFixture, orderFixture } from './orderFixture.ts';

let fixture: OrderFixture;

beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());
beforeEach(async () => {
  await fixture.server.deps.db.update(productStock).set({ quantity: '10', reserved: '0' });
});

type Who = keyof OrderFixture['tokens'];
const as = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  fixture.server.call(method, `/callcenter${path}`, {
    token: fixture.tokens[who],
    ...(body && { body }),
  });
const rowOf = async (id: number) =>
  (await fixture.server.deps.db.select().from(orders).where(eq(orders.id, id)))[0];
const logOf = (id: number) =>
  fixture.server.deps.db.select().from(customerLog).where(eq(customerLog.itemId, id)).orderBy(customerLog.id);

describe('reading of quotes and orders', () => {
  it('hides a quote of another branch, and answers as for an unknown one', async () => {
    const id = await fixture.quote({
      branchId: fixture.branchIds[1],
      customerId: fixture.customerIds.second,
      representativeId: null,
    });
    const unknown = await as('VENDEDOR', 'GET', '/orcamentos/999999');
    for (const who of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE'] as const) {
      const { body } = await as(who, 'GET', '/orcamentos');
      expect(body.itens.map((row: { id: number }) => row.id)).not.toContain(id);
      for (const path of [`/orcamentos/${id}`, `/visualizar/${id}`, `/orcamentos/${id}/notificacoes`])
        expect(await as(who, 'GET', path)).toMatchObject({
          status: 404,
          body: { error: unknown.body.error, code: unknown.body.code },
        });
      expect((await as(who, 'PUT', `/orcamentos/${id}/1`, {})).status).toBe(404);
    }
    expect((await as('GERENTE', 'GET', `/orcamentos/${id}`)).status).toBe(200);
    expect((await as('CONSUMIDOR_FINAL', 'GET', `/visualizar/${id}`)).status).toBe(403);
  });

  it('pages by key in every order, and rejects the key of another list', async () => {
    for (let made = 0; made < 3; made++) await fixture.quote({ total: `${30 + made}` });
    for (const orderBy of ['id', 'dtHorInc', 'vlTot']) {
      const first = await as('GERENTE', 'GET', `/orcamentos?take=2&orderBy=${orderBy}`);
      const { proximo } = first.body.paginator;
      const next = await as('GERENTE', 'GET', `/orcamentos?take=2&orderBy=${orderBy}&cursor=${proximo}`);
      const ids = [...first.body.itens, ...next.body.itens].map((row: { id: number }) => row.id);
      expect(new Set(ids).size).toBe(4);
      const other = await as('GERENTE', 'GET', `/orcamentos?take=3&orderBy=${orderBy}&cursor=${proximo}`);
      expect(other.status).toBe(422);
    }
  });

  it('finds an expired quote before the job marks it, which then writes one entry', async () => {
    const id = await fixture.quote({ validUntil: addDays(fixture.today, -1) });
    const found = await as('VENDEDOR', 'GET', `/orcamentos?st=VENCIDO&q=${id}`);
    expect(found.body.itens).toMatchObject([{ id, st: 'VENCIDO' }]);
    await expireOrders(fixture.server.deps);
    await expireOrders(fixture.server.deps);
    expect((await rowOf(id))?.status).toBe('VENCIDO');
    expect(await logOf(id)).toHaveLength(1);
    const { body } = await as('VENDEDOR', 'PUT', `/orcamentos/${id}/renovar`, {});
    expect(body.data.message).toMatch(/^Orçamento renovado até/);
    expect((await rowOf(id))?.validUntil).toBe(addDays(fixture.today, 7));
  });

  it("expires a quote on its branch's day, even behind 200 of a branch still on the day before", async () => {
    const { db } = fixture.server.deps;
    // Half past midnight in São Paulo, half past eleven in the evening in Manaus.
    const now = () => new Date(`${addDays(fixture.today, 1)}T03:30:00Z`);
    const west = {
      branchId: fixture.branchIds[1],
      sellerId: fixture.people.GERENTE,
      validUntil: fixture.today,
    };
    const first = await fixture.quote(west);
    const [row] = await db.select().from(orders).where(eq(orders.id, first));
    const { id: _, ...same } = row ?? ({} as never);
    const many = await db
      .insert(orders)
      .values(Array.from({ length: 200 }, () => same))
      .returning({ id: orders.id });
    const moved = new Date('2026-01-05T12:00:00Z');
    const east = await fixture.quote({ validUntil: fixture.today, updatedAt: moved });
    await expireOrders({ db, now });
    expect(await rowOf(east)).toMatchObject({ status: 'VENCIDO', updatedAt: moved });
    const shown = await orderRows({ db, now }, [first, east]);
    expect(shown.map(({ st }) => st)).toEqual(['ATIVO', 'VENCIDO']);
    await db.delete(orders).where(inArray(orders.id, [first, ...many.map(({ id }) => id)]));
  });

  it("filters by the clock of the quote's branch, not of the reader", async () => {
    const { db } = fixture.server.deps;
    // Half past midnight in São Paulo, half past eleven in the evening in Manaus.
    const now = () => new Date(`${addDays(fixture.today, 1)}T03:30:00Z`);
    const user = await personById(db, fixture.people.GERENTE);
    if (!user) throw new Error('no manager');
    const east = await fixture.quote({ validUntil: fixture.today });
    const west = await fixture.quote({ branchId: fixture.branchIds[1], validUntil: fixture.today });
    const endless = await fixture.quote({ validUntil: null });
    const found = async (zone: TimeZone, st: string[]) => {
      const condition = await orderCondition({ db, user, now }, zone, 'ORCAMENTO', { st });
      const rows = await db
        .select({ id: orders.id })
        .from(orders)
        .where(and(condition, inArray(orders.id, [east, west, endless])))
        .orderBy(orders.id);
      return rows.map(({ id }) => id);
    };
    for (const zone of ['America/Sao_Paulo', 'America/Manaus'] as const) {
      expect(await found(zone, ['VENCIDO'])).toEqual([east]);
      expect(await found(zone, ['ATIVO'])).toEqual([west, endless]);
      expect(await found(zone, ['ATIVO', 'VENCIDO'])).toEqual([east, west, endless]);
    }
    await db.delete(orders).where(inArray(orders.id, [east, west, endless]));
  });

  it('drops released lights when a quote is transferred to another customer', async () => {
    const liberacao = { cores: ['CREDITO'], total: '20', motivo: 'Conhecido', por: 'Ana', em: '' };
    const id = await fixture.quote({ lights: { liberacao } });
    const clienteId = fixture.customerIds.consumer;
    expect((await as('GERENTE', 'POST', `/orcamentos/${id}/transferir`, { clienteId })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ customerId: clienteId, lights: null });
  });
});

describe('turning a quote into an order', () => {
  it('happens once, however many ask at the same time', async () => {
    const id = await fixture.quote();
    const answers = await Promise.all(
      [1, 2, 3].map(() => as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await fixture.reserved()).toBe('2.000');
    expect(await rowOf(id)).toMatchObject({ stage: 'PEDIDO', status: 'AGUARDANDO', version: 2 });
    expect(await logOf(id)).toHaveLength(1);
    const audited = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'orders'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(audited).toHaveLength(1);
  });

  it('needs stock: the last units go to one of two', async () => {
    const ids = [await fixture.quote({}, '6'), await fixture.quote({}, '6')];
    const answers = await Promise.all(
      ids.map((id) => as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('SEM_ESTOQUE');
    expect(await fixture.reserved()).toBe('6.000');
  });

  it('reports each obstacle, and then reserves nothing', async () => {
    const { db } = fixture.server.deps;
    const [restriction] = await db
      .insert(customerRestrictions)
      .values({ customerId: fixture.customerIds.first, description: 'Protesto', blocking: true })
      .returning();
    const id = await fixture.quote({ paymentPlanId: null }, '99');
    const { status, body } = await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {});
    await db.delete(customerRestrictions).where(eq(customerRestrictions.id, restriction?.id ?? 0));
    expect(status).toBe(422);
    expect(body.error.split('\n')).toEqual([
      'Escolha o plano de pagamento.',
      'Restrição do cliente: Protesto.',
      expect.stringContaining('Café torrado: 99'),
    ]);
    expect(await fixture.reserved()).toBe('0.000');
  });

  it('needs enough credit of the customer for a later payment', async () => {
    const id = await fixture.quote({ paymentMethodId: 1, paymentPlanId: 2 });
    const { body } = await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {});
    expect(body.code).toBe('SEM_LIMITE');
  });

  it('is blocked by a red light, until a leader releases it', async () => {
    const id = await fixture.quote();
    await fixture.server.deps.db.update(orderItems).set({ cost: '10.5' }).where(eq(orderItems.orderId, id));
    const { status, body } = await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {});
    expect([status, body.code]).toEqual([422, 'SINALEIRA_VERMELHA']);
    expect(body.error).toMatch(/^Prejuízo: /);
    expect(await fixture.reserved()).toBe('0.000');
    expect((await as('VENDEDOR', 'PUT', `/sinaleiras/${id}`, { motivo: 'Urgente' })).status).toBe(403);
    expect((await as('GERENTE', 'PUT', `/sinaleiras/${id}`, { motivo: 'Cliente novo' })).status).toBe(200);
    expect((await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {})).status).toBe(200);
  });

  it('can be reverted, or cancelled with permission, and returns the stock', async () => {
    const id = await fixture.quote();
    await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {});
    expect((await as('VENDEDOR', 'GET', `/pedidos/${id}/orcamento?versao=1`)).status).toBe(409);
    expect((await as('VENDEDOR', 'GET', `/pedidos/${id}/orcamento`)).status).toBe(200);
    expect(await fixture.reserved()).toBe('0.000');
    await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {});
    expect((await as('VENDEDOR', 'DELETE', `/pedidos/${id}`)).status).toBe(403);
    expect((await as('SUPERVISOR', 'DELETE', `/pedidos/${id}?motivo=Desistiu`)).status).toBe(200);
    expect(await fixture.reserved()).toBe('0.000');
    expect((await as('SUPERVISOR', 'DELETE', `/pedidos/${id}`)).body.code).toBe('SITUACAO_NAO_PERMITE');
  });
});

describe('actions on a quote', () => {
  it('mark it as lost with a listed reason, and copy it with its lines', async () => {
    const id = await fixture.quote();
    expect((await as('VENDEDOR', 'PUT', `/orcamentos/${id}/9999`, {})).status).toBe(422);
    expect((await as('VENDEDOR', 'PUT', `/orcamentos/${id}/1`, { obs: 'caro' })).status).toBe(200);
    const copy = await as('VENDEDOR', 'GET', `/pedidos/${id}/duplicar`);
    const view = await as('VENDEDOR', 'GET', `/orcamentos/${copy.body.data.id}`);
    expect(view.body.data).toMatchObject({ st: 'COTACAO', grupo: id, qtdeIt: 1 });
    expect(view.body.data.acoes).toContain('SALVAR_PEDIDO');
    expect(view.body.data.acoes).not.toContain('TRANSFERIR');
  });

  it('undo a loss by mistake within a day: the same offer, once, on record and announced', async () => {
    const id = await fixture.quote({ status: 'COTACAO' });
    const path = `/orcamentos/${id}/reabrir`;
    expect((await as('VENDEDOR', 'PUT', path, {})).body.code).toBe('SITUACAO_NAO_PERMITE');
    await as('VENDEDOR', 'PUT', `/orcamentos/${id}/1`, { obs: 'engano' });
    const { perda, acoes, versao } = (await as('VENDEDOR', 'GET', `/orcamentos/${id}`)).body.data;
    expect(Date.parse(perda.reabreAte) - Date.parse(perda.em)).toBe(86_400_000);
    expect([perda.por !== null, acoes.includes('REABRIR')]).toEqual([true, true]);
    expect((await as('CONSUMIDOR_FINAL', 'PUT', path, {})).status).toBe(403);
    expect((await as('VENDEDOR', 'PUT', path, { versao: versao - 1 })).status).toBe(409);
    const lines = () =>
      fixture.server.deps.db
        .select()
        .from(orderItems)
        .where(eq(orderItems.orderId, id))
        .orderBy(orderItems.id);
    const offered = await lines();
    expect((await as('VENDEDOR', 'PUT', path, { versao })).body.data.message).toBe('Orçamento reaberto');
    expect(await lines()).toEqual(offered);
    expect(await rowOf(id)).toMatchObject({ status: 'COTACAO', lossReasonId: null, lostAt: null });
    expect((await logOf(id)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Orçamento perdido: .+ – engano$/),
      'Orçamento reaberto',
    ]);
    const audited = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'orders'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(audited.map(({ action }) => action)).toEqual(['PERDER', 'REABRIR']);
    expect((await as('VENDEDOR', 'PUT', path, {})).body.code).toBe('SITUACAO_NAO_PERMITE');
  });

  it('copy it once when the command is repeated', async () => {
    const path = `/callcenter/pedidos/${await fixture.quote()}/duplicar`;
    const again = { token: fixture.tokens.VENDEDOR, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const copies = await Promise.all([1, 2].map(() => fixture.server.call('GET', path, again)));
    expect(copies.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(copies.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('transfer it only to a customer and a seller that the person sees', async () => {
    const id = await fixture.quote();
    const path = `/orcamentos/${id}/transferir`;
    expect((await as('VENDEDOR', 'POST', path, { clienteId: 1 })).status).toBe(403);
    expect((await as('SUPERVISOR', 'POST', path, { clienteId: 99999 })).status).toBe(404);
    expect((await as('SUPERVISOR', 'POST', path, { clienteId: fixture.customerIds.second })).status).toBe(
      422,
    );
    expect((await as('SUPERVISOR', 'POST', path, { idColab: fixture.people.OPERADOR })).status).toBe(200);
    expect((await rowOf(id))?.sellerId).toBe(fixture.people.OPERADOR);
  });

  it('assign one of field sales to the person who takes it over; one made here is only recovered', async () => {
    const made = await fixture.quote({ channel: 'FV', releasedTo: 'FV' });
    const here = await fixture.quote({ releasedTo: 'FV' });
    const taken = (id: number) => as('SUPERVISOR', 'PUT', `/orcamentos/${id}/importar-fv`, {});
    expect((await taken(here)).body.code).toBe('NAO_E_DA_FV');
    expect((await taken(made)).status).toBe(200);
    expect(await rowOf(made)).toMatchObject({ releasedTo: null, sellerId: fixture.people.SUPERVISOR });
    expect((await taken(made)).body.code).toBe('NAO_LIBERADO');
    expect(await logOf(made)).toHaveLength(1);
  });

  it('recover it together with others of its customer, and never of another', async () => {
    const [shop, field] = [
      await fixture.quote({ releasedTo: 'B2B' }),
      await fixture.quote({ releasedTo: 'FV' }),
    ];
    const foreign = await fixture.quote({ releasedTo: 'B2B', customerId: fixture.customerIds.second });
    const still = await fixture.quote();
    const body = { clienteId: fixture.customerIds.first, orcamentos: [field, shop, foreign, still] };
    const waiting = await as('SUPERVISOR', 'GET', '/orcamentos/clientes-liberados');
    expect(waiting.body.find(({ id }: { id: number }) => id === fixture.customerIds.first)).toMatchObject({
      quantidade: 3,
    });
    const { data } = (await as('SUPERVISOR', 'POST', '/clientes/orcamentos-importar', body)).body;
    expect(data).toMatchObject({ processados: 4, sucesso: [shop, field] });
    expect(data.falhas.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'NAO_ENCONTRADO',
      'NAO_LIBERADO',
    ]);
    expect((await rowOf(foreign))?.releasedTo).toBe('B2B');
  });

  it('lock it while it is released, and send it by e-mail with its PDF', async () => {
    const id = await fixture.quote();
    expect((await as('VENDEDOR', 'PUT', `/orcamentos/${id}/liberar-b2b`, {})).status).toBe(200);
    expect((await as('VENDEDOR', 'DELETE', `/orcamentos/${id}`)).body.code).toBe('LIBERADO');
    expect((await as('VENDEDOR', 'PUT', `/orcamentos/${id}/recuperar-b2b`, {})).status).toBe(200);
    expect((await as('VENDEDOR', 'POST', `/emails/orcamentos/${id}`, {})).status).toBe(200);
    const [file] = await fixture.server.deps.db.select().from(outboxAttachments);
    expect(file?.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await as('VENDEDOR', 'DELETE', `/orcamentos/${id}`)).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
  });
});

describe('payment link', () => {
  const CARD = { numero: '4111111111111111', nome: 'Ana Lima', validade: '12/40', cvv: '123' };
  const pay = (hash: string, card = CARD, ip = '10.0.0.1') =>
    fixture.server.call('POST', `/callcenter/link-pagamento/pedido/${hash}/pagar`, { body: card, ip });
  const opened = async () => {
    const id = await fixture.quote({ paymentMethodId: CASH.online });
    const { body } = await as('VENDEDOR', 'POST', `/link-pagamento/${id}/processa-pagamento`, {});
    return { id, hash: String(body.data.url).split('/').at(-1) ?? '' };
  };

  it('is paid once by two at once, and card data is stored nowhere', async () => {
    const { id, hash } = await opened();
    expect((await rowOf(id))?.status).toBe('PAGAMENTO_PENDENTE');
    const answers = await Promise.all([pay(hash), pay(hash)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await rowOf(id))?.status).toBe('PAGAMENTO_REALIZADO');
    const shown = await fixture.server.call('GET', `/callcenter/link-pagamento/pedido/${hash}`);
    expect(shown.body.data).toMatchObject({ status: 'PAGO', pedido: id });
    const { rows } = await fixture.server.database.pool.query(
      `select (select string_agg(a::text, '') from audit_log a) || (select string_agg(l::text, '') from customer_log l)
        || (select string_agg(p::text, '') from payment_links p) as all`,
    );
    expect(rows[0]?.all).not.toContain(CARD.numero);
  });

  it('reports a declined card, throttles after many, and answers 404 for another hash', async () => {
    const { id, hash } = await opened();
    const refused = await pay(hash, { ...CARD, numero: '4000000000000002' });
    expect(refused.body).toMatchObject({ code: 'PAGAMENTO_RECUSADO' });
    expect((await pay(hash, { ...CARD, numero: '1234' })).status).toBe(422);
    for (let tried = 0; tried < 5; tried++) await pay(hash, { ...CARD, numero: '4000000000000002' });
    expect((await pay(hash)).status).toBe(429);
    expect((await rowOf(id))?.status).toBe('PAGAMENTO_PENDENTE');
    const foreign = await fixture.server.call('GET', `/callcenter/link-pagamento/pedido/${'x'.repeat(43)}`);
    expect(foreign.status).toBe(404);
  });

  it('is replaced by a renewed one, and expires with its order', async () => {
    const { id, hash } = await opened();
    expect((await as('VENDEDOR', 'POST', `/link-pagamento/pedido/${id}`, {})).body.code).toBe('LINK_ABERTO');
    expect((await as('VENDEDOR', 'PUT', `/link-pagamento/pedido/${id}`, {})).status).toBe(200);
    expect((await pay(hash, CARD, '10.0.0.9')).body.code).toBe('LINK_CANCELADO');
    await fixture.server.deps.db
      .update(paymentLinks)
      .set({ expiresAt: new Date(0) })
      .where(and(eq(paymentLinks.orderId, id), eq(paymentLinks.status, 'AGUARDANDO')));
    const [listed] = (await as('VENDEDOR', 'GET', `/pedidos?q=${id}`)).body.itens;
    expect(listed.linkPagamentoStatus).toBe('EXPIRADO');
    for (const [link, count] of [
      ['EXPIRADO', 1],
      ['AGUARDANDO', 0],
      ['CANCELADO', 0],
    ] as const)
      expect([
        link,
        (await as('VENDEDOR', 'GET', `/pedidos?q=${id}&link=${link}`)).body.itens.length,
      ]).toEqual([link, count]);
    await expireOrders(fixture.server.deps);
    expect((await rowOf(id))?.status).toBe('PAGAMENTO_EXPIRADO');
  });
});
