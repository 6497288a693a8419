import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import { documentRoutes } from '#contract/callcenter/orders/documents.ts';
import { catalogue } from '#contract/index.ts';
import { grantsOf } from '#contract/permissions.ts';
import { pathsOf, type Route, type Routes } from '#contract/route.ts';
import { runNightly } from '#server/callcenter/automations/run.ts';
import {
  automations,
  coupons,
  customerLog,
  customers,
  orderItems,
  orders,
  packagings,
  paymentPlans,
  productStock,
  products,
  roles,
} from '#server/db/tables/index.ts';
import { roleFor } from '#server/session/roles.ts';
import { auditedWrites } from '../../support/auditedWrites.ts';
import { CASH, type OrderFixture, orderFixture } from '../callcenter/orders/orderFixture.ts';

// Every tab for every person means many calls, and the machine may be busy.
let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());

type Who = keyof OrderFixture['tokens'];
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const db = () => fixture.server.deps.db;
const as = (who: Who, method: Method, path: string, body?: object) =>
  fixture.server.call(method, `/callcenter/${path}`, { token: fixture.tokens[who], ...(body && { body }) });

const every = Object.values(catalogue as Record<string, Routes>).flatMap((noun) => Object.values(noun));
const callcenter = every.filter((route) => pathsOf(route).some((path) => path.startsWith('/callcenter/')));

describe('customer out of scope', () => {
  const OF_CUSTOMER = /\/(clientes|contatos|atendimentos|cliente\/dimensoes)\/\{(idCli|id)\}/;
  const reads = callcenter.filter(
    (route) => route.method === 'GET' && !route.changesState && OF_CUSTOMER.test(pathsOf(route)[0] ?? ''),
  );
  const at = (path: string, id: number) =>
    path.replace(/\{(idCli|id)\}/, String(id)).replace(/\{\w+\}/g, String(fixture.productId));

  it.each(['OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const)(
    'answers %s like an unknown one, in every tab and in both areas',
    async (who) => {
      expect(reads.length).toBeGreaterThan(30);
      for (const path of reads.flatMap((route) => pathsOf(route))) {
        const { second } = fixture.customerIds;
        const token = fixture.tokens[who];
        const [foreign, unknown] = await Promise.all(
          [second, 999_999].map(async (id) => {
            const { status, body } = await fixture.server.call('GET', at(path, id), { token });
            return { status, code: body.code, error: body.error };
          }),
        );
        expect([path, foreign]).toEqual([path, unknown]);
        expect([path, [403, 404].includes(foreign?.status ?? 0)]).toEqual([path, true]);
      }
    },
  );

  it('cannot be named in a body either', async () => {
    const { second: idCli } = fixture.customerIds;
    for (const [method, path, body] of [
      ['POST', 'orcamentos', { idCli }],
      ['POST', 'agendas', { idCli, assunto: 'x', data_agendada: `${fixture.today} 23:59` }],
      ['POST', 'atendimento/iniciar', { cliente_id: idCli }],
      ['POST', `contatos/${idCli}/contatos`, { contato: 'Ana' }],
      ['POST', 'produtos/sugestao', { idCli, idFil: fixture.branchIds[0] }],
      ['GET', `sugestoes/MIX/${idCli}/${fixture.branchIds[0]}`],
      ['DELETE', `clientes/${idCli}/endereco-entrega/1`],
    ] as const)
      expect([path, (await as('OPERADOR', method, path, body)).status]).toEqual([path, 404]);
  });
});

describe('permission in the call center', () => {
  const TABS = { ...customerPanelRoutes, ...customerUpkeepRoutes, ...documentRoutes } as Routes;

  it('for one tab opens no other, and look-ups of people need CLIENTE', async () => {
    const roleId = await roleFor(db(), 'OPERADOR');
    const own = eq(roles.id, roleId);
    const [role] = await db().select().from(roles).where(own);
    await db()
      .update(roles)
      .set({ grants: grantsOf(['CLIENTE_BOLETOS']) })
      .where(own);
    try {
      const closed = Object.values(TABS).filter(
        ({ method, permission }) => method === 'GET' && !['session', 'CLIENTE_BOLETOS'].includes(permission),
      );
      const paths = closed.map((route) => (pathsOf(route)[0] ?? '').replace(/\{\w+\}/g, '1'));
      for (const path of [...paths, '/callcenter/lista-operadores', '/callcenter/clientes'])
        expect([
          path,
          (await fixture.server.call('GET', path, { token: fixture.tokens.OPERADOR })).status,
        ]).toEqual([path, 403]);
    } finally {
      await db().update(roles).set({ grants: role?.grants }).where(own);
    }
  });

  it('is required on every route: 401 without a session, and only own data for consumers', async () => {
    const open: string[] = [];
    for (const route of callcenter.filter(({ permission }) => permission !== 'public')) {
      const path = pathsOf(route).find((each) => each.startsWith('/callcenter/')) ?? '';
      const url = path.replace(/\{\w+\}/g, '1');
      const nobody = await fixture.server.call(route.method, url, {});
      if (nobody.status !== 401) open.push(`${route.method} ${path}`);
    }
    expect(open).toEqual([]);
  });
});

describe('state-changing call', () => {
  it('needs the App header by GET and is not answered by HEAD', async () => {
    const id = await fixture.quote();
    for (const route of callcenter.filter((each): each is Route => Boolean(each.changesState))) {
      const url = (pathsOf(route)[0] ?? '').replace(/\{\w+\}/g, String(id));
      const headers = { authorization: `Bearer ${fixture.tokens.ADMIN}` };
      const bare = await fixture.server.app.inject({ method: 'GET', url, headers });
      const head = await fixture.server.app.inject({ method: 'HEAD', url, headers });
      expect([url, bare.statusCode, head.statusCode]).toEqual([url, 403, 404]);
    }
    const [row] = await db().select().from(orders).where(eq(orders.id, id));
    expect(row?.version).toBe(1);
  });

  it('is idempotent by key wherever a POST creates something', () => {
    const CREATES = /CRIAR|CADASTRA|_EDITAR|TRANSFERIR|LINK_PAGAMENTO|SOLICITAR/;
    // These have their own protection: a batch is used once, an external id creates one row, and recounting has no further
    // effect.
    const OWN = /validar|importar|preview|apurar|lote|importar-arquivo/;
    const without = callcenter
      .filter(
        ({ method, permission, idempotent }) => method === 'POST' && CREATES.test(permission) && !idempotent,
      )
      .map((route) => pathsOf(route)[0] ?? '')
      .filter((path) => path.startsWith('/callcenter/') && !OWN.test(path));
    expect(without).toEqual([]);
  });

  it('leaves no trace when it is refused', async () => {
    const id = await fixture.quote();
    const traces = async () => [await auditedWrites(db()), await db().$count(customerLog)];
    const before = await traces();
    const line = (await db().select().from(orderItems).where(eq(orderItems.orderId, id)))[0]?.id;
    for (const body of [
      { itens: [{ id: line, preco: '0.01' }] },
      { itens: [{ id: line, qtde: '0' }] },
      { status: 'FATURADO' },
      { total: '1' },
      { sellerId: 1 },
      { idColab: 1 },
      { itens: [{ id: line, vlTot: '1' }] },
      { frete: { valorOriginal: '50', valorPagar: '1' } },
      { idEnderecoEntrega: 999 },
      { versao: 99, obsPedido: 'x' },
    ]) {
      const { status } = await as('VENDEDOR', 'PUT', `orcamentos/${id}/autosave`, body);
      expect([body, status >= 400 && status < 500]).toEqual([body, true]);
    }
    expect(await traces()).toEqual(before);
  });
});

describe('amount in a body', () => {
  it.each(['0', '-1', '1e309', '1,5', 'NaN', 'Infinity', '999999999999999', '0.00001', '', ' 1', '1.', null])(
    'is rejected as quantity, transfer and freight: %j',
    async (value) => {
      const id = await fixture.quote();
      const [line] = await db().select().from(orderItems).where(eq(orderItems.orderId, id));
      const save = (body: object) => as('VENDEDOR', 'PUT', `orcamentos/${id}/autosave`, body);
      const statuses = [
        (await save({ itens: [{ id: line?.id, qtde: value }] })).status,
        (await save({ frete: { selo: 'x'.repeat(40), valorOriginal: value, valorPagar: '1' } })).status,
        (
          await as('ADMIN', 'POST', 'conta-corrente/transferir-saldo-colaborador', {
            idOrigem: fixture.people.OPERADOR,
            idDestino: fixture.people.VENDEDOR,
            valor: value === '1,5' ? '1,5x' : value,
          })
        ).status,
      ];
      for (const status of statuses) expect([400, 422]).toContain(status);
    },
  );

  it('is rejected with 422 when it is too large for its column', async () => {
    const id = await fixture.quote();
    const [line] = await db().select().from(orderItems).where(eq(orderItems.orderId, id));
    await db().update(productStock).set({ quantity: '99999' });
    for (const change of [{ preco: '999999999.9999' }, { qtde: '9999', preco: '99999999' }]) {
      const body = { itens: [{ id: line?.id, ...change }] };
      expect((await as('VENDEDOR', 'PUT', `orcamentos/${id}`, body)).status).toBe(422);
    }
    await db().update(productStock).set({ quantity: '10' });
  });
});

describe("price below the seller's limit", () => {
  const lineOf = async (id: number) =>
    (
      await db().select().from(orderItems).where(eq(orderItems.orderId, id))
    )[0] as typeof orderItems.$inferSelect;

  it('cannot be reached by giving the line away, except from the flex', async () => {
    const id = await fixture.quote();
    const { id: line } = await lineOf(id);
    const give = () => as('VENDEDOR', 'PUT', `orcamentos/${id}`, { itens: [{ id: line, bonificado: true }] });
    expect(await give()).toMatchObject({ status: 422, body: { code: 'NEGOCIACAO_EXIGIDA' } });
    await db().update(customers).set({ flex: '100' }).where(eq(customers.id, fixture.customerIds.first));
    expect((await give()).status).toBe(200);
    await db().update(customers).set({ flex: '0' });
  });

  it('is authorised for what was requested: not for a box instead of a unit, nor afterwards', async () => {
    const [box] = await db()
      .insert(packagings)
      .values([
        { productId: fixture.productId, name: 'Unidade', standard: true },
        { productId: fixture.productId, name: 'Caixa', conversionFactor: '4', priceFactor: '4' },
      ])
      .returning({ id: packagings.id })
      .then((rows) => rows.slice(1));
    const ask = async () => {
      const id = await fixture.quote({}, '1');
      const { id: line } = await lineOf(id);
      const requested = await as('VENDEDOR', 'POST', 'precos-negociados', {
        idPedido: id,
        itens: [{ idItem: line, preco: '5' }],
      });
      expect(requested.status).toBe(200);
      return { id, line, negotiation: requested.body.data.id };
    };
    const decide = (id: number) => as('GERENTE', 'PUT', 'precos-negociados', { itens: [{ id }] });
    const boxed = { idEmb: box?.id };

    const one = await ask();
    expect(
      (await as('VENDEDOR', 'PUT', `orcamentos/${one.id}`, { itens: [{ id: one.line, ...boxed }] })).status,
    ).toBe(200);
    expect((await decide(one.negotiation)).body.falhas).toMatchObject([{ codigo: 'ITEM_MUDOU' }]);

    const two = await ask();
    expect((await decide(two.negotiation)).body.sucesso).toEqual([two.negotiation]);
    const swap = { itens: [{ id: two.line, ...boxed, preco: '5' }] };
    expect((await as('VENDEDOR', 'PUT', `orcamentos/${two.id}`, swap)).body.code).toBe('NEGOCIACAO_EXIGIDA');
    await db().delete(packagings);
  });

  it('is withdrawn when the payment terms become dearer', async () => {
    const [cheap] = await db()
      .insert(paymentPlans)
      .values({ name: 'Antecipado', percent: '-20' })
      .returning({ id: paymentPlans.id });
    const id = await fixture.quote();
    const { id: line } = await lineOf(id);
    const save = (body: object) => as('VENDEDOR', 'PUT', `orcamentos/${id}/autosave`, body);
    const saved = await save({ idPlano: cheap?.id, itens: [{ id: line, preco: null }] });
    expect(Number(saved.body.data.itens[0].preco)).toBe(8);
    // Differs from the rules, so it is a price set by a person, which does not follow the plan.
    expect((await save({ itens: [{ id: line, preco: '8.01' }] })).status).toBe(200);
    expect(await save({ idPlano: CASH.plan })).toMatchObject({
      status: 422,
      body: { code: 'NEGOCIACAO_EXIGIDA' },
    });
  });
});

describe('order', () => {
  it('reserves stock for an added mix, and none once it is to be paid', async () => {
    const [other] = await db()
      .insert(products)
      .values({ code: 'P2', description: 'Filtro', brand: 'Serra', price: '3' })
      .returning({ id: products.id });
    const productId = other?.id ?? 0;
    await db().insert(productStock).values({ productId, branchId: fixture.branchIds[0], quantity: '1' });
    const [first, second] = [await fixture.quote({}, '1'), await fixture.quote({}, '1')];
    for (const id of [first, second])
      expect((await as('VENDEDOR', 'POST', `orcamentos/${id}/pedido`, {})).status).toBe(200);
    const mix = (id: number) => as('VENDEDOR', 'PUT', `mixes/pedido/${id}`, { produtos: [productId] });
    const sumsOf = async (id: number) => {
      const [row] = await db().select().from(orders).where(eq(orders.id, id));
      return [row?.itemCount, row?.subtotal];
    };
    expect(await sumsOf(first)).toEqual([1, '10.0000']);
    expect((await mix(first)).status).toBe(200);
    expect(await sumsOf(first)).toEqual([2, '12.9400']);
    expect((await mix(second)).status).toBe(422);
    const [stock] = await db().select().from(productStock).where(eq(productStock.productId, productId));
    expect(Number(stock?.reserved)).toBe(1);
    await db().update(orders).set({ status: 'PAGAMENTO_REALIZADO' }).where(eq(orders.id, second));
    expect((await mix(second)).body.code).toBe('INCLUA_A_PARTE');
  });
});

describe('coupon uses', () => {
  it('are released by deleted quotes, and the last goes to one of many concurrent requests', async () => {
    const [coupon] = await db()
      .insert(coupons)
      .values({ code: 'UM', percent: '5', startsOn: fixture.today, endsOn: fixture.today, maxUses: 1 })
      .returning({ id: coupons.id });
    const use = (id: number) => as('VENDEDOR', 'POST', `orcamentos/${id}/cupons`, { codigo: 'UM' });
    const gone = await fixture.quote();
    expect((await use(gone)).status).toBe(200);
    expect((await as('ADMIN', 'DELETE', `orcamentos/${gone}`)).status).toBe(200);
    const ids = await Promise.all([fixture.quote(), fixture.quote(), fixture.quote()]);
    const statuses = (await Promise.all(ids.map(use))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 422, 422]);
    const [after] = await db()
      .select()
      .from(coupons)
      .where(eq(coupons.id, coupon?.id ?? 0));
    expect(after?.uses).toBe(1);
  });
});

describe('nightly jobs', () => {
  it('assign no work in the name of a person who lost the permission', async () => {
    await db()
      .insert(automations)
      .values({
        name: 'De antes',
        rule: { clientes: {}, agenda: { tipo: 'A', assunto: 'x', hora: '09:00' }, dias: 5, maximo: 10 },
        createdById: fixture.people.OPERADOR,
      });
    const night = new Date(`${fixture.today}T06:30:00Z`);
    expect(await runNightly({ db: db(), now: () => night })).toBe(0);
  });
});
