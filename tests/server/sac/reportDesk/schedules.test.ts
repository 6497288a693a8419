import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import {
  auditLog,
  files,
  outboxEmails,
  people,
  reportRuns,
  reportSchedules,
  roles,
} from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { deliver, type FileMakers, type RunToFile, sweepReports } from '#server/sac/reportDesk/deliver.ts';
import { type Delivery, sendDueSchedules } from '#server/sac/reportDesk/dueSchedules.ts';
import { reportFor } from '#server/sac/reports/queries.ts';
import { openFile } from '#server/sac/reports/run/runReport.ts';
import { personById } from '#server/session/currentUser.ts';
import { KEY, PERIOD, type ReportFixture, reportFixture } from './reportFixture.ts';

let fixture: ReportFixture;
let deps: WorkDeps;
const DAY = 24 * 60 * 60 * 1000;
beforeAll(async () => {
  fixture = await reportFixture();
  const { db } = fixture.server.deps;
  // The recipient must be allowed to export reports.
  const [supervisor] = await db.select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
  await db
    .update(roles)
    .set({ grants: supervisor?.grants ?? [] })
    .where(eq(roles.key, 'REPRESENTANTE'));
  const stored = new Map([['a'.repeat(32), 'a;b']]);
  deps = Object.assign(fixture.server.deps, {
    log: fixture.server.app.log,
    files: {
      put: () => Promise.reject(new Error('nothing is stored here')),
      get: async (id: string) => Readable.from([stored.get(id) ?? '']),
      remove: async (id: string) => void stored.delete(id),
    },
  });
});
afterAll(() => fixture.server.close());
beforeEach(async () => {
  const { db } = fixture.server.deps;
  await db.delete(reportSchedules);
  await db.delete(outboxEmails);
});

const PATH = '/config/relatorios-agendados';
const body = (fields: object = {}) => ({
  relatorio: KEY,
  nome: 'Segunda cedo',
  filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
  formato: 'XLSX',
  ritmo: { tipo: 'DIARIO', hora: '07:00', fuso: 'America/Sao_Paulo' },
  destinatarios: [fixture.people.SUPERVISOR, fixture.people.REPRESENTANTE],
  ativo: true,
  ...fields,
});
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, who: PersonType, given?: object) =>
  fixture.server.call(method, url, { token: fixture.tokens[who], ...(given && { body: given }) });
const scheduled = async (fields: object = {}) =>
  (await call('POST', PATH, 'SUPERVISOR', body(fields))).body.id as number;
const row = async () => (await deps.db.select().from(reportSchedules))[0];

/** A queue that keeps what it is sent, each id once, like the real one. */
function queue() {
  const jobs = new Map<string, Delivery>();
  return {
    jobs,
    send: async (_name: string, data: Record<string, unknown>, { id = '' } = {}) => {
      if (!jobs.has(id)) jobs.set(id, data as Delivery);
    },
  };
}

const ran: Parameters<RunToFile>[1][] = [];
const runToFile: RunToFile = async (_deps, request) => {
  ran.push(request);
  return { runId: ran.length, rows: 3, cut: false, filters: 'Período: novembro' };
};
const makersOf = (own: RunToFile): FileMakers => ({
  runToFile: own,
  printToFile: () => Promise.reject(new Error('no dashboard is sent here')),
});
const makers = makersOf(runToFile);
beforeEach(() => {
  ran.length = 0;
});

describe('report schedule', () => {
  it('requires permission to schedule and export, and recipients who can receive it', async () => {
    expect((await call('POST', PATH, 'OPERADOR', body())).status).toBe(403);
    expect((await call('GET', '/config/relatorios-destinatarios', 'OPERADOR')).status).toBe(403);
    const consumer = await call(
      'POST',
      PATH,
      'SUPERVISOR',
      body({ destinatarios: [fixture.people.CONSUMIDOR_FINAL] }),
    );
    expect([consumer.status, Object.keys(consumer.body.errors)]).toEqual([422, ['destinatarios']]);
    expect((await call('POST', PATH, 'SUPERVISOR', body({ formato: 'PDF' }))).body.errors).toEqual({
      formato: 'Este relatório não sai em PDF.',
    });
    const moon = { tipo: 'DIARIO', hora: '07:00', fuso: 'Lua/Cratera' };
    expect((await call('POST', PATH, 'SUPERVISOR', body({ ritmo: moon }))).status).toBe(422);
    expect((await call('POST', PATH, 'SUPERVISOR', body({ filtros: {} }))).status).toBe(422);
    expect((await call('POST', PATH, 'SUPERVISOR', body({ relatorio: 'nenhum' }))).status).toBe(404);
    const found = await call('GET', '/config/relatorios-destinatarios?q=superv', 'SUPERVISOR');
    expect(found.body).toEqual([{ id: fixture.people.SUPERVISOR, nome: 'Pessoa supervisor' }]);
  });

  it('is asked for what bounds its report when it is saved, and keeps running if it was saved before', async () => {
    const id = 'tickets-do-periodo';
    const consulta = {
      tipo: 'DECLARATIVA' as const,
      conjunto: 'tickets',
      colunas: [{ como: 'quantos', agregacao: 'CONTAGEM' as const }],
      filtros: [{ campo: 'criado_em', operador: 'ENTRE' as const, parametro: 'periodo' }],
    };
    await fixture.publish({ id, consulta }, [{ ...PERIOD, obrigatorio: false }]);
    const saved = async (path: string, filtros: object) => {
      const given =
        path === PATH ? body({ relatorio: id, filtros }) : { nome: 'Meus', equipe: false, filtros };
      const answer = await call('POST', path, 'SUPERVISOR', given);
      return [answer.status, Object.keys(answer.body.errors ?? {})];
    };
    for (const path of [PATH, `/config/relatorios/${id}/conjuntos`]) {
      for (const filtros of [{}, { periodo: {} }, { CLIENTE_ID: '' }])
        expect([path, filtros, await saved(path, filtros)]).toEqual([
          path,
          filtros,
          [422, ['filtros/periodo']],
        ]);
      expect((await saved(path, { periodo: { fim: '@hoje' } }))[0]).toBe(422);
      expect([path, await saved(path, { CLIENTE_ID: 1 })]).toEqual([path, [200, []]]);
    }
    const scheduleId = await scheduled({
      relatorio: id,
      filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
    });
    const user = await personById(deps.db, fixture.people.SUPERVISOR);
    if (!user) throw new Error('the supervisor is missing');
    const run = async (by: number | null) => {
      const asker = { ...deps, user };
      const report = await reportFor(asker, id);
      const order = { report, values: {}, format: 'CSV' as const, scheduleId: by };
      const { run, file } = await openFile(asker, order);
      for await (const _ of file.content as Readable);
      return run.count();
    };
    await expect(run(null)).rejects.toMatchObject({ status: 422 });
    expect(await run(scheduleId)).toBe(1);
  });

  it('is unknown to other people, checks its version, and pauses when switched off', async () => {
    const id = await scheduled();
    expect((await call('GET', PATH, 'GERENTE')).body).toHaveLength(1);
    const change = (versao: number, fields = {}) => {
      const { relatorio: _, ...rest } = body(fields);
      return { ...rest, versao };
    };
    const [other] = await deps.db.select().from(roles).where(eq(roles.key, 'REPRESENTANTE'));
    expect(other).toBeDefined();
    expect((await call('GET', PATH, 'REPRESENTANTE')).body).toEqual([]);
    expect((await call('PUT', `${PATH}/${id}`, 'REPRESENTANTE', change(1))).status).toBe(404);
    expect((await call('DELETE', `${PATH}/${id}`, 'REPRESENTANTE')).status).toBe(404);
    const off = await call('PUT', `${PATH}/${id}`, 'SUPERVISOR', change(1, { ativo: false }));
    expect(off.body).toMatchObject({ ativo: false, proxima: null, versao: 2 });
    expect((await call('PUT', `${PATH}/${id}`, 'SUPERVISOR', change(1))).status).toBe(409);
    expect((await call('DELETE', `${PATH}/${id}`, 'SUPERVISOR')).status).toBe(200);
  });
});

describe('schedule switched on again by an administrator', () => {
  it('needs an owner who is still here and may still schedule the report', async () => {
    const id = await scheduled();
    const { SUPERVISOR } = fixture.people;
    const save = async (ativo: boolean) => {
      const { relatorio: _, ...rest } = body({ ativo, destinatarios: [fixture.people.REPRESENTANTE] });
      const answer = await call('PUT', `${PATH}/${id}`, 'ADMIN', { ...rest, versao: (await row())?.version });
      return [answer.status, answer.body.code, (await row())?.active];
    };
    expect(await save(false)).toEqual([200, undefined, false]);
    await deps.db.update(people).set({ active: false }).where(eq(people.id, SUPERVISOR));
    expect(await save(true)).toEqual([422, 'ENVIO_SEM_DONO', false]);
    expect(await save(false)).toEqual([200, undefined, false]);
    await deps.db.update(people).set({ active: true }).where(eq(people.id, SUPERVISOR));
    const [role] = await deps.db.select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
    const grants = role?.grants ?? [];
    const lesser = (given: typeof grants) =>
      deps.db.update(roles).set({ grants: given }).where(eq(roles.key, 'SUPERVISOR'));
    await lesser(grants.filter((grant) => !JSON.stringify(grant).includes('RELATORIOS_AGENDAR')));
    expect(await save(true)).toEqual([422, 'ENVIO_SEM_DONO', false]);
    await lesser(grants);
    expect(await save(true)).toEqual([200, undefined, true]);
  });
});

describe('due report schedules', () => {
  it('are sent once despite several processes, to each recipient with their own rights', async () => {
    const id = await scheduled();
    const shared = queue();
    await sendDueSchedules({ ...deps, queue: shared });
    expect(shared.jobs.size).toBe(0);
    const later = new Date((await row())?.nextRunAt?.getTime() ?? 0);
    const then = { ...deps, now: () => new Date(later.getTime() + 1000) };
    await Promise.all([1, 2, 3].map(() => sendDueSchedules({ ...then, queue: shared })));
    expect([...shared.jobs.values()].map(({ receiverId }) => receiverId).sort()).toEqual(
      [fixture.people.SUPERVISOR, fixture.people.REPRESENTANTE].sort(),
    );
    const next = await row();
    expect(next?.nextRunAt?.getTime()).toBe(later.getTime() + DAY);
    for (const job of shared.jobs.values()) {
      await deliver(then, job, makers);
      await deliver(then, job, makers);
    }
    expect(ran.map(({ user }) => user.type).sort()).toEqual(['REPRESENTANTE', 'SUPERVISOR']);
    expect(JSON.stringify(ran[0]?.values)).not.toContain('@');
    const mails = await deps.db.select().from(outboxEmails).orderBy(outboxEmails.id);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.bodyText).toContain('/relatorios/historico?execucao=');
    expect(mails[0]?.bodyText).toContain('3 linhas');
    expect((await row())?.id).toBe(id);
  });

  it('send nothing to whoever has no row where only rows are to be sent, and settle the round', async () => {
    const id = await scheduled({ soComLinhas: true });
    expect((await call('GET', `${PATH}/${id}`, 'SUPERVISOR')).body.soComLinhas).toBe(true);
    const shared = queue();
    const due = (await row())?.nextRunAt ?? new Date();
    const then = { ...deps, now: () => new Date(due.getTime() + 1000) };
    await sendDueSchedules({ ...then, queue: shared });
    const rowsOf = { SUPERVISOR: 2, REPRESENTANTE: 0 } as Record<string, number>;
    const own: RunToFile = async (_deps, request) => {
      ran.push(request);
      return { runId: ran.length, rows: rowsOf[request.user.type] ?? 0, cut: false, filters: '' };
    };
    for (const job of shared.jobs.values())
      for (const _again of [1, 2]) await deliver(then, job, makersOf(own));
    expect(ran).toHaveLength(2);
    const mails = await deps.db.select().from(outboxEmails).orderBy(outboxEmails.id);
    expect(mails.map(({ bodyText }) => bodyText)).toEqual([expect.stringContaining('Pessoa supervisor')]);
    expect(await row()).toMatchObject({ active: true, lastError: '' });
    // A client that does not know the switch leaves it on; whoever turns it off gets empty reports again.
    const { relatorio: _, ...rest } = body();
    const change = async (fields: object, versao: number) =>
      (await call('PUT', `${PATH}/${id}`, 'SUPERVISOR', { ...rest, ...fields, versao })).body.soComLinhas;
    expect([await change({}, 1), await change({ soComLinhas: false }, 2)]).toEqual([true, false]);
  });

  it('queue the same jobs again when a process died before it was done', async () => {
    await scheduled();
    const shared = queue();
    const due = (await row())?.nextRunAt ?? new Date();
    const then = { ...deps, now: () => new Date(due.getTime() + 1000) };
    await sendDueSchedules({ ...then, queue: shared });
    // As if moving to the next round had been lost together with the process.
    await deps.db.update(reportSchedules).set({ nextRunAt: due });
    await sendDueSchedules({ ...then, queue: shared });
    expect(shared.jobs.size).toBe(2);
  });

  it('note who lost the right and what the report refused, and go on for the others', async () => {
    await scheduled();
    const shared = queue();
    const due = (await row())?.nextRunAt ?? new Date();
    const then = { ...deps, now: () => new Date(due.getTime() + 1000) };
    await sendDueSchedules({ ...then, queue: shared });
    await deps.db.update(people).set({ active: false }).where(eq(people.id, fixture.people.REPRESENTANTE));
    const refusing: RunToFile = () => Promise.reject(refused('CARO', 'A consulta é pesada demais.'));
    for (const job of shared.jobs.values()) await deliver(then, job, makersOf(refusing));
    await deps.db.update(people).set({ active: true }).where(eq(people.id, fixture.people.REPRESENTANTE));
    const noted = await row();
    expect(noted?.lastError).toContain('Pessoa representante não recebeu');
    expect(noted?.lastError).toContain('Pessoa supervisor: A consulta é pesada demais.');
    expect(noted?.active).toBe(true);
    expect(await deps.db.select().from(outboxEmails).orderBy(outboxEmails.id)).toEqual([]);
  });

  it('go to nobody who was taken off the list after the round was queued', async () => {
    const id = await scheduled();
    const shared = queue();
    const due = (await row())?.nextRunAt ?? new Date();
    const then = { ...deps, now: () => new Date(due.getTime() + 1000) };
    await sendDueSchedules({ ...then, queue: shared });
    const { relatorio: _, ...rest } = body({ destinatarios: [fixture.people.SUPERVISOR] });
    expect((await call('PUT', `${PATH}/${id}`, 'SUPERVISOR', { ...rest, versao: 1 })).status).toBe(200);
    for (const job of shared.jobs.values()) await deliver(then, job, makers);
    expect(ran.map(({ user }) => user.type)).toEqual(['SUPERVISOR']);
  });

  it('stop when the owner is gone or the report requires other filters', async () => {
    await scheduled();
    const stop = async () => {
      const due = (await row())?.nextRunAt ?? new Date();
      const shared = queue();
      await sendDueSchedules({ ...deps, queue: shared, now: () => new Date(due.getTime() + 1000) });
      expect(shared.jobs.size).toBe(0);
      return row();
    };
    await deps.db.update(people).set({ active: false }).where(eq(people.id, fixture.people.SUPERVISOR));
    const open = (await row())?.version;
    const stopped = await stop();
    expect(stopped).toMatchObject({ active: false, nextRunAt: null, version: (open ?? 0) + 1 });
    const [logged] = await deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(logged).toMatchObject({
      action: 'DESATIVAR',
      entity: 'report_schedules',
      entityId: String(stopped?.id),
      after: { motivo: stopped?.lastError },
    });
    await deps.db.update(people).set({ active: true }).where(eq(people.id, fixture.people.SUPERVISOR));
    await deps.db.update(reportSchedules).set({ active: true, nextRunAt: deps.now() });
    await fixture.publish({}, [{ ...PERIOD, parametro: 'intervalo' }]);
    expect((await stop())?.lastError).toContain('pede outros filtros');
  });
});

describe('file of a report run', () => {
  it('is available to its person only, for as long as it is kept', async () => {
    const { SUPERVISOR } = fixture.people;
    const [file] = await deps.db
      .insert(files)
      .values({
        name: 'devoluções.csv',
        mime: 'text/csv',
        size: 3,
        sha256: '',
        storedAs: 'a'.repeat(32),
        ownerId: SUPERVISOR,
        linkedAt: new Date(),
      })
      .returning();
    const [run] = await deps.db
      .insert(reportRuns)
      .values({
        reportKey: KEY,
        reportVersion: 1,
        personId: SUPERVISOR,
        format: 'CSV',
        state: 'PRONTO',
        fileId: file?.id ?? '',
        scheduleId: 1,
      })
      .returning();
    const path = `/config/relatorios-execucoes/${run?.id}/arquivo`;
    expect((await call('GET', path, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await call('GET', path, 'ADMIN')).status).toBe(404);
    const own = await call('GET', path, 'SUPERVISOR');
    expect([own.status, own.body]).toEqual([200, 'a;b']);
    // Another recipient of the same round has a file of their own, with the rows that they may see.
    const received = await deps.db
      .insert(reportRuns)
      .values({
        ...(run as typeof reportRuns.$inferSelect),
        id: undefined,
        personId: fixture.people.REPRESENTANTE,
      })
      .returning();
    const theirs = `/config/relatorios-execucoes/${received[0]?.id}/arquivo`;
    const grantsOfReceiver = eq(roles.key, 'REPRESENTANTE');
    const [role] = await deps.db.select().from(roles).where(grantsOfReceiver);
    const grants = role?.grants ?? [];
    expect((await call('GET', theirs, 'REPRESENTANTE')).status).toBe(200);
    expect((await call('GET', theirs, 'SUPERVISOR')).status).toBe(404);
    // Whoever lost the right does not open what they once received, and does again when they have it back.
    const fewer = grants.filter((grant) => !JSON.stringify(grant).includes('RELATORIOS_EXPORTAR'));
    await deps.db.update(roles).set({ grants: fewer }).where(grantsOfReceiver);
    expect((await call('GET', theirs, 'REPRESENTANTE')).status).toBe(403);
    await deps.db.update(roles).set({ grants }).where(grantsOfReceiver);
    expect((await call('GET', theirs, 'REPRESENTANTE')).status).toBe(200);
    await sweepReports(deps);
    expect((await call('GET', path, 'SUPERVISOR')).status).toBe(200);
    await sweepReports({ ...deps, now: () => new Date(Date.now() + 31 * DAY) });
    expect((await call('GET', path, 'SUPERVISOR')).status).toBe(404);
  });
});
