import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { countMomentText, readCountMoment } from '#contract/rules/orders/shownStock.ts';
import { branches, productStock, stockMovements } from '#server/db/tables/index.ts';
import { type OrderFixture, orderFixture } from './orderFixture.ts';

let fixture: OrderFixture;
let cnpj: string;
beforeAll(async () => {
  fixture = await orderFixture();
  const [branch] = await fixture.server.deps.db
    .select()
    .from(branches)
    .where(eq(branches.id, fixture.branchIds[0]));
  cnpj = branch?.cnpj ?? '';
});
afterAll(() => fixture?.server.close());
beforeEach(async () => {
  const { db } = fixture.server.deps;
  await db.delete(stockMovements);
  await db.update(productStock).set({ quantity: '10', reserved: '0', countedAt: null });
});

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  as: 'ADMIN' | 'VENDEDOR' = 'ADMIN',
) => fixture.server.call(method, url, { token: fixture.tokens[as], ...(body && { body }) });
async function ordered(units: string): Promise<number> {
  const id = await fixture.quote({}, units);
  const { status, body } = await call('POST', `/callcenter/orcamentos/${id}/pedido`, {}, 'VENDEDOR');
  expect([status, body]).toMatchObject([200, {}]);
  return id;
}
const counted = async (quantidade: string, contadoEm: string | null) =>
  (await call('PUT', '/dados/v1/estoque', [{ produto: 'P1', filial: cnpj, quantidade, contadoEm }])).body
    .linhas[0];
/** Sets the last stock movement to this long ago. */
async function movedAt(id: number, ago: number) {
  const at = new Date(Date.now() - ago);
  await fixture.server.deps.db.update(stockMovements).set({ at }).where(eq(stockMovements.orderId, id));
}
const HOUR = 3_600_000;
const at = (ago: number) => new Date(Date.now() - ago).toISOString();

it('a stock count keeps only later orders reserved, since it already includes earlier ones', async () => {
  await movedAt(await ordered('3'), 5 * HOUR);
  const after = await ordered('2');
  await movedAt(after, 3 * HOUR);
  expect(await fixture.reserved()).toBe('5.000');
  expect(await counted('7', at(4 * HOUR))).toMatchObject({ resultado: 'mudado' });
  expect(await fixture.reserved()).toBe('2.000');
  await ordered('1');
  expect(await fixture.reserved()).toBe('3.000');
  expect(await counted('7', at(HOUR))).toMatchObject({ resultado: 'mudado' });
  expect(await fixture.reserved()).toBe('1.000');
});

it('cancelling after a stock count returns stock, but never above the count', async () => {
  const old = await ordered('3');
  await movedAt(old, 5 * HOUR);
  await counted('7', at(4 * HOUR));
  const fresh = await ordered('2');
  await call('DELETE', `/callcenter/pedidos/${old}`);
  await call('DELETE', `/callcenter/pedidos/${fresh}`);
  expect(await fixture.reserved()).toBe('0.000');
});

it('a stock count is rejected if older than the current one, in the future, or without a valid time', async () => {
  const existing = at(2 * HOUR);
  await counted('7', existing);
  for (const wrong of [at(3 * HOUR), at(-HOUR), '31/02/2026 02:00', 'ontem', '2026-11-25'])
    expect(await counted('9', wrong)).toMatchObject({
      resultado: 'recusado',
      erros: { contadoEm: expect.any(String) },
    });
  expect(await counted('7', existing)).toMatchObject({ resultado: 'igual' });
});

it('the time of a stock count is the same in every spelling', () => {
  const spelled = ['25/11/2026 02:00', '2026-11-25 02:00', '2026-11-25T02:00:00', '2026-11-25T05:00:00Z'];
  for (const text of spelled) {
    const moment = readCountMoment(text);
    expect([text, moment && countMomentText(moment)]).toEqual([text, '2026-11-25 02:00']);
  }
  const precise = readCountMoment('25/11/2026 02:00:41');
  expect(precise && countMomentText(precise)).toBe('2026-11-25 02:00:41');
});
