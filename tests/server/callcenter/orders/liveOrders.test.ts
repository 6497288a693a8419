import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc } from 'drizzle-orm';
import { grantsOf } from '#contract/permissions.ts';
import { ORDER_CHANGED, orderChannel, STOCK_CHANGED, stockChannel } from '#contract/realtime.ts';
import { reserveStock, returnStock } from '#server/callcenter/orders/change/stock.ts';
import { realtimeEvents } from '#server/db/tables/index.ts';
import { allowedChannels, type Listener } from '#server/realtime/channelAccess.ts';
import { type OrderFixture, orderFixture } from './orderFixture.ts';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
/** Events of a kind, newest first. */
const reported = async (kind: string) =>
  (await db().select().from(realtimeEvents).orderBy(desc(realtimeEvents.id))).filter(
    ({ event }) => event === kind,
  );
const listener = (type: Listener['type'], id: number, branchIds: number[]) =>
  ({
    id,
    type,
    branchIds,
    grants: grantsOf(['ORCAMENTO', 'PEDIDO']),
    representativeId: null,
    viewer: null,
  }) as unknown as Listener;

describe('live updates of an open quote or order', () => {
  it('announce every write, with its author and the new version', async () => {
    const id = await fixture.quote();
    const before = (await reported(ORDER_CHANGED)).length;
    const { status, body } = await fixture.server.call('PUT', `/callcenter/orcamentos/${id}/autosave`, {
      token: fixture.tokens.VENDEDOR,
      body: { ordComp: 'OC 9' },
    });
    expect(status).toBe(200);
    const events = await reported(ORDER_CHANGED);
    expect(events.length).toBe(before + 1);
    expect(events[0]).toMatchObject({
      channels: [orderChannel(id)],
      data: { id, versao: body.data.versao, acao: 'ALTERAR', por: { id: fixture.people.VENDEDOR } },
    });
  });

  it('announce nothing that was refused', async () => {
    const id = await fixture.quote();
    const before = (await reported(ORDER_CHANGED)).length;
    const body = { ordComp: 'OC 9', versao: 999 };
    const answer = await fixture.server.call('PUT', `/callcenter/orcamentos/${id}/autosave`, {
      token: fixture.tokens.VENDEDOR,
      body,
    });
    expect(answer.status).toBe(409);
    expect((await reported(ORDER_CHANGED)).length).toBe(before);
  });

  it('announce stock that is reserved and returned', async () => {
    const id = await fixture.quote();
    await db().transaction((tx) => reserveStock(tx, fixture.server.deps, id, false));
    await db().transaction((tx) => returnStock(tx, fixture.server.deps, id));
    const events = await reported(STOCK_CHANGED);
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ channels: [stockChannel(fixture.branchIds[0])] });
  });

  it('reach only people who can read the quote', async () => {
    const id = await fixture.quote();
    const channel = orderChannel(id);
    const hears = async (type: Listener['type'], branches: number[]) =>
      (await allowedChannels(db(), listener(type, 1, branches), [channel])).has(channel);
    expect(await hears('VENDEDOR', [fixture.branchIds[0]])).toBe(true);
    expect(await hears('SUPERVISOR', [])).toBe(true);
    expect(await hears('VENDEDOR', [fixture.branchIds[1]])).toBe(false);
    expect(await hears('CONSUMIDOR_FINAL', [fixture.branchIds[0]])).toBe(false);
    expect(await hears('REPRESENTANTE', [])).toBe(false);
  });
});
