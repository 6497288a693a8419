import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { ReceivedCall } from '#contract/callcenter/agendas/receivedCalls.ts';
import { DEFAULT_GRANTS, grantsOf, type PersonType } from '#contract/permissions.ts';
import { customerBranches, customers, incomingCalls, roles } from '#server/db/tables/index.ts';
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
  expect(await rows('REPRESENTANTE')).toMatchObject([{ numero: '(11) 98765-4321', obs: '', aDizer: false }]);
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
    ...{ numero: '(11) 98765-4321', cliente: null, duracao: 125, desfecho: null, aDizer: true },
    pessoa: { id: fixture.people.OPERADOR },
  });
  expect((await rows('SUPERVISOR')).map(({ aDizer }) => aDizer)).not.toContain(true);
  const settled = await server.call('POST', `/callcenter/ligacoes-recebidas/${own?.id}/desfecho`, {
    token: await server.sessionOf(fixture.people.OPERADOR),
    body: { versao: own?.versao, desfecho: 'RESOLVIDA', idCli: fixture.customerIds.first },
  });
  expect(settled.status).toBe(200);
  expect((await rows('OPERADOR'))[1]).toMatchObject({
    ...{ desfecho: 'RESOLVIDA', aDizer: false, cliente: { id: fixture.customerIds.first } },
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
