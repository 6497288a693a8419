import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { addDays } from '../../../contract/rules/calendarDate.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import {
  agendas,
  customerLog,
  customers,
  orderItems,
  parameters,
  products,
} from '../../../server/db/tables/index.ts';
import { type OrderWorld, orderWorld } from './orderWorld.ts';

const ZONE = 'America/Sao_Paulo';
let world: OrderWorld;

beforeAll(async () => {
  world = await orderWorld();
});
afterAll(() => world?.server.close());
afterEach(() => world.server.deps.db.delete(parameters));

const set = (key: string, value: unknown, area: 'GERAL' | 'CALLCENTER' = 'CALLCENTER', branchId = 0) =>
  world.server.deps.db.insert(parameters).values({ area, key, value, branchId });
const call = (method: 'GET' | 'PUT', path: string, body?: object) =>
  world.server.call(method, path, { token: world.tokens.VENDEDOR, ...(body && { body }) });

describe('reagendaOrcamento', () => {
  async function renewed() {
    const { db } = world.server.deps;
    const orderId = await world.quote({ status: 'VENCIDO', validUntil: addDays(world.today, -3) });
    const at = new Date(`${addDays(world.today, -3)}T18:30:00Z`);
    const agenda = {
      customerId: world.customerIds.first,
      branchId: world.branchIds[0],
      personId: world.people.VENDEDOR,
      orderId,
      subject: 'Retomar',
      scheduledAt: at,
    };
    const rows = await db
      .insert(agendas)
      .values([agenda, { ...agenda, finishedAt: at }])
      .returning();
    const until = addDays(world.today, 9);
    const { status } = await call('PUT', `/callcenter/orcamentos/${orderId}/renovar`, { dtVal: until });
    expect(status).toBe(200);
    const days = await Promise.all(
      rows.map(async ({ id }) => {
        const [row] = await db.select().from(agendas).where(eq(agendas.id, id));
        return (
          row && [localDate(row.scheduledAt, ZONE), row.scheduledAt.toISOString().slice(11, 16), row.version]
        );
      }),
    );
    const told = await db
      .select()
      .from(customerLog)
      .where(eq(customerLog.itemId, rows[0]?.id ?? 0));
    return {
      days,
      until,
      before: localDate(at, ZONE),
      told: told.filter(({ type }) => type === 'AGENDA').length,
    };
  }

  it('moves the pending contact of a renewed quote to its new end, at the same hour', async () => {
    const { days, until, before, told } = await renewed();
    expect(days).toEqual([
      [until, '18:30', 2],
      [before, '18:30', 1],
    ]);
    expect(told).toBe(1);
  });

  it('leaves it where the branch says no', async () => {
    await set('reagendaOrcamento', true);
    await set('reagendaOrcamento', false, 'CALLCENTER', world.branchIds[0]);
    const { days, before, told } = await renewed();
    expect(days[0]).toEqual([before, '18:30', 1]);
    expect(told).toBe(0);
  });
});

describe('usaCarrinho', () => {
  async function addedTwice() {
    const { db } = world.server.deps;
    const [product] = await db
      .insert(products)
      .values({ code: `C${Math.random()}`, description: 'Cesta', brand: 'Serra', price: '5' })
      .returning();
    await set('vendaSemEstoque', true);
    const orderId = await world.quote();
    const add = () =>
      call('PUT', `/callcenter/orcamentos/${orderId}/autosave`, {
        itens: [{ idProd: product?.id, qtde: '2' }],
      });
    expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(200);
    const lines = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
    return lines.filter(({ productId }) => productId === product?.id).map(({ quantity }) => Number(quantity));
  }

  it('adds to the line that is there', async () => expect(await addedTwice()).toEqual([4]));
  it('makes another line where it is off', async () => {
    await set('usaCarrinho', false);
    expect(await addedTwice()).toEqual([2, 2]);
  });
});

describe('usaLgpd', () => {
  const documents = async () =>
    (await call('GET', '/callcenter/clientes')).body.itens.map(
      ({ documento }: { documento: string }) => documento,
    );

  it('hides the ends of a CPF in lists, and nothing of a CNPJ', async () => {
    const { db } = world.server.deps;
    await db
      .update(customers)
      .set({ document: '11144477735' })
      .where(eq(customers.id, world.customerIds.first));
    expect(await documents()).toContain('11144477735');
    await set('usaLgpd', true, 'GERAL');
    const shown = await documents();
    expect(shown).toContain('***.444.777-**');
    expect(shown.filter((each: string) => each.length === 11)).toEqual([]);
  });
});
