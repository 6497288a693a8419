import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { auditLog, branches, notices, ticketFollowers, type tickets } from '#server/db/tables/index.ts';
import { dueIn } from './dueIn.ts';
import { type MoveFixture, moveFixture } from './moves/moveFixture.ts';

let fixture: MoveFixture;
beforeAll(async () => {
  fixture = await moveFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const now = () => fixture.server.deps.now();
type Options = Parameters<MoveFixture['move']>[3];

/** A ticket that is late by two hours, of a step of eight. */
const late = (given: Partial<typeof tickets.$inferInsert> = {}) =>
  fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO'], {
    operatorId: fixture.people.OPERADOR,
    representativeId: fixture.representativeId,
    dueAt: new Date(now().getTime() - 2 * 3_600_000),
    dueMinutes: 480,
    ...given,
  });
const change = (id: number, body: object, options: Options = { as: 'OPERADOR' }) =>
  fixture.move(id, 'prazo', body as Record<string, unknown>, options);
const told = async (id: number, who: 'REPRESENTANTE' | 'OPERADOR') =>
  JSON.stringify((await fixture.get(`tickets/${id}/atividades`, who)).body);

describe('the due time of a ticket', () => {
  it('is changed for a reason, written once, with what it was and became', async () => {
    const id = await late();
    const before = await fixture.ticket(id);
    const traces = await fixture.traces(id);
    const { at, body } = await dueIn(fixture, 16);
    const options = { as: 'OPERADOR', key: `prazo-${id}` } as const;
    const answer = await change(id, { ...body, versao: before.version }, options);
    expect([answer.status, answer.body.data?.message]).toEqual([200, 'Prazo alterado.']);
    expect((await change(id, { ...body, versao: before.version }, options)).body).toEqual(answer.body);
    expect(await fixture.traces(id)).toEqual({
      events: traces.events + 1,
      audits: traces.audits + 1,
      version: traces.version + 1,
    });
    const after = await fixture.ticket(id);
    expect([after.dueAt, after.status, after.stepKey, after.operatorId]).toEqual([
      at,
      before.status,
      before.stepKey,
      before.operatorId,
    ]);
    // What was given is added to the time of the step.
    expect(after.dueMinutes).toBeGreaterThanOrEqual(480 + 16 * 60);
    const [branch] = await db().select().from(branches).where(eq(branches.id, fixture.branchIds[0]));
    const shown = (moment: Date | null) => formatDateTime(moment ?? at, branch?.timeZone ?? '');
    expect(await fixture.lastEvent(id)).toMatchObject({
      ...{ type: 'PRAZO', internal: true, note: `${shown(before.dueAt)} → ${shown(at)}.` },
      data: { motivo: body.motivo },
    });
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(id))))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({
      ...{ action: 'MUDAR_PRAZO', personId: fixture.people.OPERADOR },
      before: { prazo: before.dueAt?.toISOString() },
      after: { prazo: at.toISOString(), motivo: body.motivo },
    });
    expect(await told(id, 'OPERADOR')).toContain(body.motivo);
    expect(await told(id, 'REPRESENTANTE')).not.toContain(body.motivo);
  });

  it('is what lists and figures go by from then on', async () => {
    const id = await late();
    const found = async () =>
      ((await fixture.get('tickets?prazo=ATRASADO&take=100')).body.itens as { id: number }[]).map(
        (row) => row.id,
      );
    expect(await found()).toContain(id);
    const { at, body } = await dueIn(fixture, 30);
    await change(id, body);
    expect(await found()).not.toContain(id);
    expect((await fixture.get(`tickets/${id}`)).body.data.prazo).toBe(at.toISOString());
  });

  it('is changed by nobody outside the company, nor where the ticket is not seen', async () => {
    const id = await late();
    const { body } = await dueIn(fixture, 16);
    for (const as of ['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)
      expect([as, (await change(id, body, { as })).status]).toEqual([as, 403]);
    expect((await change(id, body, { as: 'OTHER_OPERATOR' })).status).toBe(404);
    expect((await fixture.ticket(id)).version).toBe(1);
  });

  it('is not changed without a reason, to the past, outside the hours of the branch, or far away', async () => {
    const id = await late();
    const { body } = await dueIn(fixture, 16);
    expect((await change(id, { ...body, motivo: '  ' })).body.errors).toEqual({
      motivo: 'Informe o motivo.',
    });
    const refused = async (part: object) => (await change(id, { ...body, ...part })).body.errors?.prazoDia;
    expect(await refused({ prazoDia: '2026-01-05' })).toMatch(/que ainda vêm/);
    expect(await refused({ prazoHora: '03:00' })).toMatch(/do expediente da filial/);
    expect(await refused({ prazoDia: '2199-06-05' })).toMatch(/dias à frente/);
    expect((await change(id, { ...body, prazoHora: '25:00' })).status).toBe(422);
    expect((await fixture.ticket(id)).version).toBe(1);
  });

  it('stays where the ticket is ended, archived or waits for the customer, and where it is the same', async () => {
    const { at, body } = await dueIn(fixture, 16);
    const code = async (given: Partial<typeof tickets.$inferInsert>) =>
      (await change(await late(given), body)).body.code;
    expect(await code({ status: 'FINALIZADO' })).toBe('ENCERRADO');
    expect(await code({ status: 'CANCELADO' })).toBe('ENCERRADO');
    expect(await code({ status: 'FINALIZADO', archived: true })).toBe('ARQUIVADO');
    expect(await code({ status: 'AGUARDANDO_CLIENTE', dueAt: null, dueMinutesLeft: 60 })).toBe(
      'PRAZO_PARADO',
    );
    expect(await code({ dueAt: at })).toBe('SEM_MUDANCA');
    expect(await code({ dueAt: null, dueMinutes: null })).toBeUndefined();
  });

  it('goes to one of two who change it at once, and the other is shown what became of it', async () => {
    const id = await late();
    const { version } = await fixture.ticket(id);
    const [one, other] = [await dueIn(fixture, 16), await dueIn(fixture, 24)];
    const answers = await Promise.all([
      change(id, { ...one.body, versao: version }),
      change(id, { ...other.body, versao: version }, { as: 'SUPERVISOR' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const shown = answers.find(({ status }) => status === 409)?.body.atual;
    expect(shown.estado).toEqual({ prazo: (await fixture.ticket(id)).dueAt?.toISOString() });
  });

  it('is told to those who follow the ticket', async () => {
    const id = await late();
    const { GERENTE } = fixture.people;
    await db()
      .insert(ticketFollowers)
      .values({ ticketId: id, personId: GERENTE, addedById: GERENTE, at: now() });
    await change(id, (await dueIn(fixture, 16)).body);
    const rows = await db().select().from(notices).where(eq(notices.personId, GERENTE));
    expect(rows.map(({ title }) => title)).toEqual([`Ticket ${id}: prazo alterado`]);
  });

  it('is changed for many at once, with the outcome of each', async () => {
    const [one, other] = [await late(), await late({ status: 'FINALIZADO' })];
    const { at, body } = await dueIn(fixture, 16);
    const run = (dados: object) =>
      fixture.server.call('POST', '/sac/tickets/lote/mudar-prazo', {
        token: fixture.tokens.SUPERVISOR,
        body: { ids: [one, other], dados },
      });
    expect(Object.keys((await run({})).body.errors)).toEqual(['prazoDia', 'prazoHora', 'motivo']);
    expect((await run(body)).body.data).toMatchObject({
      sucesso: [one],
      falhas: [{ id: other, codigo: 'ENCERRADO' }],
    });
    expect((await fixture.ticket(one)).dueAt).toEqual(at);
  });
});
