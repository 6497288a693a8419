import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { auditLog, customers, followUpStages, followUpTypes } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let fixture: TestPeople;

beforeAll(async () => {
  server = await testServer();
  fixture = await createPeople(server.deps.db);
});
afterAll(() => server.close());

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  who: PersonType = 'SUPERVISOR',
) =>
  server.call(method, path, {
    token: await server.sessionOf(fixture.people[who]),
    ...(body && { body }),
  });
const stage = (nome: string, regra: object, id?: number) => ({
  ...(id && { id }),
  nome,
  cor: 'aviso',
  regra,
});
const board = (given: object = {}) => ({
  nome: 'Funil',
  descricao: '',
  ativo: true,
  etapas: [stage('Prospects', { prospect: true }), stage('Todos', {})],
  ...given,
});
const columns = async (id: number) =>
  (await call('GET', `/callcenter/acompanhamento-clientes/${id}`, undefined, 'ADMIN')).body.etapas.map(
    ({ nome, total }: { nome: string; total: number }) => [nome, total],
  );

describe('editing of customer boards', () => {
  it('is allowed only to leaders', async () => {
    for (const who of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const) {
      expect((await call('GET', '/config/quadros', undefined, who)).status).toBe(403);
      expect((await call('POST', '/config/quadros', board(), who)).status).toBe(403);
    }
  });

  it('moves customers to their new stages at once, and keeps the ids of remaining stages', async () => {
    const { id } = (await call('POST', '/config/quadros', board())).body.data;
    const everybody = await server.deps.db.$count(customers);
    expect(await columns(id)).toEqual([
      ['Prospects', 0],
      ['Todos', everybody],
    ]);
    const { etapas } = (await call('GET', `/config/quadros/${id}`)).body;
    const [prospects, rest] = etapas.map((each: { id: number }) => each.id);
    const changed = board({
      etapas: [
        stage('Liberados', { bloqueado: false }),
        stage('Os outros', {}, rest),
        stage('Prospects', { prospect: true }, prospects),
      ],
      versao: 1,
    });
    expect((await call('PUT', `/config/quadros/${id}`, changed)).status).toBe(200);
    expect((await columns(id))[0]).toEqual(['Liberados', everybody]);
    const after = (await call('GET', `/config/quadros/${id}`)).body;
    expect(after.etapas.map((each: { id: number }) => each.id).slice(1)).toEqual([rest, prospects]);
    expect((await call('PUT', `/config/quadros/${id}`, changed)).status).toBe(409);
    await call('PUT', `/config/quadros/${id}`, board({ ativo: false }));
    expect((await call('GET', `/callcenter/acompanhamento-clientes/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/config/quadros/${id}`)).status).toBe(200);
    expect(await server.deps.db.$count(followUpStages, eq(followUpStages.typeId, id))).toBe(0);
    const log = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'follow_up_types'))
      .orderBy(auditLog.id);
    expect(log.map(({ action }) => action)).toEqual(['CRIAR', 'ALTERAR', 'ALTERAR', 'EXCLUIR']);
  });

  it('rejects an invalid rule, an invalid colour, and a stage of another board', async () => {
    const before = await server.deps.db.$count(followUpTypes);
    const [foreign] = await server.deps.db.select().from(followUpStages).limit(1);
    const wrong = [
      [stage('x', { diasSemCompra: { de: 9, ate: 1 } })],
      [stage('x', { idade: 3 })],
      [{ ...stage('x', {}), cor: 'javascript' }],
      [stage(' ', {})],
      [stage('x', {}, foreign?.id ?? 1)],
      [],
    ];
    for (const etapas of wrong)
      expect([(await call('POST', '/config/quadros', board({ etapas }))).status, etapas]).toEqual([
        422,
        etapas,
      ]);
    expect(await server.deps.db.$count(followUpTypes)).toBe(before);
  });
});
