import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { reasons, ticketEvents, ticketItems, tickets } from '../../../../server/db/tables/index.ts';
import { type MoveWorld, moveWorld } from './moveWorld.ts';

let world: MoveWorld;
beforeAll(async () => {
  world = await moveWorld();
});
afterAll(() => world?.server.close());

const MIGRATION = path.join(
  import.meta.dirname,
  '../../../../server/db/migrations/0009_final_reason_results.sql',
);

describe('a database from before final reasons had results', () => {
  it('is told of its standard reasons, of how its tickets ended, and of what they returned', async () => {
    const { db } = world.server.deps;
    const reason = await world.finalReason('Devolução concluída em parte');
    const id = await world.at('DEVOLUCAO', ['ABERTURA'], { status: 'FINALIZADO', stepKey: 'FINALIZADO' });
    const data = { de: 'FINANCEIRO', para: 'FINALIZADO', motivo_id: reason, resultado: 'PARCIAL' };
    await db.insert(ticketEvents).values({ ticketId: id, type: 'FINALIZACAO', data });
    const [line = 0] = await world.bought('10');
    const approved = await world.addLine(id, line, { status: 'A', requested: '3', authorized: '3' });
    const denied = await world.addLine(id, line, { status: 'N', requested: '3' });
    const own = await db
      .insert(reasons)
      .values({ kind: 'FINALIZACAO', description: 'Motivo da casa' })
      .returning({ id: reasons.id });
    await db.update(reasons).set({ result: null });

    const [, ...fills] = readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint');
    for (const fill of fills) await world.server.deps.pool.query(fill);

    const resultOf = async (reasonId: number) =>
      (await db.select().from(reasons).where(eq(reasons.id, reasonId)))[0]?.result;
    expect([await resultOf(reason), await resultOf(own[0]?.id ?? 0)]).toEqual(['PARCIAL', null]);
    const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id));
    expect(ticket).toMatchObject({
      result: 'PARCIAL',
      finalReason: { id: reason, descricao: 'Devolução concluída em parte' },
    });
    const settled = async (itemId: number) =>
      (await db.select().from(ticketItems).where(eq(ticketItems.id, itemId)))[0]?.settled;
    expect([await settled(approved), await settled(denied)]).toEqual([true, false]);
  });
});
