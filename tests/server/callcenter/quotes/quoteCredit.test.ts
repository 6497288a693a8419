import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { customerCreditLimits, orderItems, orders } from '#server/db/tables/index.ts';
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
