import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { MAX_SYNCHRONOUS_ROWS } from '#contract/sac/tickets/ticketBulk.ts';
import { runNightly } from '#server/callcenter/automations/run.ts';
import {
  agendaCapacities,
  agendas,
  auditLog,
  automations,
  bulkJobRows,
  bulkJobs,
  customerBranches,
  customerSellers,
  customers,
  people,
} from '#server/db/tables/index.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { runBulkJob, workOnBulkJobs } from '#server/jobs/runBulkJob.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
const ids: number[] = [];
/** Of these, customers that no seller serves. */
const NOBODYS = 5;
/** With a few more than a request may plan for at once, a run is long. */
const MANY = MAX_SYNCHRONOUS_ROWS + NOBODYS + 5;
const db = () => server.deps.db;
const deps = (): WorkDeps => ({ ...server.deps, now: () => new Date(), log: server.app.log });

const call = async (method: 'GET' | 'POST', path: string, who: PersonType = 'SUPERVISOR') =>
  server.call(method, path, {
    token: await server.sessionOf(persons.people[who]),
    ...(method === 'POST' && { body: {} }),
  });
const regra = {
  clientes: { tags: ['CATEGORIA:Ouro'] },
  agenda: { tipo: 'A', assunto: 'Recuperar cliente', hora: '09:00' },
  dias: 10,
  maximo: 1000,
  respeitaDias: false,
  respeitaFrequencia: false,
};

beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(db());
  const today = localDate(server.deps.now(), 'America/Sao_Paulo');
  const rows = await db()
    .insert(customers)
    .values(
      Array.from({ length: MANY }, (_, index) => ({
        document: `${10_000_000_000_000 + index}`,
        legalName: `Cliente ${index}`,
        tradeName: `Cliente ${index}`,
        category: 'Ouro',
        lastPurchaseOn: addDays(today, -MANY + index),
      })),
    )
    .returning({ id: customers.id });
  ids.push(...rows.map(({ id }) => id));
  const [first, second] = persons.branchIds;
  await db()
    .insert(customerBranches)
    .values(
      ids.map((customerId, index) => ({ customerId, branchId: index < MANY - NOBODYS ? first : second })),
    );
  await db()
    .insert(customerSellers)
    .values(ids.map((customerId) => ({ customerId, personId: persons.people.VENDEDOR })));
  await db().insert(agendaCapacities).values({ personId: persons.people.VENDEDOR, perDay: 100 });
});
afterAll(() => server?.close());

async function begun(): Promise<{ id: number; idLote: string; agendas: unknown[] }> {
  await db().delete(agendas);
  await db().update(bulkJobs).set({ status: 'CANCELADO' });
  const [row] = await db()
    .insert(automations)
    .values({ name: `Ouro ${Date.now()}`, rule: regra, createdById: persons.people.SUPERVISOR })
    .returning({ id: automations.id });
  const id = row?.id ?? 0;
  const { body } = await call('POST', `/callcenter/automacoes/${id}/executar`);
  return { id, ...body.data };
}
const jobOf = async (idLote: string) => (await call('GET', `/sac/tickets/lote/${idLote}`)).body.data;
const madeOf = (id: number) => db().$count(agendas, eq(agendas.automationId, id));

async function workUntil(idLote: string, rows: number): Promise<void> {
  const stop = new AbortController();
  const work = runBulkJob(deps(), idLote, stop.signal);
  while ((await db().$count(bulkJobRows, eq(bulkJobRows.jobId, idLote))) < rows)
    await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();
  await work;
}

describe('long run of an automation', () => {
  it('answers at once, and continues until each customer has an agenda or a reason', async () => {
    const { id, idLote, agendas: planned } = await begun();
    expect([planned.length, await madeOf(id)]).toEqual([MANY - NOBODYS, 0]);
    const queue = await openQueue(server.deps.pool, () => {});
    await workOnBulkJobs(deps(), queue);
    while ((await jobOf(idLote)).situacao !== 'CONCLUIDO') await new Promise((go) => setTimeout(go, 100));
    await queue.stop();
    const job = await jobOf(idLote);
    expect([job.acao, job.total, job.sucesso.length]).toEqual(['executar-automacao', MANY, MANY - NOBODYS]);
    expect(job.falhas.map(({ codigo }: { codigo: string }) => codigo)).toEqual(
      Array(NOBODYS).fill('SEM_VENDEDOR'),
    );
    expect(await madeOf(id)).toBe(MANY - NOBODYS);
    const [after] = await db().select().from(automations).where(eq(automations.id, id));
    expect(after?.lastMade).toBe(MANY - NOBODYS);
    // A second run on the same day finds nobody left.
    expect((await call('POST', `/callcenter/automacoes/${id}/executar`)).body.data.agendas).toEqual([]);
  });

  it('creates each agenda once, even if its process dies and two others take over', async () => {
    const { id, idLote } = await begun();
    let requested = 0;
    const dying: WorkDeps = {
      ...deps(),
      now: () => {
        if (++requested > 60) throw new Error('killed');
        return new Date();
      },
    };
    await runBulkJob(dying, idLote).catch(() => {});
    expect((await jobOf(idLote)).processados).toBeLessThan(MANY);
    const made = await madeOf(id);
    expect(made).toBe((await jobOf(idLote)).sucesso.length);
    await Promise.all([runBulkJob(deps(), idLote), runBulkJob(deps(), idLote)]);
    const job = await jobOf(idLote);
    expect([job.situacao, job.sucesso.length]).toEqual(['CONCLUIDO', await madeOf(id)]);
    const rows = await db().select({ id: agendas.customerId }).from(agendas);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  it('stops on request, keeps what was created, and cannot be started twice meanwhile', async () => {
    const { id, idLote } = await begun();
    await workUntil(idLote, 5);
    const second = await call('POST', `/callcenter/automacoes/${id}/executar`);
    expect([second.status, second.body.code]).toEqual([422, 'EM_EXECUCAO']);
    for (const who of ['ADMIN', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const)
      expect((await call('POST', `/sac/tickets/lote/${idLote}/cancelar`, who)).status).toBe(404);
    const stopped = (await call('POST', `/sac/tickets/lote/${idLote}/cancelar`)).body.data;
    await runBulkJob(deps(), idLote);
    expect([stopped.situacao, await madeOf(id)]).toEqual(['CANCELADO', stopped.processados]);
  });

  it('checks each customer again for changes since it was planned', async () => {
    const { id, idLote } = await begun();
    await db()
      .update(customers)
      .set({ doNotContact: true })
      .where(inArray(customers.id, ids.slice(0, 3)));
    await workUntil(idLote, 10);
    const before = await madeOf(id);
    await db().update(people).set({ active: false }).where(eq(people.id, persons.people.VENDEDOR));
    await runBulkJob(deps(), idLote);
    await db().update(people).set({ active: true }).where(eq(people.id, persons.people.VENDEDOR));
    const codes = (await jobOf(idLote)).falhas.map(({ codigo }: { codigo: string }) => codigo);
    expect(codes.slice(0, 4)).toEqual(['NAO_CONTATAR', 'NAO_CONTATAR', 'NAO_CONTATAR', 'NAO_ATENDE']);
    expect([before >= 7, await madeOf(id)]).toEqual([true, before]);
  });

  it('is also used at night: started once, resumed after a stop, no customer twice', async () => {
    await db().delete(agendas);
    await db().update(bulkJobs).set({ status: 'CANCELADO' });
    await db().update(automations).set({ active: false });
    const [row] = await db()
      .insert(automations)
      .values({ name: 'Da noite', rule: regra, createdById: persons.people.SUPERVISOR })
      .returning({ id: automations.id });
    const id = row?.id ?? 0;
    await db().update(customers).set({ doNotContact: false }).where(inArray(customers.id, ids));
    const sent: string[] = [];
    const queue = {
      send: async (_: string, data: Record<string, unknown>) => void sent.push(String(data.id)),
    };
    // Three in the morning.
    const night = new Date(`${addDays(localDate(new Date(), 'America/Sao_Paulo'), 1)}T06:00:00Z`);
    const turn = () => runNightly({ db: db(), now: () => night, queue });
    expect((await Promise.all([turn(), turn()])).sort()).toEqual([0, 1]);
    expect([sent.length, await madeOf(id)]).toEqual([1, 0]);

    const [idLote = ''] = sent;
    await workUntil(idLote, 5);
    // The agendas exist, and the day's run is not started again.
    expect([await turn(), sent.length]).toEqual([0, 1]);
    await Promise.all([runBulkJob(deps(), idLote), runBulkJob(deps(), idLote)]);
    const rows = await db().select({ id: agendas.customerId }).from(agendas);
    expect([rows.length, new Set(rows.map((each) => each.id)).size]).toEqual([
      MANY - NOBODYS,
      MANY - NOBODYS,
    ]);
    expect([await turn(), await madeOf(id)]).toEqual([0, MANY - NOBODYS]);
  });
});

describe('automation switched on again', () => {
  it('needs an author who still leads a team, since it runs with their permissions', async () => {
    const author = persons.people.GERENTE;
    const [row] = await db()
      .insert(automations)
      .values({ name: 'Parada', rule: regra, active: false, createdById: author })
      .returning();
    const token = await server.sessionOf(persons.people.SUPERVISOR);
    const save = async (ativa: boolean) => {
      const [now] = await db()
        .select()
        .from(automations)
        .where(eq(automations.id, row?.id ?? 0));
      const { status, body } = await server.call('PUT', `/callcenter/automacoes/${row?.id}`, {
        token,
        body: { nome: 'Parada', ativa, regra, versao: now?.version },
      });
      return [status, body.code];
    };
    const change = (set: Partial<typeof people.$inferInsert>) =>
      db().update(people).set(set).where(eq(people.id, author));
    await change({ active: false });
    expect([await save(true), await save(false)]).toEqual([
      [422, 'SEM_AUTOR'],
      [200, undefined],
    ]);
    await change({ active: true, type: 'VENDEDOR' });
    expect(await save(true)).toEqual([422, 'SEM_AUTOR']);
    await change({ type: 'GERENTE' });
    expect(await save(true)).toEqual([200, undefined]);
  });

  it('is switched off by the night that finds its author gone, and says why', async () => {
    const author = persons.people.GERENTE;
    const [row] = await db()
      .insert(automations)
      .values({ name: 'Órfã', rule: regra, createdById: author })
      .returning();
    const id = row?.id ?? 0;
    const night = new Date('2027-03-02T08:00:00Z');
    await db().update(people).set({ active: false }).where(eq(people.id, author));
    await runNightly({ db: db(), now: () => night });
    await db().update(people).set({ active: true }).where(eq(people.id, author));
    const [after] = await db().select().from(automations).where(eq(automations.id, id));
    expect(after).toMatchObject({ active: false, lastRunAt: null, version: 2 });
    const entries = await db()
      .select({ action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'automations'), eq(auditLog.entityId, String(id))))
      .orderBy(asc(auditLog.id));
    expect(entries).toMatchObject([{ action: 'DESATIVAR', after: { ativa: false } }]);
  });
});
