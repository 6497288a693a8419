import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import {
  auditLog,
  branches,
  notices,
  people,
  ticketEvents,
  ticketSnoozes,
  type tickets,
} from '#server/db/tables/index.ts';
import { wakeDue } from '#server/sac/tickets/snooze/wakeDue.ts';
import { type MoveFixture, moveFixture } from '../moves/moveFixture.ts';

let fixture: MoveFixture;
beforeAll(async () => {
  fixture = await moveFixture();
  await db()
    .update(people)
    .set({ sectorId: fixture.sectorIds[0] ?? null })
    .where(eq(people.id, fixture.people.OPERADOR));
});
afterAll(() => fixture?.server.close());

const HOUR = 3_600_000;
const db = () => fixture.server.deps.db;
const now = () => fixture.server.deps.now();
type Who = NonNullable<Parameters<MoveFixture['move']>[3]>['as'];

/** The body that puts a ticket off for so many hours, on the clock of its branch. */
async function until(hours: number) {
  const [branch] = await db().select().from(branches).where(eq(branches.id, fixture.branchIds[0]));
  const zone = branch?.timeZone ?? '';
  const at = new Date(Math.floor(now().getTime() / 60_000) * 60_000 + hours * HOUR);
  return { at, body: { voltaDia: localDate(at, zone), voltaHora: localTime(at, zone).slice(0, 5) } };
}

const own = (given: Partial<typeof tickets.$inferInsert> = {}) =>
  fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO'], {
    operatorId: fixture.people.OPERADOR,
    representativeId: fixture.representativeId,
    sectorId: fixture.sectorIds[0] ?? null,
    dueAt: new Date(now().getTime() - HOUR),
    dueMinutes: 60,
    ...given,
  });
const snooze = async (id: number, hours = 5, as: Who = 'OPERADOR') =>
  fixture.move(id, 'adiar', (await until(hours)).body, { as });
const isSnoozed = async (id: number) =>
  (await db().$count(ticketSnoozes, eq(ticketSnoozes.ticketId, id))) > 0;
const listed = async (query: string, who?: 'CONSUMIDOR_FINAL' | 'REPRESENTANTE' | 'OPERADOR') =>
  ((await fixture.get(`tickets?take=100&${query}`, who)).body.itens as { id: number }[]).map(({ id }) => id);
const toldOf = (id: number) =>
  db()
    .select({ person: notices.personId, title: notices.title })
    .from(notices)
    .where(eq(notices.link, `/tickets/${id}`))
    .orderBy(desc(notices.id));

describe('putting a ticket off', () => {
  it('takes it out of lists, queues and their counts for the company, and leaves its clock running', async () => {
    const id = await own();
    const before = await fixture.ticket(id);
    const waitingBefore = await waiting();
    expect(waitingBefore.mine).toContain(id);
    const answer = await snooze(id);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const after = await fixture.ticket(id);
    expect([after.dueAt, after.status, after.stepKey]).toEqual([before.dueAt, before.status, before.stepKey]);
    expect(await waiting()).toEqual({
      mine: waitingBefore.mine.filter((each) => each !== id),
      total: waitingBefore.total - 1,
    });
    expect(await listed('', 'OPERADOR')).not.toContain(id);
    expect(await listed('')).not.toContain(id);
    expect(await listed('adiado=false')).not.toContain(id);
    for (const query of ['adiado=true', `ids=${id}`, `termo=${id}`, `idCli=${fixture.customerIds.first}`])
      expect([query, (await listed(query)).includes(id)]).toEqual([query, true]);
    const row = (await fixture.get(`tickets/${id}`)).body.data;
    expect(row).toMatchObject({ adiadoAte: expect.any(String), adiadoPor: expect.any(String) });
  });

  /** Numbers of the person's own late tickets, by the list and by the count of the home page. */
  async function waiting() {
    const { body } = await fixture.get('home/pendencias', 'OPERADOR');
    return {
      mine: (await listed(`operador=${fixture.people.OPERADOR}&prazo=ATRASADO`, 'OPERADOR')).sort(),
      total: body.meus?.atrasados as number,
    };
  }

  it('is hidden from people outside the company, whose list keeps it', async () => {
    const id = await own();
    const version = (await fixture.get(`tickets/${id}`, 'REPRESENTANTE')).body.data.versao;
    await snooze(id);
    expect(await listed('', 'REPRESENTANTE')).toContain(id);
    expect(await listed('adiado=true', 'REPRESENTANTE')).toContain(id);
    const seen = (await fixture.get(`tickets/${id}`, 'REPRESENTANTE')).body.data;
    expect(seen).toMatchObject({ adiadoAte: null, adiadoPor: null, versao: version });
    const told = JSON.stringify((await fixture.get(`tickets/${id}/atividades`, 'REPRESENTANTE')).body);
    expect(told).not.toContain('ADIAMENTO');
  });

  it('is told once, and is only for those who answer for the company and see the ticket', async () => {
    const id = await own();
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)
      expect([who, (await snooze(id, 5, who)).status]).toEqual([who, 403]);
    expect((await snooze(id, 5, 'OTHER_OPERATOR')).status).toBe(404);
    const before = await fixture.traces(id);
    await snooze(id);
    expect(await fixture.traces(id)).toEqual({
      events: before.events + 1,
      audits: before.audits + 1,
      version: before.version + 1,
    });
    expect((await snooze(id)).body.code).toBe('SEM_MUDANCA');
    expect((await snooze(id, 7)).status).toBe(200);
    expect((await fixture.move(id, 'retomar', {}, { as: 'OTHER_OPERATOR' })).status).toBe(404);
    expect((await fixture.move(id, 'retomar', {}, { as: 'OPERADOR' })).status).toBe(200);
    expect(await isSnoozed(id)).toBe(false);
    expect((await fixture.move(id, 'retomar')).body.code).toBe('NAO_ADIADO');
  });

  it('refuses a moment that is past or far away, a closed ticket and an outdated version', async () => {
    const id = await own();
    expect((await snooze(id, -1)).body.errors).toHaveProperty('voltaDia');
    expect((await snooze(id, 24 * 91)).body.errors).toHaveProperty('voltaDia');
    const { body } = await until(3);
    expect((await fixture.move(id, 'adiar', { ...body, voltaHora: '25:00' })).status).toBe(422);
    expect((await fixture.move(id, 'adiar', { ...body, versao: 99 })).status).toBe(409);
    const closed = await own({ status: 'CANCELADO' });
    expect((await snooze(closed)).body.code).toBe('ENCERRADO');
  });

  it('is done to many at once, with a result for each', async () => {
    const [one, other] = [await own(), await own({ status: 'CANCELADO' })];
    const { body } = await until(4);
    const bulk = (action: string, dados: object) =>
      fixture.server.call('POST', `/sac/tickets/lote/${action}`, {
        token: fixture.tokens.OPERADOR,
        body: { ids: [one, other], dados },
      });
    expect((await bulk('adiar', {})).body.errors).toMatchObject({ voltaDia: expect.any(String) });
    expect((await bulk('adiar', body)).body.data).toMatchObject({
      sucesso: [one],
      falhas: [{ id: other, codigo: 'ENCERRADO' }],
    });
    expect((await bulk('retomar', {})).body.data).toMatchObject({
      sucesso: [one],
      falhas: [{ id: other }],
    });
  });
});

describe('coming back', () => {
  it('happens once when the time has come, with a notice to its operator', async () => {
    const [id, later] = [await own(), await own()];
    await snooze(id, 2, 'SUPERVISOR');
    await snooze(later, 9);
    fixture.server.advance(2 * HOUR);
    for (const type of ['ADMIN', 'OPERADOR', 'SUPERVISOR', 'REPRESENTANTE'] as const)
      fixture.tokens[type] = await fixture.server.sessionOf(fixture.people[type]);
    await Promise.all([1, 2, 3].map(() => wakeDue(fixture.server.deps)));
    expect([await isSnoozed(id), await isSnoozed(later)]).toEqual([false, true]);
    expect(await toldOf(id)).toEqual([
      { person: fixture.people.OPERADOR, title: `O ticket ${id} voltou: chegou a hora marcada` },
    ]);
    expect(await fixture.lastEvent(id)).toMatchObject({ type: 'RETOMADA', internal: true });
    expect(await listed('', 'OPERADOR')).toContain(id);
    const woken = and(eq(auditLog.action, 'RETOMAR'), eq(auditLog.entityId, String(id)));
    expect(await db().$count(auditLog, woken)).toBe(1);
  });

  it('tells whoever put it off if nobody has it', async () => {
    const id = await own({ operatorId: null });
    await snooze(id, 2, 'SUPERVISOR');
    fixture.server.advance(3 * HOUR);
    await wakeDue(fixture.server.deps);
    expect((await toldOf(id)).map(({ person }) => person)).toEqual([fixture.people.SUPERVISOR]);
  });

  it('happens with an answer from outside, by whatever door', async () => {
    const id = await own();
    for (const type of ['OPERADOR', 'SUPERVISOR', 'REPRESENTANTE', 'ADMIN'] as const)
      fixture.tokens[type] = await fixture.server.sessionOf(fixture.people[type]);
    await snooze(id);
    await fixture.move(id, 'historico', { tipo: 'PRIVADO', mensagem: '<p>Nota</p>' }, { as: 'SUPERVISOR' });
    await fixture.move(id, 'prioridade', { prioridade: 'ALTA' });
    expect(await isSnoozed(id)).toBe(true);
    const said = await fixture.move(
      id,
      'historico',
      { tipo: 'PUBLICO', mensagem: '<p>Resposta</p>' },
      { as: 'REPRESENTANTE' },
    );
    expect(said.status).toBe(200);
    expect(await isSnoozed(id)).toBe(false);
    expect((await toldOf(id))[0]).toEqual({
      person: fixture.people.OPERADOR,
      title: `O ticket ${id} voltou: chegou uma resposta`,
    });
    const told = JSON.stringify((await fixture.get(`tickets/${id}/atividades`)).body);
    expect(told).toContain('Voltou do adiamento');
  });

  it('happens without a notice when the ticket goes on, ends, or is merged', async () => {
    const doors: [string, (id: number, other: number) => Promise<unknown>][] = [
      [
        'avancar',
        (id) => fixture.move(id, 'avancar-etapa', { etapa: 'COMPLEMENTO_CLIENTE', motivo: 'Foto' }),
      ],
      ['cancelar', (id) => fixture.move(id, 'cancelar', { motivo: 'Desistiu' })],
      ['juntar outro a ele', (id, other) => fixture.move(id, 'juntar', { tickets: [{ id: other }] })],
      ['juntá-lo a outro', (id, other) => fixture.move(other, 'juntar', { tickets: [{ id }] })],
      [
        'atribuir',
        (id) =>
          fixture.server.call('POST', '/sac/tickets/lote/atribuir', {
            token: fixture.tokens.SUPERVISOR,
            body: { ids: [id], dados: { operador: null, confirmar: true } },
          }),
      ],
    ];
    for (const [door, open] of doors) {
      const [id, other] = [await own(), await own()];
      await snooze(id);
      await open(id, other);
      expect([door, await isSnoozed(id)]).toEqual([door, false]);
      expect(await toldOf(id).then((rows) => rows.filter(({ title }) => title.includes('voltou')))).toEqual(
        [],
      );
    }
  });
});

describe('taking back what brought a ticket back', () => {
  const anew = async () => {
    for (const type of ['ADMIN', 'SUPERVISOR', 'OPERADOR'] as const)
      fixture.tokens[type] = await fixture.server.sessionOf(fixture.people[type]);
  };
  const held = async (id: number) =>
    (await db().select().from(ticketSnoozes).where(eq(ticketSnoozes.ticketId, id)))[0];
  const given = (id: number) =>
    fixture.move(id, 'responsavel', { operador: null, confirmar: true }, { as: 'SUPERVISOR' });
  const undone = (id: number, versao: number) => fixture.move(id, 'desfazer', { versao });

  it('puts it off again as it was, and says so', async () => {
    await anew();
    const id = await own();
    await snooze(id, 6);
    const before = await held(id);
    const { versao } = (await given(id)).body.data;
    expect(await isSnoozed(id)).toBe(false);
    expect((await undone(id, versao)).body.data.message).toBe('Desfeito.');
    expect(await held(id)).toEqual(before);
    expect((await fixture.ticket(id)).operatorId).toBe(fixture.people.OPERADOR);
    expect((await fixture.lastEvent(id)).note).toMatch(/Adiado até \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'DESFAZER'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(entry?.after).toMatchObject({ adiadoAte: before?.until.toISOString() });
  });

  it('is done for many at once as well', async () => {
    const ids = [await own(), await own()];
    await snooze(ids[0] ?? 0, 6);
    const bulk = (action: string, dados: object) =>
      fixture.server.call('POST', `/sac/tickets/lote/${action}`, {
        token: fixture.tokens.SUPERVISOR,
        body: { ids, dados },
      });
    const job = await bulk('atribuir', { operador: null, confirmar: true });
    expect((await bulk('desfazer', { lote: job.body.data.id })).body.data).toMatchObject({
      sucesso: ids,
      falhas: [],
    });
    expect(await Promise.all(ids.map(isSnoozed))).toEqual([true, false]);
  });

  it('leaves it back where its time has come meanwhile', async () => {
    const id = await own();
    await snooze(id, 6);
    const { versao } = (await given(id)).body.data;
    const { id: entry, data } = await fixture.lastEvent(id);
    const passed = { ...(data.adiado as object), until: new Date(now().getTime() - 1).toISOString() };
    await db()
      .update(ticketEvents)
      .set({ data: { ...data, adiado: passed } })
      .where(eq(ticketEvents.id, entry));
    expect((await undone(id, versao)).status).toBe(200);
    expect(await isSnoozed(id)).toBe(false);
  });
});

describe('conditions over until when tickets are put off', () => {
  const condition = (tree: object) => `condicao=${encodeURIComponent(JSON.stringify(tree))}`;
  const earlierThan = (day: string) => ({ faz: 'menor', de: [{ campo: 'adiadoAte' }, { data: day }] });

  it('find them although lists leave them out otherwise, for the company alone', async () => {
    const [soon, later, none] = [await own(), await own(), await own()];
    await snooze(soon, 24);
    await snooze(later, 24 * 60);
    const day = localDate(new Date(now().getTime() + 24 * 20 * HOUR), 'America/Sao_Paulo');
    const found = await listed(condition(earlierThan(day)), 'OPERADOR');
    expect(found).toContain(soon);
    expect(found).not.toContain(later);
    expect(found).not.toContain(none);
    const { status } = await fixture.get(`tickets?${condition(earlierThan(day))}`, 'REPRESENTANTE');
    expect(status).toBe(422);
  });
});
