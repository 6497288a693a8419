import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { MAX_VIEWS } from '#server/config/savedViews/queries.ts';
import { auditLog, roles, savedViews } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
const tokens = new Map<PersonType, string>();
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  for (const [type, id] of Object.entries(persons.people))
    tokens.set(type as PersonType, await server.sessionOf(id));
});
afterAll(() => server?.close());

type Method = Parameters<TestServer['call']>[0];
const call = (who: PersonType, method: Method, path: string, body?: object) =>
  server.call(method, `/config/${path}`, { token: tokens.get(who) ?? '', ...(body && { body }) });
const content = { filtros: [{ chave: 'prazo', valores: ['ATRASADO'] }], porPagina: 50 };
const create = (who: PersonType, nome: string, equipe = false) =>
  call(who, 'POST', 'visoes', { lista: 'tickets', nome, equipe, conteudo: content });
const names = async (who: PersonType) =>
  (await call(who, 'GET', 'visoes?lista=tickets')).body.map(({ nome }: { nome: string }) => nome);

describe('saved views of a list', () => {
  it('are private, and shared ones are visible to staff', async () => {
    await create('OPERADOR', 'Meus atrasados');
    const shared = await create('SUPERVISOR', 'Logística', true);
    expect(shared.body).toMatchObject({
      equipe: true,
      podeAlterar: true,
      padrao: false,
      conteudo: content,
    });
    expect(await names('OPERADOR')).toEqual(['Meus atrasados', 'Logística']);
    expect(await names('VENDEDOR')).toEqual(['Logística']);
    for (const outside of ['REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const) {
      expect(await names(outside)).toEqual([]);
      expect((await create(outside, 'Minha')).status).toBe(200);
    }
    for (const alone of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const) {
      const refused = await create(alone, 'Nossa', true);
      expect([refused.status, refused.body.error]).toEqual([
        403,
        expect.stringContaining('Compartilhar visões'),
      ]);
    }
    for (const leads of ['ADMIN', 'GERENTE', 'SUPERVISOR'] as const) {
      const { id } = (await create(leads, `De ${leads}`, true)).body;
      expect((await call(leads, 'DELETE', `visoes/${id}`)).status).toBe(200);
    }
    expect((await call('CONSUMIDOR_FINAL', 'GET', 'visoes?lista=coletas')).status).toBe(403);
  });

  it('have unique names per person', async () => {
    expect((await create('ADMIN', 'Urgentes')).status).toBe(200);
    expect((await create('ADMIN', ' Urgentes ')).body.errors).toEqual({
      nome: 'Já há uma visão com este nome.',
    });
    expect((await create('GERENTE', 'Urgentes')).status).toBe(200);
    expect((await create('ADMIN', '   ')).status).toBe(422);
  });

  it('are changed by their owner, and shared ones by people who can share', async () => {
    const own = (await create('OPERADOR', 'Só minha')).body;
    const team = (await create('GERENTE', 'De todos', true)).body;
    expect((await call('OPERADOR', 'PUT', `visoes/${own.id}`, { equipe: true })).status).toBe(403);
    const rename = (who: PersonType, id: number, body: object = { nome: `Novo ${who}` }) =>
      call(who, 'PUT', `visoes/${id}`, body);
    const foreign = await rename('SUPERVISOR', own.id);
    const unknown = await rename('SUPERVISOR', 999_999);
    expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error]);
    expect((await rename('VENDEDOR', team.id)).status).toBe(403);
    expect((await call('VENDEDOR', 'DELETE', `visoes/${team.id}`)).status).toBe(403);
    expect((await rename('SUPERVISOR', team.id)).body).toMatchObject({
      nome: 'Novo SUPERVISOR',
      versao: 2,
    });
    expect((await rename('GERENTE', team.id, { nome: 'Tarde', versao: 1 })).status).toBe(409);
    expect((await call('OPERADOR', 'DELETE', `visoes/${own.id}`)).status).toBe(200);
    const log = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'saved_views'))
      .orderBy(auditLog.id);
    expect(log.filter(({ entityId }) => entityId === String(team.id)).map(({ action }) => action)).toEqual([
      'CRIAR',
      'ALTERAR',
    ]);
  });

  it("can stop being shared by someone who may share, though they are another person's", async () => {
    const { id } = (await create('GERENTE', 'Era da equipe', true)).body;
    const alone = await call('SUPERVISOR', 'PUT', `visoes/${id}`, { equipe: false, versao: 1 });
    expect([alone.status, alone.body.equipe, alone.body.podeAlterar]).toEqual([200, false, false]);
    expect((await call('SUPERVISOR', 'GET', `visoes/${id}`)).status).toBe(404);
    expect((await call('GERENTE', 'GET', `visoes/${id}`)).body).toMatchObject({ equipe: false, versao: 2 });
  });

  it('are no more than the limit, also of those who save several at once', async () => {
    const { db } = server.deps;
    const ownerId = persons.people.VENDEDOR;
    await db.insert(savedViews).values(
      Array.from({ length: MAX_VIEWS - 1 }, (_, index) => ({
        list: 'tickets',
        ownerId,
        name: `Visão ${index}`,
        content,
      })),
    );
    const answers = await Promise.all([1, 2, 3, 4].map((index) => create('VENDEDOR', `Mais uma ${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });

  it('open the list by default for the person who chose them', async () => {
    const { id } = (await create('SUPERVISOR', 'Abertura', true)).body;
    const choose = (who: PersonType, idVisao: number | null) =>
      call(who, 'PUT', 'visoes-padrao', { lista: 'tickets', idVisao });
    const standard = async (who: PersonType) =>
      (await call(who, 'GET', 'visoes?lista=tickets')).body
        .filter(({ padrao }: { padrao: boolean }) => padrao)
        .map((view: { id: number }) => view.id);
    expect((await choose('OPERADOR', id)).status).toBe(200);
    expect([await standard('OPERADOR'), await standard('SUPERVISOR')]).toEqual([[id], []]);
    const own = (await create('OPERADOR', 'Outra')).body.id;
    expect((await choose('SUPERVISOR', own)).status).toBe(404);
    await choose('OPERADOR', own);
    expect(await standard('OPERADOR')).toEqual([own]);
    await choose('OPERADOR', null);
    expect(await standard('OPERADOR')).toEqual([]);
  });

  it('open a list for a role, until a person of it chooses another or none', async () => {
    const { id } = (await create('ADMIN', 'Do atendimento', true)).body;
    const [role] = await server.deps.db.select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
    const opens = async (who: PersonType) =>
      (await call(who, 'GET', 'visoes?lista=tickets')).body
        .filter(({ padrao }: { padrao: boolean }) => padrao)
        .map((view: { id: number }) => view.id);
    const before = await opens('VENDEDOR');
    expect(await opens('SUPERVISOR')).toEqual([]);
    const versionOf = async (of: number) => (await call('ADMIN', 'GET', `visoes/${of}`)).body.versao;
    const set = async (who: PersonType, perfis: unknown[], of = id) =>
      call(who, 'PUT', `visoes/${of}/perfis`, { perfis, versao: (await versionOf(of)) ?? 1 });
    for (const who of ['OPERADOR', 'SUPERVISOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const)
      expect([who, (await set(who, [role?.id])).status]).toEqual([who, 403]);
    expect((await set('ADMIN', [999_999])).body.errors).toEqual({ perfis: 'Um dos perfis não existe mais.' });
    const own = (await create('ADMIN', 'Ainda minha')).body;
    expect((await set('ADMIN', [role?.id], own.id)).body.code).toBe('VISAO_SO_SUA');

    expect((await call('ADMIN', 'PUT', `visoes/${id}/perfis`, { perfis: [] })).status).toBe(422);
    expect((await set('ADMIN', [role?.id])).status).toBe(200);
    const late = await call('ADMIN', 'PUT', `visoes/${id}/perfis`, { perfis: [], versao: 1 });
    expect([late.status, await versionOf(id)]).toEqual([409, 2]);
    expect(await opens('SUPERVISOR')).toEqual([id]);
    expect(await opens('VENDEDOR')).toEqual(before);
    const shown = (await call('ADMIN', 'GET', `visoes/${id}`)).body;
    expect(shown.perfis).toEqual([{ id: role?.id, nome: role?.name }]);
    expect((await call('SUPERVISOR', 'GET', `visoes/${id}`)).body.perfis).toEqual([]);

    const mine = (await create('SUPERVISOR', 'A minha ordem')).body;
    await call('SUPERVISOR', 'PUT', 'visoes-padrao', { lista: 'tickets', idVisao: mine.id });
    expect(await opens('SUPERVISOR')).toEqual([mine.id]);
    await call('SUPERVISOR', 'PUT', 'visoes-padrao', { lista: 'tickets', idVisao: null });
    expect(await opens('SUPERVISOR')).toEqual([]);

    const other = (await create('ADMIN', 'Outra do atendimento', true)).body;
    expect((await set('ADMIN', [role?.id], other.id)).status).toBe(200);
    expect((await call('ADMIN', 'GET', `visoes/${id}`)).body).toMatchObject({ perfis: [], versao: 3 });
    const logged = async (of: number) => {
      const log = await server.deps.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.entity, 'saved_views'), eq(auditLog.entityId, String(of))))
        .orderBy(auditLog.id);
      const { before, after } = log.at(-1) ?? {};
      return [before, after];
    };
    expect(await logged(other.id)).toEqual([{ perfis: [] }, { perfis: [role?.name] }]);
    expect(await logged(id)).toEqual([{ perfis: [role?.name] }, { perfis: [] }]);

    // A view that is shared again is nobody's default any more.
    for (const equipe of [false, true]) await call('ADMIN', 'PUT', `visoes/${other.id}`, { equipe });
    const again = (await call('ADMIN', 'GET', `visoes/${other.id}`)).body;
    expect(again).toMatchObject({ equipe: true, perfis: [], versao: 4 });
    await set('ADMIN', [role?.id], other.id);
    await set('ADMIN', [], other.id);
    expect((await call('ADMIN', 'GET', `visoes/${other.id}`)).body.perfis).toEqual([]);
  });
});
