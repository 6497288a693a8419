import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { ticketItems, tickets } from '#server/db/tables/index.ts';
import { type MoveFixture, moveFixture } from '../moves/moveFixture.ts';

let fixture: MoveFixture;
let typeId: number;
let otherTypeId: number;
beforeAll(async () => {
  fixture = await moveFixture();
  typeId = fixture.types.get('DEVOLUCAO') ?? 0;
  otherTypeId = fixture.types.get('TROCA') ?? 0;
});
afterAll(() => fixture?.server.close());

const ask = async (idCli: number, idTipo: number, who?: Parameters<MoveFixture['get']>[1]) => {
  const answer = await fixture.get(`tickets/propostas?idCli=${idCli}&idTipo=${idTipo}`, who);
  expect(answer.status).toBe(200);
  return (answer.body as { data: unknown }).data;
};
const NOTHING = { idTicket: null, origem: null, motivos: [], motivoProduto: null };

it('proposes reasons of the last ticket of the type that the person sees, and the last origin', async () => {
  const { db } = fixture.server.deps;
  const { first, consumer } = fixture.customerIds;
  expect(await ask(first, typeId)).toEqual(NOTHING);
  const add = (createdAt: string, change: Parameters<MoveFixture['addTicket']>[0]) =>
    fixture.addTicket({ customerId: first, createdAt: new Date(createdAt), ...change });
  const path = (...ids: number[]) => ids.map((id) => ({ id, descricao: `Motivo ${id}` }));
  await add('2026-01-01T12:00:00Z', { typeId, origin: 'EMAIL', reasons: path(1) });
  const last = await add('2026-01-02T12:00:00Z', { typeId, origin: 'EMAIL', reasons: path(1021, 1022) });
  const [line = 0] = await fixture.bought('10');
  await fixture.addLine(last, line, { requested: '1', reasonId: 8 });
  await add('2026-01-03T12:00:00Z', { typeId: otherTypeId, origin: 'WHATSAPP', reasons: path(1033) });
  const expected = { idTicket: last, origem: 'WHATSAPP', motivos: [1021, 1022], motivoProduto: 8 };
  expect(await ask(first, typeId)).toEqual(expected);
  expect(await ask(first, 999_999)).toEqual({ ...NOTHING, origem: 'WHATSAPP' });
  expect(await ask(consumer, typeId)).toEqual(NOTHING);

  // One of a branch that the operator does not serve is not theirs to know of.
  await add('2026-01-04T12:00:00Z', {
    ...{ typeId, origin: 'SAC', reasons: path(1) },
    branchId: fixture.branchIds[1],
  });
  expect(await ask(first, typeId, 'OPERADOR')).toEqual(expected);
  expect(await ask(first, typeId, 'ADMIN')).toMatchObject({ origem: 'SAC', motivos: [1] });

  // A consumer says for themselves why they write.
  await db.update(tickets).set({ customerId: consumer }).where(eq(tickets.id, last));
  expect(await ask(consumer, typeId, 'CONSUMIDOR_FINAL')).toEqual(NOTHING);
  await db.delete(ticketItems).where(eq(ticketItems.ticketId, last));
  expect(await ask(consumer, typeId, 'ADMIN')).toMatchObject({ idTicket: last, motivoProduto: null });
});
