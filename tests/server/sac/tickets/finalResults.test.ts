import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { reasons, ticketEvents, ticketItems, tickets } from '../../../../server/db/tables/index.ts';
import { type MoveFixture, moveFixture } from './moveFixture.ts';

let fixture: MoveFixture;
beforeAll(async () => {
  fixture = await moveFixture();
});
afterAll(() => fixture?.server.close());

const MIGRATION = path.join(
  import.meta.dirname,
  '../../../../server/db/migrations/0009_final_reason_results.sql',
);

describe('a database from before final reasons had results', () => {
  it('is told of its standard reasons, of how its tickets ended, and of what they returned', async () => {
    const { db } = fixture.server.deps;
    const reason = await fixture.finalReason('Devolução concluída em parte');
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA'], { status: 'FINALIZADO', stepKey: 'FINALIZADO' });
    const data = { de: 'FINANCEIRO', para: 'FINALIZADO', motivo_id: reason, resultado: 'PARCIAL' };
    await db.insert(ticketEvents).values({ ticketId: id, type: 'FINALIZACAO', data });
    const [line = 0] = await fixture.bought('10');
    const approved = await fixture.addLine(id, line, { status: 'A', requested: '3', authorized: '3' });
    const denied = await fixture.addLine(id, line, { status: 'N', requested: '3' });
    const own = await db
      .insert(reasons)
      .values({ kind: 'FINALIZACAO', description: 'Motivo da casa' })
      .returning({ id: reasons.id });
    await db.update(reasons).set({ result: null });

    const [, ...fills] = readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint');
    for (const fill of fills) await fixture.server.deps.pool.query(fill);

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
