import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import {
  agendaReasons,
  agendas,
  customerLog,
  customers,
  incomingCalls,
  orders,
  roles,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

const ZONE = 'America/Sao_Paulo';
const HOUR = 3_600_000;

let server: TestServer;
let fixture: TestPeople;
let first: number;
let finish: number;
const tokens: Partial<Record<PersonType, string>> = {};

beforeAll(async () => {
  server = await testServer();
  fixture = await createPeople(server.deps.db);
  first = fixture.customerIds.first;
  for (const type of Object.keys(fixture.people) as PersonType[])
    tokens[type] = await server.sessionOf(fixture.people[type]);
  const [reason] = await server.deps.db.select().from(agendaReasons).orderBy(agendaReasons.id);
  finish = reason?.id ?? 0;
});
afterAll(() => server?.close());
beforeEach(async () => {
  const { db } = server.deps;
  await db.delete(agendas);
  await db.delete(customerLog);
});

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.call(method, `/callcenter/${path}`, { token: tokens[who] ?? '', ...(body && { body }) });
const inHours = (hours: number) => new Date(server.deps.now().getTime() + hours * HOUR);

async function addAgenda(given: Partial<typeof agendas.$inferInsert> = {}): Promise<number> {
  const [row] = await server.deps.db
    .insert(agendas)
    .values({
      ...{ customerId: first, branchId: fixture.branchIds[0], representativeId: fixture.representativeId },
      ...{ personId: fixture.people.VENDEDOR, subject: 'Repor o estoque', scheduledAt: inHours(-2) },
      ...given,
    })
    .returning({ id: agendas.id });
  return row?.id ?? 0;
}

const next = (who: PersonType = 'VENDEDOR', query = '') =>
  call(who, 'GET', `clientes/${first}/proximo-contato${query}`);
const all = () => server.deps.db.select().from(agendas).orderBy(agendas.id);
/** A moment that suits everybody, as it is typed. */
const tuesday = () => {
  const moment = new Date(server.deps.now().getTime() + 21 * 24 * HOUR);
  return `${localDate(moment, ZONE)} 10:00`;
};

describe('what is next with a customer', () => {
  it('is proposed on served days while the branch works, beside the agenda that is due', async () => {
    const { db } = server.deps;
    const later = await addAgenda({ scheduledAt: inHours(-1) });
    const due = await addAgenda();
    await addAgenda({ scheduledAt: inHours(-9), personId: fixture.people.OPERADOR });
    await addAgenda({ scheduledAt: inHours(-9), finishedAt: inHours(-8) });
    await addAgenda({ scheduledAt: inHours(72) });
    await db
      .update(customers)
      .set({ servedOn: [2] })
      .where(eq(customers.id, first));
    const { status, body } = await next();
    expect([status, body.data.agenda.id, body.data.fuso]).toEqual([200, due, ZONE]);
    expect((await next('VENDEDOR', `?idAgenda=${later}`)).body.data.agenda.id).toBe(later);
    const calendar = await calendarOf(db, fixture.branchIds[0]);
    expect(body.data.opcoes.map(({ valor }: { valor: string }) => valor)).toEqual([
      ...['EM_2_HORAS', 'AMANHA', 'EM_7_DIAS'],
    ]);
    for (const { em } of body.data.opcoes) {
      expect(new Date(`${localDate(em, ZONE)}T12:00:00Z`).getUTCDay()).toBe(2);
      const [hours = 0, minutes = 0] = localTime(em, ZONE).split(':').map(Number);
      const [span] = calendar.week[2] ?? [];
      expect(hours * 60 + minutes).toBeGreaterThanOrEqual(span?.opens ?? Number.NaN);
      expect(hours * 60 + minutes).toBeLessThan(span?.closes ?? Number.NaN);
    }
    await db.update(customers).set({ servedOn: [] }).where(eq(customers.id, first));
  });

  it("is unknown of a customer out of scope, of another one's agenda, and to consumers", async () => {
    const other = await addAgenda({
      ...{ customerId: fixture.customerIds.second, branchId: fixture.branchIds[1], representativeId: null },
    });
    const { second } = fixture.customerIds;
    expect((await call('VENDEDOR', 'GET', `clientes/${second}/proximo-contato`)).status).toBe(404);
    expect((await next('VENDEDOR', `?idAgenda=${other}`)).status).toBe(404);
    expect((await next('ADMIN', `?idAgenda=${other}`)).status).toBe(404);
    expect((await next('CONSUMIDOR_FINAL')).status).toBe(403);
  });

  it('is planned with the end of the contact, in one command', async () => {
    const id = await addAgenda({ description: 'Perguntar do café' });
    const body = { versao: 1, idMotivoFinalizacao: finish, proxima: tuesday() };
    const done = await call('VENDEDOR', 'PUT', `agendas/${id}`, body);
    expect([done.status, done.body.data.message]).toEqual([
      200,
      expect.stringMatching(/^Agenda finalizada: .+\. Próximo contato em \d\d\/\d\d\/\d{4} às 10:00$/),
    ]);
    const [made, planned, ...more] = await all();
    expect(more).toEqual([]);
    expect(made).toMatchObject({ id, finishReasonId: finish });
    expect(planned).toMatchObject({
      ...{ subject: 'Repor o estoque', description: 'Perguntar do café', finishedAt: null, version: 1 },
      ...{ personId: fixture.people.VENDEDOR, branchId: fixture.branchIds[0], customerId: first },
    });
    expect(localTime(planned?.scheduledAt ?? 0, ZONE)).toBe('10:00');
    const log = await server.deps.db.select().from(customerLog).orderBy(customerLog.id);
    expect(log.map(({ itemId }) => itemId)).toEqual([id, planned?.id]);
  });

  it('ends no contact whose next one is refused, and plans none without an end', async () => {
    const id = await addAgenda();
    const past = await call('VENDEDOR', 'PUT', `agendas/${id}`, {
      ...{ idMotivoFinalizacao: finish, proxima: '2020-01-01 10:00' },
    });
    expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['proxima']]);
    const alone = await call('VENDEDOR', 'PUT', `agendas/${id}`, { proxima: tuesday() });
    expect([alone.status, Object.keys(alone.body.errors)]).toEqual([422, ['proxima']]);
    const foreign = { idMotivoFinalizacao: finish, proxima: tuesday() };
    expect((await call('OPERADOR', 'PUT', `agendas/${id}`, foreign)).body.code).toBe('AGENDA_DE_OUTRO');
    expect(await all()).toMatchObject([{ id, finishedAt: null, version: 1 }]);
  });

  it('is planned once, however often two people end the same contact', async () => {
    const id = await addAgenda();
    const body = { versao: 1, idMotivoFinalizacao: finish, proxima: tuesday() };
    const ends = await Promise.all(
      (['VENDEDOR', 'SUPERVISOR'] as const).map((who) => call(who, 'PUT', `agendas/${id}`, body)),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await all()).toHaveLength(2);
  });
});

describe('a call that came in', () => {
  const rung = async () => {
    const [row] = await server.deps.db
      .insert(incomingCalls)
      .values({
        ...{ personId: fixture.people.VENDEDOR, line: '204', number: '11987654321', status: 'ATENDIDA' },
        ...{ callKey: crypto.randomUUID(), startedAt: server.deps.now() },
      })
      .returning();
    return row?.id ?? 0;
  };
  const settle = (id: number, body: object) =>
    call('VENDEDOR', 'POST', `ligacoes-recebidas/${id}/desfecho`, { versao: 1, ...body });

  it('is answered by when to call back', async () => {
    const id = await rung();
    const body = { desfecho: 'RETORNAR', idCli: first, obs: 'Quer preço do café', retorno: tuesday() };
    const { body: done } = await settle(id, body);
    expect(done.data.message).toMatch(/^Ligação guardada: ligar de volta\. Retorno em .+ às 10:00\.$/);
    expect(await all()).toMatchObject([
      {
        ...{ customerId: first, subject: 'Retorno de ligação', description: 'Quer preço do café' },
        ...{ personId: fixture.people.VENDEDOR },
      },
    ]);
  });

  it('plans nothing of nobody, of a mistake, or at a time that has passed, and stays', async () => {
    const id = await rung();
    for (const body of [
      { desfecho: 'RETORNAR', retorno: tuesday() },
      { desfecho: 'ENGANO', idCli: first, retorno: tuesday() },
      { desfecho: 'RETORNAR', idCli: first, retorno: '2020-01-01 10:00' },
    ]) {
      const { status, body: refusal } = await settle(id, body);
      expect([status, Object.keys(refusal.errors)]).toEqual([422, ['retorno']]);
    }
    expect(await all()).toEqual([]);
    const [kept] = await server.deps.db.select().from(incomingCalls).where(eq(incomingCalls.id, id));
    expect(kept?.settledAt).toBeNull();
  });

  it('is called back only by who may plan contacts', async () => {
    const { db } = server.deps;
    const id = await rung();
    const ofSeller = eq(roles.key, 'VENDEDOR');
    const [{ grants } = { grants: [] }] = await db.select().from(roles).where(ofSeller);
    const cut = grants.map((module) => ({
      ...module,
      moduloAcoes: module.moduloAcoes.map((action) => ({
        ...action,
        autorizado: action.autorizado && action.nome !== 'AGENDA_EDITAR',
      })),
    }));
    await db.update(roles).set({ grants: cut }).where(ofSeller);
    const body = { desfecho: 'RETORNAR', idCli: first };
    expect((await settle(id, { ...body, retorno: tuesday() })).status).toBe(403);
    expect((await settle(id, body)).status).toBe(200);
    await db.update(roles).set({ grants }).where(ofSeller);
    expect(await all()).toEqual([]);
  });
});

it('lists the calls of the day by value, those of the person alone', async () => {
  const { db } = server.deps;
  const [quote] = await db
    .insert(orders)
    .values({
      ...{ customerId: first, branchId: fixture.branchIds[0], sellerId: fixture.people.VENDEDOR },
      ...{ stage: 'ORCAMENTO', status: 'ATIVO', total: '900' },
    })
    .returning();
  const none = await addAgenda({ subject: 'Sem valor' });
  const quoted = await addAgenda({ orderId: quote?.id ?? null, scheduledAt: inHours(-1) });
  await addAgenda({ personId: fixture.people.OPERADOR });
  await addAgenda({ scheduledAt: inHours(72) });
  const { status, body } = await call('VENDEDOR', 'GET', 'agendas/ligacoes');
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { id: quoted, idCli: first, valor: '900.0000', atrasada: true, fuso: ZONE },
    { id: none, valor: null, assunto: 'Sem valor' },
  ]);
  expect((await call('SUPERVISOR', 'GET', 'agendas/ligacoes')).body).toEqual([]);
  await db.update(agendas).set({ orderId: null });
  await db.delete(orders);
});
