import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { grantsOf } from '#contract/permissions.ts';
import { missingDocument } from '#contract/rules/documents.ts';
import {
  customerCreditLimits,
  customers,
  orderItems,
  orders,
  paymentPlans,
  roles,
} from '#server/db/tables/index.ts';
import { type OrderFixture, orderFixture } from '../orders/orderFixture.ts';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());

const as = (
  who: 'VENDEDOR' | 'GERENTE',
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => fixture.server.call(method, `/callcenter${path}`, { token: fixture.tokens[who], ...(body && { body }) });

const light = async (id: number, nome: string) =>
  (await as('VENDEDOR', 'GET', `/sinaleiras/${id}`)).body.data.sinaleiras.find(
    (each: { nome: string }) => each.nome === nome,
  );

describe('lights of a quote and the order', () => {
  it('agree on its credit, for any limits', async () => {
    const { db } = fixture.server.deps;
    const customerId = fixture.customerIds.first;
    const id = fc.option(fc.constantFrom(1, 2));
    const amount = fc.integer({ min: 0, max: 40 }).map(String);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ paymentMethodId: id, paymentPlanId: id, total: amount, used: amount }), {
          maxLength: 4,
        }),
        fc.constantFrom(1, 2, 3),
        fc.constantFrom(1, 2),
        async (limits, paymentMethodId, paymentPlanId) => {
          await db.delete(customerCreditLimits);
          if (limits.length > 0)
            await db.insert(customerCreditLimits).values(limits.map((row) => ({ ...row, customerId })));
          const quote = await fixture.quote({ paymentMethodId, paymentPlanId });
          const { cor } = await light(quote, 'CREDITO');
          const answer = await as('VENDEDOR', 'POST', `/orcamentos/${quote}/pedido`, {});
          const codes = (answer.body.motivos ?? []).map(({ codigo }: { codigo: string }) => codigo);
          const refused = codes.some((code: string) => code === 'SEM_LIMITE' || code === 'LIMITE_EXCEDIDO');
          expect([answer.status, cor]).toEqual(refused ? [422, 'VERMELHO'] : [200, 'VERDE']);
          await as('VENDEDOR', 'GET', `/pedidos/${quote}/orcamento`);
          await db.update(orders).set({ status: 'PERDIDO' }).where(eq(orders.id, quote));
        },
      ),
      { numRuns: 12 },
    );
  });

  it('agree on its stock: two lines of a product share what is available', async () => {
    const { db } = fixture.server.deps;
    const quote = await fixture.quote({}, '6');
    expect((await light(quote, 'ESTOQUE')).cor).not.toBe('VERMELHO');
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, quote));
    const { id: _, ...same } = line as NonNullable<typeof line>;
    await db.insert(orderItems).values({ ...same, line: 2, quantity: '5' });
    expect((await light(quote, 'ESTOQUE')).cor).toBe('VERMELHO');
    const { body } = await as('VENDEDOR', 'POST', `/orcamentos/${quote}/pedido`, {});
    expect(body.code).toBe('SEM_ESTOQUE');
    expect((await as('GERENTE', 'PUT', `/sinaleiras/${quote}`, { motivo: 'Urgente' })).body.code).toBe(
      'NADA_A_LIBERAR',
    );
  });
});

describe('what the dialog says before it asks', () => {
  const db = () => fixture.server.deps.db;
  const customerIs = (set: Partial<typeof customers.$inferInsert>) =>
    db().update(customers).set(set).where(eq(customers.id, fixture.customerIds.first));
  const lineOf = async (orderId: number) => {
    const [line] = await db().select().from(orderItems).where(eq(orderItems.orderId, orderId));
    return line?.id ?? 0;
  };
  /** What stands against an order, by the code that tells it first. */
  const AGAINST: Readonly<Record<string, () => Promise<number>>> = {
    SEM_COBRANCA: () => fixture.quote({ paymentMethodId: null }),
    SEM_PLANO: () => fixture.quote({ paymentPlanId: null }),
    SEM_ITENS: async () => {
      const id = await fixture.quote();
      await db()
        .update(orderItems)
        .set({ removedAt: new Date(0) })
        .where(eq(orderItems.orderId, id));
      return id;
    },
    CLIENTE_BLOQUEADO: async () => {
      await customerIs({ blocked: true, blockReason: 'Cheque' });
      return fixture.quote();
    },
    CADASTRO_INCOMPLETO: async () => {
      await customerIs({ prospect: true });
      return fixture.quote();
    },
    // Whatever the registration says of it: an invoice could not name it.
    'CADASTRO_INCOMPLETO sem documento': async () => {
      await customerIs({ document: missingDocument(fixture.customerIds.first) });
      return fixture.quote();
    },
    NEGOCIACAO_PENDENTE: async () => {
      const id = await fixture.quote();
      await as('VENDEDOR', 'POST', '/precos-negociados', {
        idPedido: id,
        itens: [{ idItem: await lineOf(id), preco: '7' }],
      });
      return id;
    },
    NEGOCIACAO_EXIGIDA: async () => {
      const id = await fixture.quote();
      await db().update(orderItems).set({ price: '5' }).where(eq(orderItems.orderId, id));
      return id;
    },
    SEM_ESTOQUE: () => fixture.quote({}, '9999'),
    SEM_LIMITE: async () => {
      await db().delete(customerCreditLimits);
      const [plan] = await db()
        .insert(paymentPlans)
        .values({ name: '28 dias', days: [28], percent: '0' })
        .returning();
      return fixture.quote({ paymentMethodId: 1, paymentPlanId: plan?.id ?? 0 });
    },
    ORCAMENTO_VENCIDO: () => fixture.quote({ validUntil: '2020-01-01' }),
    LIBERADO: () => fixture.quote({ releasedTo: 'B2B' }),
  };
  const saidOf = async (id: number, token = fixture.tokens.VENDEDOR) =>
    (await fixture.server.call('GET', `/callcenter/orcamentos/${id}/mudancas`, { token })).body.data
      .impedimentos;

  it.each(Object.keys(AGAINST))('is what the order is refused for, word by word: %s', async (name) => {
    const [code] = name.split(' ');
    const [{ document } = { document: '' }] = await db()
      .select({ document: customers.document })
      .from(customers)
      .where(eq(customers.id, fixture.customerIds.first));
    const id = await (AGAINST[name] as () => Promise<number>)();
    const said = await saidOf(id);
    const { status, body } = await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {});
    await customerIs({ blocked: false, prospect: false, document });
    const refused = body.motivos ?? [{ codigo: body.code, mensagem: body.error }];
    expect([status, said[0].codigo, said]).toEqual([422, code, refused]);
  });

  it('is nothing where nothing stands against it', async () => {
    const id = await fixture.quote({}, '1');
    expect(await saidOf(id)).toEqual([]);
    expect((await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`, {})).status).toBe(200);
    expect(await saidOf(id)).toEqual([]);
  });

  it('is nothing for people who may not save it', async () => {
    const id = await fixture.quote({ paymentPlanId: null });
    const said = () => saidOf(id, fixture.tokens.GERENTE);
    expect(await said()).toHaveLength(1);
    const own = eq(roles.key, 'GERENTE');
    const [before] = await db().select().from(roles).where(own);
    await db()
      .update(roles)
      .set({ grants: grantsOf(['ORCAMENTO']) })
      .where(own);
    expect(await said()).toEqual([]);
    await db()
      .update(roles)
      .set({ grants: before?.grants ?? [] })
      .where(own);
  });
});
