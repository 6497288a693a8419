import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import type { ReceivedCall } from '#contract/callcenter/agendas/receivedCalls.ts';
import { DEFAULT_GRANTS, grantsOf, type PersonType } from '#contract/permissions.ts';
import { branchListChannel, CALL_CHANGED, listChannel, personChannel } from '#contract/realtime.ts';
import {
  agendas,
  auditLog,
  customerBranches,
  customerLog,
  customers,
  incomingCalls,
  realtimeEvents,
  roles,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let fixture: TestPeople;

const db = () => server.deps.db;
const get = async (who: PersonType, query: Record<string, string> = {}) =>
  server.call('GET', `/callcenter/ligacoes-recebidas?${new URLSearchParams(query)}`, {
    token: await server.sessionOf(fixture.people[who]),
  });
const rows = async (who: PersonType, query?: Record<string, string>): Promise<ReceivedCall[]> => {
  const { status, body } = await get(who, query);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.itens;
};
const notes = async (who: PersonType, query?: Record<string, string>) =>
  (await rows(who, query)).map(({ id }) => names.get(id));

/** What each call is called here. */
const names = new Map<number, string>();

async function add(name: string, part: Partial<typeof incomingCalls.$inferInsert>) {
  const [row] = await db()
    .insert(incomingCalls)
    .values({
      ...{ personId: fixture.people.OPERADOR, line: '204', callKey: name, number: '11987654321' },
      ...{ status: 'ENCERRADA', startedAt: new Date('2026-11-10T15:00:00Z') },
      ...part,
    })
    .returning();
  names.set(row?.id ?? 0, name);
}

beforeAll(async () => {
  server = await testServer();
  fixture = await createPeople(db());
  const { first, second } = fixture.customerIds;
  for (const type of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const)
    await db()
      .update(roles)
      .set({
        grants: grantsOf([
          ...DEFAULT_GRANTS[type],
          'CLIENTE',
          'CLIENTE_HISTORICO_ATENDIMENTO',
          'DADOS_PESSOAIS',
        ]),
      })
      .where(eq(roles.key, type));
  await add('sua', {
    ...{
      outcome: null,
      answeredAt: new Date('2026-11-10T15:00:10Z'),
      endedAt: new Date('2026-11-10T15:02:15Z'),
    },
  });
  await add('do colega, de cliente', {
    ...{ personId: fixture.people.SUPERVISOR, customerId: first, outcome: 'RESOLVIDA', note: 'Catálogo' },
    startedAt: new Date('2026-11-11T15:00:00Z'),
  });
  await add('do colega, de ninguém', {
    ...{ personId: fixture.people.SUPERVISOR, outcome: 'ENGANO' },
    startedAt: new Date('2026-11-12T02:30:00Z'),
  });
  await add('de outra filial', {
    ...{ personId: fixture.people.SUPERVISOR, customerId: second, outcome: 'RETORNAR' },
    startedAt: new Date('2026-11-13T15:00:00Z'),
  });
});
afterAll(() => server?.close());

it('calls are own ones and those of seen customers, and for who leads all of them', async () => {
  expect(await notes('SUPERVISOR')).toEqual([
    'de outra filial',
    'do colega, de ninguém',
    'do colega, de cliente',
    'sua',
  ]);
  expect(await notes('OPERADOR')).toEqual(['do colega, de cliente', 'sua']);
  expect(await notes('VENDEDOR')).toEqual(['do colega, de cliente']);
  expect(await notes('CONSUMIDOR_FINAL')).toEqual([]);
});

it('calls of a representative are those of their customers, without what the company notes', async () => {
  expect(await rows('REPRESENTANTE')).toMatchObject([
    { numero: '(11) 98765-4321', obs: '', registradoPor: null, podeDizer: false },
  ]);
  const first = eq(customers.id, fixture.customerIds.first);
  await db().update(customers).set({ representativeId: null }).where(first);
  expect(await notes('REPRESENTANTE')).toEqual([]);
});

it('calls ask for their permission, and mask the number', async () => {
  await db()
    .update(roles)
    .set({ grants: grantsOf(['CLIENTE']) })
    .where(eq(roles.key, 'VENDEDOR'));
  expect((await get('VENDEDOR')).status).toBe(403);
  await db()
    .update(roles)
    .set({ grants: grantsOf(['CLIENTE', 'CLIENTE_HISTORICO_ATENDIMENTO']) })
    .where(eq(roles.key, 'VENDEDOR'));
  const [masked] = await rows('VENDEDOR');
  expect(masked?.numero).not.toContain('98765');
});

it('calls say who, how long and what became of them, to be said by their person', async () => {
  const [, own] = await rows('OPERADOR');
  expect(own).toMatchObject({
    ...{ numero: '(11) 98765-4321', cliente: null, duracao: 125, desfecho: null, podeDizer: true },
    pessoa: { id: fixture.people.OPERADOR },
  });
  const settled = await server.call('POST', `/callcenter/ligacoes-recebidas/${own?.id}/desfecho`, {
    token: await server.sessionOf(fixture.people.OPERADOR),
    body: { versao: own?.versao, desfecho: 'RESOLVIDA', idCli: fixture.customerIds.first },
  });
  expect(settled.status).toBe(200);
  expect((await rows('OPERADOR'))[1]).toMatchObject({
    ...{ desfecho: 'RESOLVIDA', podeDizer: true, cliente: { id: fixture.customerIds.first } },
    registradoPor: { id: fixture.people.OPERADOR },
  });
  // Of a customer that is another branch's since, the own call stays, and says nothing of them.
  const served = eq(customerBranches.customerId, fixture.customerIds.first);
  const before = await db().delete(customerBranches).where(served).returning();
  expect(await rows('OPERADOR')).toMatchObject([{ desfecho: 'RESOLVIDA', cliente: null }]);
  await db().insert(customerBranches).values(before);
});

it('calls are found by day, person, outcome and whether they are of a customer', async () => {
  // By the day of the branch, where the first hours of the 12th of UTC are the evening of the 11th.
  expect(await notes('SUPERVISOR', { dtIni: '2026-11-11', dtFim: '2026-11-11' })).toEqual([
    'do colega, de ninguém',
    'do colega, de cliente',
  ]);
  expect(await notes('SUPERVISOR', { idPessoa: `${fixture.people.OPERADOR}` })).toEqual(['sua']);
  expect(await notes('SUPERVISOR', { desfecho: 'ENGANO' })).toEqual(['do colega, de ninguém']);
  expect(await notes('SUPERVISOR', { desfecho: 'SEM_DESFECHO' })).toEqual([]);
  expect(await notes('SUPERVISOR', { semCliente: 'true' })).toEqual(['do colega, de ninguém']);
  expect(await notes('SUPERVISOR', { semCliente: 'false', direction: 'ASC', orderBy: 'em' })).toEqual([
    'sua',
    'do colega, de cliente',
    'de outra filial',
  ]);
  expect((await get('SUPERVISOR', { dtIni: '2026-11-12', dtFim: '2026-11-11' })).status).toBe(422);
});

describe('what became of a call of another person', () => {
  const settle = async (who: PersonType, id: number, body: object) =>
    server.call('POST', `/callcenter/ligacoes-recebidas/${id}/desfecho`, {
      token: await server.sessionOf(fixture.people[who]),
      body,
    });
  const idOf = (name: string) => [...names].find(([, each]) => each === name)?.[0] as number;
  const stored = async (id: number) =>
    (
      await db().select().from(incomingCalls).where(eq(incomingCalls.id, id))
    )[0] as typeof incomingCalls.$inferSelect;

  it('is said by nobody else but who leads, and sees the list', async () => {
    await add('a dizer', { customerId: fixture.customerIds.first });
    const id = idOf('a dizer');
    const body = { versao: 1, desfecho: 'ENGANO' };
    for (const who of ['VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const)
      expect([who, (await settle(who, id, body)).status]).toEqual([who, 404]);
    await db()
      .update(incomingCalls)
      .set({ personId: fixture.people.SUPERVISOR })
      .where(eq(incomingCalls.id, id));
    expect((await settle('OPERADOR', id, body)).status).toBe(404);
    // Who leads and may not read the list settles own calls only.
    await db()
      .update(incomingCalls)
      .set({ personId: fixture.people.OPERADOR })
      .where(eq(incomingCalls.id, id));
    const [before] = await db().select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
    await db()
      .update(roles)
      .set({ grants: grantsOf(['CLIENTE']) })
      .where(eq(roles.key, 'SUPERVISOR'));
    expect((await settle('SUPERVISOR', id, body)).status).toBe(404);
    await db()
      .update(roles)
      .set({ grants: before?.grants ?? [] })
      .where(eq(roles.key, 'SUPERVISOR'));
    expect((await rows('VENDEDOR')).map(({ podeDizer }) => podeDizer)).not.toContain(true);
    expect((await rows('SUPERVISOR')).map(({ podeDizer }) => podeDizer)).not.toContain(false);
    expect(await stored(id)).toMatchObject({ outcome: null, version: 1, settledById: null });
  });

  it('is said by who leads, with version, audit and who said it, and told to the lists', async () => {
    const id = idOf('a dizer');
    const { first, second } = fixture.customerIds;
    await db().delete(realtimeEvents);
    expect(
      (await settle('SUPERVISOR', id, { versao: 1, desfecho: 'RESOLVIDA', obs: 'Pediu o boleto' })).status,
    ).toBe(200);
    expect(await stored(id)).toMatchObject({
      ...{ outcome: 'RESOLVIDA', note: 'Pediu o boleto', customerId: first, version: 2 },
      ...{ personId: fixture.people.OPERADOR, settledById: fixture.people.SUPERVISOR },
    });
    const told = (await db().select().from(realtimeEvents)).filter(({ event }) => event === CALL_CHANGED);
    expect(told.map(({ channels, data }) => [channels, data])).toEqual([
      [
        [
          personChannel(fixture.people.OPERADOR),
          listChannel('ligacoes-recebidas'),
          branchListChannel('ligacoes-recebidas', fixture.branchIds[0]),
        ],
        { id },
      ],
    ]);
    // The person of the call corrects what an older page shows: the newer answer is told first.
    const late = await settle('OPERADOR', id, { versao: 1, desfecho: 'ENGANO' });
    expect([late.status, late.body.atual?.estado]).toMatchObject([
      409,
      { desfecho: 'RESOLVIDA', registradoPor: { id: fixture.people.SUPERVISOR } },
    ]);
    const corrected = await settle('OPERADOR', id, { versao: 2, desfecho: 'RETORNAR' });
    expect(corrected.status).toBe(200);
    expect(await stored(id)).toMatchObject({
      ...{ outcome: 'RETORNAR', note: 'Pediu o boleto', customerId: first, version: 3 },
      settledById: fixture.people.OPERADOR,
    });
    // Of another customer after all: both hear of it, and the branches of both.
    await db().delete(realtimeEvents);
    await settle('SUPERVISOR', id, { versao: 3, desfecho: 'RETORNAR', idCli: second });
    const entries = await db()
      .select({ customerId: customerLog.customerId, text: customerLog.text })
      .from(customerLog)
      .orderBy(customerLog.id);
    expect(entries.slice(-4)).toEqual([
      // Number and note are the other customer's, so this one's activity keeps neither.
      { customerId: first, text: 'Ligação recebida' },
      { customerId: first, text: 'Ligação recebida' },
      { customerId: first, text: 'A ligação recebida não era deste cliente' },
      { customerId: second, text: 'Ligação recebida de (11) 98765-4321: ligar de volta. Pediu o boleto' },
    ]);
    const [news] = (await db().select().from(realtimeEvents)).filter(({ event }) => event === CALL_CHANGED);
    expect([...(news?.channels ?? [])].sort()).toEqual(
      [
        personChannel(fixture.people.OPERADOR),
        listChannel('ligacoes-recebidas'),
        ...fixture.branchIds.slice(0, 2).map((branch) => branchListChannel('ligacoes-recebidas', branch)),
      ].sort(),
    );
    const audited = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'incoming_calls'), eq(auditLog.entityId, String(id))))
      .orderBy(desc(auditLog.id));
    expect(audited.map(({ action, personId }) => [action, personId])).toEqual([
      ['CORRIGIR_LIGACAO', fixture.people.SUPERVISOR],
      ['CORRIGIR_LIGACAO', fixture.people.OPERADOR],
      ['ENCERRAR_LIGACAO', fixture.people.SUPERVISOR],
    ]);
    expect(audited[0]).toMatchObject({
      before: { desfecho: 'RETORNAR', cliente: first },
      after: { desfecho: 'RETORNAR', cliente: second },
    });
    // An own call stays with the person; whose it is now they do not see, and saying more leaves it so.
    expect(await settle('OPERADOR', id, { versao: 4, desfecho: 'RESOLVIDA' })).toMatchObject({ status: 200 });
    expect(await stored(id)).toMatchObject({ outcome: 'RESOLVIDA', customerId: second });
    expect((await settle('OPERADOR', id, { versao: 5, desfecho: 'RESOLVIDA', idCli: null })).status).toBe(
      200,
    );
    expect(await stored(id)).toMatchObject({ customerId: null });
    expect((await settle('OPERADOR', id, { versao: 6, desfecho: 'RESOLVIDA', idCli: second })).status).toBe(
      404,
    );
  });

  it('plans the call back of the person of the line, whoever says it', async () => {
    await add('a retornar', { customerId: fixture.customerIds.first, startedAt: server.deps.now() });
    const said = await settle('SUPERVISOR', idOf('a retornar'), {
      ...{ versao: 1, desfecho: 'RETORNAR', retorno: '2026-12-10T10:00', confirmar: 'Pediu' },
    });
    expect(said.body.message ?? said.body.data?.message).toContain('Retorno em 10/12/2026');
    const [planned] = await db().select().from(agendas).orderBy(desc(agendas.id)).limit(1);
    expect(planned).toMatchObject({
      ...{ customerId: fixture.customerIds.first, personId: fixture.people.OPERADOR },
      createdById: fixture.people.SUPERVISOR,
    });
  });
});

describe('the search of calls', () => {
  const numbers = async (who: PersonType, termo: string) =>
    (await rows(who, { termo })).map(({ numero }) => numero).sort();

  beforeAll(async () => {
    await db().delete(incomingCalls);
    const { first, second } = fixture.customerIds;
    await add('celular', { customerId: first });
    await add('fixo', { number: '1133334444' });
    await add('ramal', { number: '204' });
    await add('de fora', { number: '+14155552671', personId: fixture.people.SUPERVISOR });
    await add('de outra', { number: '11955556666', customerId: second, personId: fixture.people.SUPERVISOR });
    await db().update(customers).set({ legalName: 'Padaria Sol Nascente' }).where(eq(customers.id, first));
    await db().update(customers).set({ legalName: 'Mercado Lua' }).where(eq(customers.id, second));
  });

  it('takes a number in any notation, its last four digits, and the customer', async () => {
    for (const termo of ['(11) 98765-4321', '+55 11 98765 4321', '0 15 11 98765-4321', '87654321', '4321'])
      expect([termo, await numbers('SUPERVISOR', termo)]).toEqual([termo, ['(11) 98765-4321']]);
    expect(await numbers('SUPERVISOR', '(11) 3333-4444')).toEqual(['(11) 3333-4444']);
    expect(await numbers('SUPERVISOR', '204')).toEqual(['204']);
    expect(await numbers('SUPERVISOR', '+1 415 555 2671')).toEqual(['+1 (415) 555-2671']);
    expect(await numbers('SUPERVISOR', 'padaria nascente')).toEqual(['(11) 98765-4321']);
    expect(await numbers('SUPERVISOR', '11 90000-0000')).toEqual([]);
  });

  it('finds only what the person sees, and nobody by a masked number', async () => {
    expect(await numbers('OPERADOR', '+1 415 555 2671')).toEqual([]);
    expect(await numbers('OPERADOR', 'mercado lua')).toEqual([]);
    await db()
      .update(incomingCalls)
      .set({ personId: fixture.people.OPERADOR })
      .where(eq(incomingCalls.number, '11955556666'));
    // The own call is found by its number, and not by a customer whose name is not shown.
    expect(await numbers('OPERADOR', '(11) 95555-6666')).toEqual(['(11) 95555-6666']);
    expect(await numbers('OPERADOR', 'mercado lua')).toEqual([]);
    // VENDEDOR sees numbers masked since the tests above.
    for (const termo of ['(11) 98765-4321', '4321', '11987654321'])
      expect([termo, await numbers('VENDEDOR', termo)]).toEqual([termo, []]);
    expect(await numbers('VENDEDOR', 'padaria')).toHaveLength(1);
  });
});

describe('the file of calls', () => {
  const file = async (who: PersonType, body: object) =>
    server.app.inject({
      method: 'POST',
      url: '/callcenter/ligacoes-recebidas/exportar',
      headers: { App: 'teste', authorization: `Bearer ${await server.sessionOf(fixture.people[who])}` },
      payload: body,
    });

  it('has what the list has, by the same filters, with masks', async () => {
    await db()
      .update(incomingCalls)
      .set({ note: '=1+1', outcome: 'RESOLVIDA', settledById: fixture.people.SUPERVISOR })
      .where(eq(incomingCalls.number, '11987654321'));
    const whole = await file('SUPERVISOR', { formato: 'csv' });
    expect([whole.statusCode, whole.headers['x-total-linhas']]).toEqual([200, '5']);
    expect(whole.payload.trim().split('\n')).toHaveLength(6);
    const one = await file('SUPERVISOR', {
      formato: 'csv',
      filtros: { termo: '98765-4321', desfecho: 'RESOLVIDA' },
    });
    const [, row = ''] = one.payload.trim().split('\n');
    expect(row).toMatch(/^10\/11\/2026 12:00/);
    expect(row).toContain('(11) 98765-4321');
    expect(row).toContain('Mercado Azul');
    expect(row).toContain('Não atendida');
    expect(row).not.toMatch(/;"?=1\+1/);
    const seller = await file('VENDEDOR', { formato: 'csv' });
    expect(seller.payload.trim().split('\n')).toHaveLength(2);
    expect(seller.payload).not.toContain('98765');
    expect((await file('CONSUMIDOR_FINAL', { formato: 'csv' })).headers['x-total-linhas']).toBe('0');
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'EXPORTAR'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({ entity: 'incoming_calls', after: { linhas: 0, formato: 'csv' } });
    await db()
      .update(roles)
      .set({ grants: grantsOf(['CLIENTE']) })
      .where(eq(roles.key, 'VENDEDOR'));
    expect((await file('VENDEDOR', { formato: 'csv' })).statusCode).toBe(403);
  });
});
