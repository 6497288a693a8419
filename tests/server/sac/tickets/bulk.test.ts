import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { BULK_ACTIONS } from '#contract/sac/tickets/ticketBulk.ts';
import {
  auditLog,
  bulkJobRows,
  bulkJobs,
  drafts,
  people,
  realtimeEvents,
  roles,
  ticketEvents,
  ticketMessages,
  tickets,
} from '#server/db/tables/index.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { runBulkJob, workOnBulkJobs } from '#server/jobs/runBulkJob.ts';
import { takeOverTimes } from '#server/jobs/takeOver.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { addGoods } from './addGoods.ts';
import { type TicketFixture, ticketFixture } from './ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

type Who = keyof TicketFixture['tokens'];
const run = (acao: string, body: object, who: Who = 'SUPERVISOR', key?: string): Promise<TestAnswer> =>
  fixture.server.call('POST', `/sac/tickets/lote/${acao}`, {
    token: fixture.tokens[who],
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
/** Ids of new tickets in ascending order, which is the order in which they are processed and reported. */
const added = async (count: number, given = {}) =>
  (await Promise.all(Array.from({ length: count }, () => fixture.addTicket(given)))).sort((a, b) => a - b);
const north = () => ({ branchId: fixture.branchIds[1], customerId: fixture.customerIds.second });
const db = () => fixture.server.deps.db;
const codes = ({ body }: TestAnswer) => body.data.falhas.map(({ codigo }: { codigo: string }) => codigo);
const events = (ids: number[]) =>
  db().select().from(ticketEvents).where(inArray(ticketEvents.ticketId, ids)).orderBy(ticketEvents.id);

describe('access to bulk actions', () => {
  it.each(['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'VENDEDOR'] as const)('is refused to %s', async (who) => {
    const [id] = await added(1);
    for (const acao of BULK_ACTIONS) {
      const answer = await run(acao, { ids: [id], dados: { operador: null } }, who);
      expect([answer.status, answer.body.code]).toEqual([403, 'SEM_PERMISSAO']);
    }
  });

  it('requires the permission of the action as well', async () => {
    const [id] = await added(1, { status: 'FINALIZADO' });
    const answer = await run('arquivar', { ids: [id] }, 'OPERADOR');
    expect([answer.status, answer.body.code]).toEqual([403, 'SEM_PERMISSAO']);
    expect(answer.body.permissao).toBe('TICKETS_ARQUIVAR');
  });

  it('gives the same answer for a ticket of another branch as for an unknown one', async () => {
    const [own = 0] = await added(1);
    const [foreign = 0] = await added(1, north());
    const answer = await run(
      'atribuir',
      { ids: [own, foreign, 2_000_000_000], dados: { operador: fixture.people.OPERADOR } },
      'OPERADOR',
    );
    expect(answer.body.data).toMatchObject({
      total: 3,
      processados: 3,
      sucesso: [own],
      situacao: 'CONCLUIDO',
    });
    const [first, second] = answer.body.data.falhas;
    expect({ ...first, id: 0 }).toEqual({ ...second, id: 0 });
    expect(first).toMatchObject({ codigo: 'NAO_ENCONTRADO', mensagem: 'Registro não encontrado.' });
    expect(await events([foreign])).toEqual([]);
  });

  it('hides a job from other people', async () => {
    const [id] = await added(1);
    const { body } = await run('atribuir', { ids: [id], dados: { operador: fixture.people.OPERADOR } });
    const path = `tickets/lote/${body.data.id}`;
    expect((await fixture.get(path, 'SUPERVISOR')).status).toBe(200);
    const foreign = await fixture.get(path, 'ADMIN');
    const unknown = await fixture.get(`tickets/lote/${randomUUID()}`, 'ADMIN');
    expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error]);
    const cancel = await fixture.server.call('POST', `/sac/${path}/cancelar`, {
      token: fixture.tokens.ADMIN,
    });
    expect(cancel.status).toBe(404);
    expect((await fixture.get('tickets/lote', 'ADMIN')).body).toEqual([]);
    expect((await fixture.get('tickets/lote', 'SUPERVISOR')).body[0]).toMatchObject({ id: body.data.id });
  });
});

describe('selection of a bulk action', () => {
  it('answers a repeat as before, though its filters find nothing any more', async () => {
    const [id] = await added(1, { status: 'FINALIZADO', subject: 'Gaxeta ressecada' });
    const body = { filtros: { termo: 'gaxeta' } };
    const first = await run('arquivar', body, 'SUPERVISOR', 'arquivar-gaxetas');
    expect(first.body.data).toMatchObject({ total: 1, sucesso: [id] });
    const again = await run('arquivar', body, 'SUPERVISOR', 'arquivar-gaxetas');
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it.each([
    ['neither ids nor filters', {}, 'ids'],
    ['both ids and filters', { ids: [1], filtros: {} }, 'filtros'],
    ['an empty list', { ids: [] }, 'ids'],
    ['a filter that finds nothing', { filtros: { termo: 'xyzxyz' } }, 'ids'],
    ['an unknown filter', { filtros: { filial: 1 } }, 'filtros.filial'],
    ['the same ticket twice', { ids: [1, 1] }, 'ids'],
    ['a wrong number', { ids: [0] }, 'ids.0'],
  ])('is rejected: %s', async (_, selection, field) => {
    const answer = await run('arquivar', selection);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('by filter takes what the person can see of it, except the excluded', async () => {
    const regionId = fixture.regionIds[1] ?? 0;
    const own = await added(3, { regionId });
    await added(2, { ...north(), regionId });
    const answer = await run(
      'atribuir',
      { filtros: { regiao: [regionId] }, excluidos: [own[1]], dados: { operador: fixture.people.OPERADOR } },
      'OPERADOR',
    );
    expect(answer.body.data).toMatchObject({ total: 2, sucesso: [own[0], own[2]], falhas: [] });
  });

  it('is answered 404 for an unknown action', async () => {
    expect((await run('apagar', { ids: [1] })).status).toBe(404);
  });
});

describe('bulk action atribuir', () => {
  it('processes sixty tickets: two fail with a reason, the others succeed', async () => {
    const ids = await added(58);
    const [closed = 0] = await added(1, { status: 'FINALIZADO' });
    const [archived = 0] = await added(1, { status: 'FINALIZADO', archived: true });
    const all = [...ids.slice(0, 20), closed, ...ids.slice(20), archived];
    const answer = await run('atribuir', { ids: all, dados: { operador: fixture.people.OPERADOR } });
    expect(answer.body.data).toMatchObject({ processados: 60, situacao: 'CONCLUIDO' });
    expect(answer.body.data.sucesso).toEqual([...ids].sort((a, b) => a - b));
    expect(answer.body.data.falhas).toEqual([
      { id: closed, codigo: 'ENCERRADO', mensagem: expect.any(String) },
      { id: archived, codigo: 'ARQUIVADO', mensagem: expect.any(String) },
    ]);
    const rows = await db().select().from(tickets).where(inArray(tickets.id, ids));
    expect(
      new Set(rows.map(({ operatorId, status, version }) => [operatorId, status, version].join())),
    ).toEqual(new Set([`${fixture.people.OPERADOR},EM_ATENDIMENTO,2`]));
    const reported = await events(all);
    expect(reported).toHaveLength(58);
    expect(reported[0]).toMatchObject({ type: 'ATRIBUICAO', personId: fixture.people.SUPERVISOR });
    const audited = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'ATRIBUIR'))
      .orderBy(auditLog.id);
    expect(ids.every((id) => audited.some(({ entityId }) => entityId === String(id)))).toBe(true);
  });

  it('requires somebody who works at the branch of the ticket', async () => {
    const [id] = await added(1, north());
    expect((await run('atribuir', { ids: [id] })).body.errors).toEqual({
      operador: 'Escolha o operador.',
    });
    const to = (operador: number) => run('atribuir', { ids: [id], dados: { operador } });
    for (const wrong of [fixture.people.OPERADOR, fixture.people.CONSUMIDOR_FINAL, 2_000_000_000])
      expect(codes(await to(wrong))).toEqual(['NAO_ATENDE_FILIAL']);
    expect(codes(await to(fixture.otherOperator))).toEqual([]);
    expect(codes(await to(fixture.otherOperator))).toEqual(['SEM_MUDANCA']);
  });

  it('is idempotent with the same key', async () => {
    const ids = await added(3);
    const body = { ids, dados: { operador: fixture.people.OPERADOR } };
    const key = randomUUID();
    const [first, second] = [
      await run('atribuir', body, 'SUPERVISOR', key),
      await run('atribuir', body, 'SUPERVISOR', key),
    ];
    expect(second.body).toEqual(first.body);
    expect(await events(ids)).toHaveLength(3);
  });
});

describe('bulk actions arquivar and desarquivar', () => {
  it('archive closed tickets only, and restore them', async () => {
    const closed = await added(2, { status: 'CANCELADO' });
    const [open = 0] = await added(1);
    expect((await run('arquivar', { ids: [...closed, open] })).body.data).toMatchObject({
      sucesso: closed,
      falhas: [{ id: open, codigo: 'AINDA_ABERTO' }],
    });
    expect(codes(await run('arquivar', { ids: closed }))).toEqual(['JA_ARQUIVADO', 'JA_ARQUIVADO']);
    expect((await run('desarquivar', { ids: closed })).body.data.sucesso).toEqual(closed);
    expect(codes(await run('desarquivar', { ids: closed }))).toEqual(['NAO_ARQUIVADO', 'NAO_ARQUIVADO']);
  });
});

describe('bulk actions nota-privada and encaminhar', () => {
  it('write to each conversation like a single message and keep unsent drafts', async () => {
    const ids = await added(2);
    const personId = fixture.people.SUPERVISOR;
    const object = `ticket-${ids[0]}-resposta`;
    await db()
      .insert(drafts)
      .values({ personId, object, content: { texto: 'ainda não enviado' } });
    const note = await run('nota-privada', { ids, dados: { mensagem: ' <b>Ver</b> até sexta ' } });
    expect(note.body.data.sucesso).toEqual(ids);
    const written = await db()
      .select()
      .from(ticketMessages)
      .where(inArray(ticketMessages.ticketId, ids))
      .orderBy(ticketMessages.id);
    expect(written).toHaveLength(2);
    expect(written[0]).toMatchObject({ type: 'PRIVADO', authorId: personId });
    expect(written[0]?.html).not.toContain('<b>');
    expect(await db().select().from(drafts).where(eq(drafts.object, object))).toHaveLength(1);
    const [setor = 0] = fixture.sectorIds;
    const sent = await run('encaminhar', { ids, dados: { setor, mensagem: 'Com vocês.' } });
    expect(sent.body.data.sucesso).toEqual(ids);
    const rows = await db().select().from(tickets).where(inArray(tickets.id, ids));
    expect(rows.map(({ sectorId }) => sectorId)).toEqual([setor, setor]);
    expect(Object.keys((await run('encaminhar', { ids })).body.errors)).toEqual(['setor', 'mensagem']);
    expect(Object.keys((await run('nota-privada', { ids })).body.errors)).toEqual(['mensagem']);
  });
});

describe('bulk actions avancar and reabrir', () => {
  it('move tickets that need no data and refer the rest to the page of the ticket', async () => {
    const [id = 0] = await added(1);
    expect(codes(await run('avancar', { ids: [id] }))).toEqual(['FALTAM_PRODUTOS']);
    await addGoods(fixture.server, id);
    expect((await run('avancar', { ids: [id] })).body.data.sucesso).toEqual([id]);
    const [row] = await db().select().from(tickets).where(eq(tickets.id, id));
    expect(row?.stepKey).toBe('ANALISE_DEVOLUCAO');
    const again = await run('avancar', { ids: [id] });
    expect(codes(again)).toEqual(['ETAPA_PEDE_DADOS']);
    expect(again.body.data.falhas[0].mensagem).toContain('na página do ticket');
  });

  it('reopen closed tickets with a reason', async () => {
    const [id = 0] = await added(1, { status: 'CANCELADO', finishedAt: new Date() });
    const dados = { motivo: 'Cancelado por engano' };
    expect(codes(await run('reabrir', { ids: [id], dados }, 'OPERADOR'))).toEqual(['FORA_DO_PRAZO']);
    expect((await run('reabrir', { ids: [id] })).body.errors).toHaveProperty('motivo');
    expect((await run('reabrir', { ids: [id], dados })).body.data.sucesso).toEqual([id]);
    expect(codes(await run('reabrir', { ids: [id], dados }))).toEqual(['JA_ABERTO']);
  });
});

describe('bulk action gerar-coletas', () => {
  it('reports each ticket that waits for no pickup', async () => {
    const ids = await added(2);
    const answer = await run('gerar-coletas', { ids, dados: { tipo: 'TRANSPORTADORA' } });
    expect(answer.body.data).toMatchObject({ sucesso: [], processados: 2 });
    expect(codes(answer)).toEqual(['FORA_DA_COLETA', 'FORA_DA_COLETA']);
    expect((await run('gerar-coletas', { ids })).body.errors).toHaveProperty('tipo');
  });
});

/** A job of `count` tickets as the route leaves it to the background worker. */
async function waiting(count = 201, who: Who = 'SUPERVISOR') {
  const ids = await added(count);
  const { body } = await run('atribuir', { ids, dados: { operador: fixture.people.OPERADOR } }, who);
  expect(body.data).toMatchObject({ situacao: 'NA_FILA', processados: 0, total: count });
  return { id: String(body.data.id), ids };
}
const deps = (): WorkDeps => ({ ...fixture.server.deps, log: fixture.server.app.log as WorkDeps['log'] });
const job = async (id: string) => (await db().select().from(bulkJobs).where(eq(bulkJobs.id, id)))[0];
const done = (id: string) => db().select().from(bulkJobRows).where(eq(bulkJobRows.jobId, id));
/** Aborts the work once this many rows are done, as the end of the process would. */
async function workUntil(id: string, rows: number) {
  const ending = new AbortController();
  const work = runBulkJob(deps(), id, ending.signal);
  while ((await done(id)).length < rows) await new Promise((resolve) => setTimeout(resolve, 5));
  ending.abort();
  await work;
}

describe('long bulk job', () => {
  it('resumes where it stopped, repeats no row and reports its progress', async () => {
    const { id, ids } = await waiting();
    await workUntil(id, 5);
    const before = (await done(id)).length;
    expect(before).toBeLessThan(201);
    // Two processes at once: each row is still processed once.
    await Promise.all([runBulkJob(deps(), id), runBulkJob(deps(), id)]);
    expect(await job(id)).toMatchObject({ status: 'CONCLUIDO', processed: 201 });
    expect(await events(ids)).toHaveLength(201);
    const reported = await db()
      .select()
      .from(realtimeEvents)
      .where(eq(realtimeEvents.event, 'lote.andou'))
      .orderBy(asc(realtimeEvents.id));
    const own = reported.filter(({ data }) => data.id === id);
    expect(own.at(-1)).toMatchObject({
      channels: [`private-pessoa-${fixture.people.SUPERVISOR}`],
      data: { id, processados: 201, total: 201, situacao: 'CONCLUIDO' },
    });
  });

  it('survives a process that dies in the middle of a row', async () => {
    const { id, ids } = await waiting();
    let begun = 0;
    const dying: WorkDeps = {
      ...deps(),
      now: () => {
        if (++begun > 40) throw new Error('killed');
        return new Date();
      },
    };
    await runBulkJob(dying, id).catch(() => {});
    const after = (await job(id))?.processed ?? 0;
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(201);
    expect((await events(ids)).length).toBe(
      (await done(id)).filter((row) => row.failureCode === null).length,
    );
    const queue = await openQueue(fixture.server.deps.pool, () => {});
    await workOnBulkJobs(deps(), queue);
    while ((await job(id))?.status !== 'CONCLUIDO') await new Promise((resolve) => setTimeout(resolve, 100));
    await queue.stop();
    expect(await done(id)).toHaveLength(201);
  });

  it('is gone on with by another process within seconds of a kill, though nobody starts', async () => {
    const usual = { ...takeOverTimes };
    Object.assign(takeOverTimes, { look: 50, still: 200 });
    const queue = await openQueue(fixture.server.deps.pool, () => {});
    try {
      // It was at rest when the other process began the job and died of it.
      await workOnBulkJobs(deps(), queue);
      const { id } = await waiting();
      await workUntil(id, 5);
      expect((await job(id))?.status).toBe('EXECUTANDO');
      const before = (await done(id)).length;
      for (let waited = 0; waited < 100 && (await done(id)).length === before; waited += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await done(id)).length).toBeGreaterThan(before);
      // How long the other rows take is a matter of the machine.
      while ((await job(id))?.status !== 'CONCLUIDO')
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await done(id)).toHaveLength(201);
    } finally {
      await queue.stop();
      Object.assign(takeOverTimes, usual);
    }
  });

  it('stops when it is cancelled and keeps what was done', async () => {
    const { id, ids } = await waiting();
    await workUntil(id, 5);
    const cancel = () =>
      fixture.server.call('POST', `/sac/tickets/lote/${id}/cancelar`, { token: fixture.tokens.SUPERVISOR });
    const answer = await cancel();
    expect(answer.body.data).toMatchObject({ situacao: 'CANCELADO', total: 201 });
    await runBulkJob(deps(), id);
    const rows = (await done(id)).length;
    expect(rows).toBe(answer.body.data.processados);
    expect(await events(ids)).toHaveLength(rows);
    expect((await cancel()).body.data).toMatchObject({ situacao: 'CANCELADO', processados: rows });
    const stops = and(eq(auditLog.entityId, id), eq(auditLog.action, 'CANCELAR'));
    expect(
      await db().select({ by: auditLog.personId }).from(auditLog).where(stops).orderBy(auditLog.id),
    ).toEqual([{ by: fixture.people.SUPERVISOR }]);
  });

  it('checks the rights of the person at each row', async () => {
    const { id } = await waiting(201, 'GERENTE');
    await workUntil(id, 3);
    await db().update(roles).set({ grants: [] }).where(eq(roles.key, 'GERENTE'));
    await runBulkJob(deps(), id);
    await db()
      .update(roles)
      .set({ grants: grantsOf(DEFAULT_GRANTS.GERENTE) })
      .where(eq(roles.key, 'GERENTE'));
    const failed = (await done(id)).filter(({ failureCode }) => failureCode === 'SEM_PERMISSAO').length;
    expect(failed).toBeGreaterThan(150);
    const other = await waiting(201, 'GERENTE');
    await db().update(people).set({ active: false }).where(eq(people.id, fixture.people.GERENTE));
    await runBulkJob(deps(), other.id);
    await db().update(people).set({ active: true }).where(eq(people.id, fixture.people.GERENTE));
    expect(await events(other.ids)).toEqual([]);
  });
});
