import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { auditLog, ticketEvents, ticketMovements, tickets } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from './ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

type Who = keyof TicketFixture['tokens'];
const db = () => fixture.server.deps.db;
const prioritize = (id: number, body: object, who: Who = 'OPERADOR', key?: string) =>
  fixture.server.call('POST', `/sac/tickets/${id}/prioridade`, {
    token: fixture.tokens[who],
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const rowOf = async (id: number) => (await db().select().from(tickets).where(eq(tickets.id, id)))[0];
const listed = async (query: string, who: Who = 'OPERADOR'): Promise<{ id: number; prioridade: string }[]> =>
  (await fixture.get(`tickets?take=100&${query}`, who)).body.itens;

describe('priority of a ticket', () => {
  it.each(['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)(
    'is changed and seen by nobody like %s',
    async (who) => {
      const id = await fixture.addTicket();
      expect((await prioritize(id, { prioridade: 'ALTA' }, who)).status).toBe(403);
      expect((await rowOf(id))?.priority).toBe('NORMAL');
      const rows = await listed('prioridade[]=URGENTE', who);
      expect(rows.map(({ prioridade }) => prioridade).every((each) => each === null)).toBe(true);
      // A filter by what they do not see tells them nothing.
      expect(rows).toEqual(await listed('', who));
    },
  );

  it('is unknown for a ticket of another branch', async () => {
    const id = await fixture.addTicket({
      branchId: fixture.branchIds[1],
      customerId: fixture.customerIds.second,
    });
    expect((await prioritize(id, { prioridade: 'ALTA' })).status).toBe(404);
  });

  it('changes neither step nor due time, and is written once, inside the company', async () => {
    const id = await fixture.addTicket();
    const before = await rowOf(id);
    const answer = await prioritize(
      id,
      { prioridade: 'URGENTE', versao: before?.version },
      'OPERADOR',
      `p-${id}`,
    );
    expect([answer.status, answer.body.data.message]).toEqual([200, 'Prioridade alterada.']);
    const again = await prioritize(
      id,
      { prioridade: 'URGENTE', versao: before?.version },
      'OPERADOR',
      `p-${id}`,
    );
    expect(again.body).toEqual(answer.body);
    const after = await rowOf(id);
    expect(after).toEqual({
      ...before,
      priority: 'URGENTE',
      version: (before?.version ?? 0) + 1,
      internalVersions: (before?.internalVersions ?? 0) + 1,
      internalAt: expect.any(Date),
    });
    const events = await db()
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, id))
      .orderBy(ticketEvents.id);
    expect(events.filter(({ type }) => type === 'PRIORIDADE')).toMatchObject([
      { note: 'Normal → Urgente.', internal: true, noticed: false },
    ]);
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(id))))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({
      action: 'PRIORIZAR',
      before: { prioridade: 'NORMAL' },
      after: { prioridade: 'URGENTE' },
    });
    const [moved] = await db()
      .select()
      .from(ticketMovements)
      .where(eq(ticketMovements.id, id))
      .orderBy(ticketMovements.id);
    expect(moved?.priority).toBe('URGENTE');
  });

  it('is refused where it stays the same, on a closed ticket, and for a version that others changed', async () => {
    const id = await fixture.addTicket();
    const same = await prioritize(id, { prioridade: 'NORMAL' });
    expect([same.status, same.body.code]).toEqual([422, 'SEM_MUDANCA']);
    expect((await prioritize(id, { prioridade: 'JA' })).status).toBe(422);
    const version = (await rowOf(id))?.version;
    await prioritize(id, { prioridade: 'ALTA' }, 'SUPERVISOR');
    const late = await prioritize(id, { prioridade: 'BAIXA', versao: version });
    expect([late.status, late.body.atual.estado]).toEqual([409, { prioridade: 'ALTA' }]);
    const closed = await fixture.addTicket({ status: 'FINALIZADO' });
    expect((await prioritize(closed, { prioridade: 'ALTA' })).body.code).toBe('ENCERRADO');
  });

  it('is a filter, alone and with others, in every order', async () => {
    const [urgent, high, low] = [
      await fixture.addTicket({ priority: 'URGENTE' }),
      await fixture.addTicket({ priority: 'ALTA' }),
      await fixture.addTicket({ priority: 'BAIXA' }),
    ];
    for (const order of ['id', 'dtMovimentacao', 'prazo', 'tipo', 'status']) {
      const found = (await listed(`prioridade[]=ALTA&prioridade[]=BAIXA&orderBy=${order}`)).map(
        ({ id }) => id,
      );
      expect(found).toEqual(expect.arrayContaining([high, low]));
      expect(found).not.toContain(urgent);
    }
    expect((await listed('prioridade[]=BAIXA')).map(({ prioridade }) => prioridade)).toContain('BAIXA');
    expect(await listed('prioridade[]=NENHUMA')).toEqual([]);
  });

  it('is changed for many at once, with the outcome of each', async () => {
    const [open, urgent] = [await fixture.addTicket(), await fixture.addTicket({ priority: 'URGENTE' })];
    const run = (dados: object) =>
      fixture.server.call('POST', '/sac/tickets/lote/priorizar', {
        token: fixture.tokens.SUPERVISOR,
        body: { ids: [open, urgent], dados },
      });
    expect((await run({})).body.errors).toEqual({ prioridade: 'Escolha a prioridade.' });
    const { body } = await run({ prioridade: 'URGENTE' });
    expect(body.data).toMatchObject({ sucesso: [open], falhas: [{ id: urgent, codigo: 'SEM_MUDANCA' }] });
    expect((await rowOf(open))?.priority).toBe('URGENTE');
  });
});
