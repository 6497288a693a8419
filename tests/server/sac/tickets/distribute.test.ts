import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, desc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { DistributionPlan } from '#contract/sac/tickets/ticketBulk.ts';
import {
  bulkJobs,
  notices,
  people,
  personAbsences,
  personBranches,
  personSkills,
  skills,
  ticketEvents,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { runBulkJob } from '#server/jobs/runBulkJob.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { type TicketFixture, ticketFixture } from './ticketFixture.ts';

let fixture: TicketFixture;
/** Three people of the first branch and sector. */
let team: [number, number, number];
beforeAll(async () => {
  fixture = await ticketFixture();
  const { OPERADOR, VENDEDOR } = fixture.people;
  team = [OPERADOR, VENDEDOR, fixture.otherOperator].sort((one, other) => one - other) as typeof team;
  await db().update(people).set({ sectorId: sector() }).where(inArray(people.id, team));
  await db()
    .insert(personBranches)
    .values({ personId: fixture.otherOperator, branchId: fixture.branchIds[0] })
    .onConflictDoNothing();
});
afterAll(() => fixture?.server.close());
beforeEach(async () => {
  await db().delete(personAbsences);
  await db().delete(personSkills);
  await db().update(tickets).set({ operatorId: null });
});

const db = () => fixture.server.deps.db;
const sector = () => fixture.sectorIds[0] ?? 0;
const deps = () => ({ ...fixture.server.deps, log: fixture.server.app.log as WorkDeps['log'] });
const added = (count: number, given = {}) =>
  Promise.all(Array.from({ length: count }, () => fixture.addTicket({ sectorId: sector(), ...given })));
type Who = keyof TicketFixture['tokens'];
const post = (path: string, body: object, who: Who, key?: string) =>
  fixture.server.call('POST', `/sac/${path}`, {
    token: fixture.tokens[who],
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const preview = (body: object, who: Who = 'SUPERVISOR') => post('consultas/distribuicao-tickets', body, who);
const distribute = (ids: number[], dados: object = {}, who: Who = 'SUPERVISOR', key?: string) =>
  post('tickets/lote/distribuir', { ids, dados }, who, key);
const operatorsOf = async (ids: number[]) =>
  new Map(
    (await db().select().from(tickets).where(inArray(tickets.id, ids))).map((row) => [
      row.id,
      row.operatorId,
    ]),
  );
const countsOf = async (ids: number[]) => {
  const counts = new Map<number | null, number>();
  for (const who of (await operatorsOf(ids)).values()) counts.set(who, (counts.get(who) ?? 0) + 1);
  return counts;
};
const planned = (plan: DistributionPlan) =>
  new Map(plan.pessoas.flatMap(({ id, tickets: mine }) => mine.map((ticket) => [ticket, id])));
const eventsOf = (ids: number[]) =>
  db()
    .select()
    .from(ticketEvents)
    .where(and(inArray(ticketEvents.ticketId, ids), eq(ticketEvents.type, 'ATRIBUICAO')))
    .orderBy(ticketEvents.id);

describe('distribution of tickets', () => {
  it.each(['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'VENDEDOR'] as const)('is nothing for %s', async (who) => {
    const ids = await added(1);
    expect((await preview({ ids }, who)).status).toBe(403);
    expect((await distribute(ids, {}, who)).status).toBe(403);
    expect([...(await operatorsOf(ids)).values()]).toEqual([null]);
  });

  it('does what its preview shows: loads as equal as they can be, and nobody who is away', async () => {
    await added(4, { operatorId: team[1], status: 'EM_ATENDIMENTO' });
    await db()
      .insert(personAbsences)
      .values({ personId: team[0], fromDay: today(), untilDay: addDays(today(), 2) });
    const ids = await added(8);
    const { body } = await preview({ ids });
    expect(body.data.falhas).toEqual([]);
    expect([...(await operatorsOf(ids)).values()].every((who) => who === null)).toBe(true);
    expect(body.data.pessoas.map(({ id }: { id: number }) => id).sort()).toEqual([team[1], team[2]].sort());
    expect((await distribute(ids)).body.data.sucesso).toHaveLength(8);
    expect(await operatorsOf(ids)).toEqual(planned(body.data));
    // 4 that were there and 8 more.
    expect(await countsOf(ids)).toEqual(
      new Map([
        [team[2], 6],
        [team[1], 2],
      ]),
    );
    expect(await eventsOf(ids)).toHaveLength(8);
  });

  it('passes over who is left out, lacks the skill, or works elsewhere', async () => {
    const ids = await added(4);
    const north = await fixture.addTicket({
      sectorId: sector(),
      branchId: fixture.branchIds[1],
      customerId: fixture.customerIds.second,
    });
    const [skill] = await db().insert(skills).values({ name: 'Fiscal' }).returning();
    const skillId = skill?.id ?? 0;
    await db()
      .insert(personSkills)
      .values([team[0], team[2]].map((personId) => ({ personId, skillId })));
    await db().update(ticketTypes).set({ skillId });
    const left = await preview({ ids, semPessoas: [team[0]] });
    expect(
      left.body.data.pessoas
        .map((each: DistributionPlan['pessoas'][number]) => [each.id, each.deFora])
        .sort(),
    ).toEqual([
      [team[0], true],
      [team[2], false],
    ]);
    await distribute(ids, { semPessoas: [team[0]] });
    expect(await countsOf(ids)).toEqual(new Map([[team[2], 4]]));
    // Only the operator of the other branch works there, who has no skill when nobody has one.
    await db().delete(personSkills);
    const nobody = await distribute([north], {}, 'ADMIN');
    expect(nobody.body.data.falhas).toMatchObject([{ id: north, codigo: 'NINGUEM_DISPONIVEL' }]);
    await db().update(ticketTypes).set({ skillId: null });
    await distribute([north], {}, 'ADMIN');
    expect((await operatorsOf([north])).get(north)).toBe(fixture.otherOperator);
  });

  it('leaves alone what is foreign, ended or with somebody, and says so', async () => {
    const [free = 0] = await added(1);
    const [ended = 0] = await added(1, { status: 'FINALIZADO' });
    const [taken = 0] = await added(1, { operatorId: team[0], status: 'EM_ATENDIMENTO' });
    const foreign = await fixture.addTicket({ branchId: fixture.branchIds[1], sectorId: sector() });
    const { body } = await distribute([free, ended, taken, foreign], {}, 'SUPERVISOR');
    const codes = new Map(
      body.data.falhas.map(({ id, codigo }: { id: number; codigo: string }) => [id, codigo]),
    );
    expect([codes.get(free), codes.get(ended), codes.get(taken)]).toEqual([
      undefined,
      'ENCERRADO',
      'JA_ATRIBUIDO',
    ]);
    expect(['NAO_ENCONTRADO', undefined]).toContain(codes.get(foreign));
    expect((await operatorsOf([taken])).get(taken)).toBe(team[0]);
  });

  it('shares out again what colleagues have, only when that is confirmed', async () => {
    const ids = await added(6, { operatorId: team[0], status: 'EM_ATENDIMENTO' });
    expect((await distribute(ids)).body.data.sucesso).toEqual([]);
    const { body } = await distribute(ids, { confirmar: true });
    expect(await countsOf(ids)).toEqual(new Map(team.map((id) => [id, 2])));
    expect(body.data.falhas.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'SEM_MUDANCA',
      'SEM_MUDANCA',
    ]);
  });

  it('skips what somebody took meanwhile, and tells each person once', async () => {
    const ids = await added(201);
    const [last] = await db().select({ id: notices.id }).from(notices).orderBy(desc(notices.id)).limit(1);
    const { body } = await distribute(ids, {}, 'SUPERVISOR', 'distribuir-uma-vez');
    const again = await distribute(ids, {}, 'SUPERVISOR', 'distribuir-uma-vez');
    expect(again.body.data.id).toBe(body.data.id);
    const [raced = 0] = ids;
    await db().update(tickets).set({ operatorId: fixture.people.ADMIN }).where(eq(tickets.id, raced));
    await Promise.all([runBulkJob(deps(), body.data.id), runBulkJob(deps(), body.data.id)]);
    const job = (await fixture.get(`tickets/lote/${body.data.id}`, 'SUPERVISOR')).body.data;
    expect(job.falhas).toMatchObject([{ id: raced, codigo: 'MUDOU_DE_MAOS' }]);
    expect((await operatorsOf([raced])).get(raced)).toBe(fixture.people.ADMIN);
    const counts = await countsOf(ids.slice(1));
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
    expect(await eventsOf(ids)).toHaveLength(200);
    const told = await db()
      .select()
      .from(notices)
      .where(and(gt(notices.id, last?.id ?? 0), isNotNull(notices.personId)));
    const titles = told.filter(({ title }) => /^Você recebeu \d+ tickets$/.test(title));
    expect(titles.map(({ personId }) => personId).sort()).toEqual([...team].sort());
    expect((await db().select().from(bulkJobs).where(eq(bulkJobs.id, body.data.id)))[0]?.status).toBe(
      'CONCLUIDO',
    );
  });
});

const today = () => localDate(fixture.server.deps.now(), 'America/Sao_Paulo');
