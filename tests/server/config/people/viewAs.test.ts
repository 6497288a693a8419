import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import { DEFAULT_GRANTS, type PersonType } from '#contract/permissions.ts';
import { pathsOf, type Route, type Routes } from '#contract/route.ts';
import { auditLog, people } from '#server/db/tables/index.ts';
import { type AdminFixture, adminFixture } from '../adminFixture.ts';

let fixture: AdminFixture;
beforeAll(async () => {
  fixture = await adminFixture([...DEFAULT_GRANTS.OPERADOR, 'CONFIGURACAO', 'CONFIGURACAO_VER_COMO']);
});
afterAll(() => fixture?.server.close());

const MINUTE = 60_000;
const view = (token: string, id: number) => fixture.server.call('POST', `/config/ver-como/${id}`, { token });
const leave = (token: string) => fixture.server.call('DELETE', '/config/ver-como', { token });
const load = (token: string) => fixture.server.call('GET', '/sac/carga', { token });
const freshAdmin = () => fixture.server.sessionOf(fixture.persons.people.ADMIN);

describe('viewing as another person', () => {
  it("is allowed only with the permission, and never beyond the viewer's own rights", async () => {
    const { people: ids } = fixture.persons;
    for (const who of ['CONSUMIDOR_FINAL', 'OPERADOR', 'SUPERVISOR', 'GERENTE'] as const)
      expect((await view(fixture.tokens[who], ids.OPERADOR)).status).toBe(403);
    expect((await view(fixture.tokens.ADMIN, 999_999)).status).toBe(404);
    expect((await view(fixture.tokens.ADMIN, ids.ADMIN)).body.code).toBe('PROPRIA_CONTA');
    // Helena may view as others, but has fewer rights than a supervisor.
    expect((await view(fixture.tokens.half, ids.GERENTE)).body.code).toBe('ALEM_DOS_SEUS_DIREITOS');
    expect((await view(fixture.tokens.half, ids.OPERADOR)).status).toBe(200);
    await leave(fixture.tokens.half);
  });

  it('returns their rights and scope, and says who is viewing', async () => {
    const token = await freshAdmin();
    const { people: ids } = fixture.persons;
    await view(token, ids.OPERADOR);
    const { body } = await load(token);
    expect(body).toMatchObject({ colaborador: { id: ids.OPERADOR, tipo: 'OPERADOR' } });
    expect(body.visao.por).toMatch(/\w/);
    expect(body.filiais).toHaveLength(1);
    expect((await fixture.server.call('GET', '/config/pessoas', { token })).status).toBe(403);
    await leave(token);
    expect((await load(token)).body).toMatchObject({ colaborador: { id: ids.ADMIN } });
    expect((await load(token)).body.visao).toBeUndefined();
  });

  const writes = Object.values(catalogue as Record<string, Routes>)
    .flatMap((routes) => Object.values(routes))
    .filter(
      (route: Route) => (route.method !== 'GET' || route.changesState) && route.permission !== 'public',
    );
  it.each(
    writes
      .filter(({ allowedWhileViewingAs }) => !allowedWhileViewingAs)
      .flatMap((route) => pathsOf(route).map((path) => [`${route.method} ${path}`, route, path] as const)),
  )('refuses %s', async (_, route, path) => {
    if (!fixture.server.app.hasRoute({ method: route.method, url: path.replace(/\{(\w+)\}/g, ':$1') }))
      return;
    const { people: ids } = fixture.persons;
    viewing ??= await freshAdmin();
    await view(viewing, ids.GERENTE);
    const url = path.replace(/\{(\w+)\}/g, '1');
    const { status, body } = await fixture.server.call(route.method, url, {
      token: viewing,
      ...(route.body && { body: {} }),
    });
    expect([status, body.code]).toEqual([403, 'SOMENTE_LEITURA']);
    expect(body.error).toMatch(/^Você está vendo como .+: nada pode ser gravado/);
  });
  let viewing: string | undefined;

  it('allows what only reads by another verb, and every way out', () => {
    const free = writes
      .filter(({ allowedWhileViewingAs }) => allowedWhileViewingAs)
      .map(({ method, path }) => `${method} ${path}`);
    expect(free.sort()).toEqual([
      'DELETE /config/ver-como',
      'POST /broadcasting/auth',
      'POST /callcenter/automacoes/preview',
      'POST /callcenter/ligacoes-recebidas/quem',
      'POST /callcenter/preco/{idCor}/{eanBase}',
      'POST /callcenter/produtos-precos',
      'POST /callcenter/produtos-precos/{idFil}/{idProd}',
      'POST /callcenter/produtos/sugestao',
      // A person who is viewing proves their own identity.
      'POST /config/conta/chaves-de-acesso/confirmar',
      'POST /config/conta/chaves-de-acesso/desafio',
      'POST /config/conta/confirmar-identidade',
      'POST /config/conta/provedor/confirmar',
      'POST /config/opcoes/{origem}',
      'POST /config/regras-simular',
      'POST /config/sair',
      'POST /sac/consultas/distribuicao-tickets',
      'POST /sac/consultas/notasfiscais/{idCli}/{idFil}',
      'POST /sac/consultas/tickets',
    ]);
  });

  it('receives the events that they can receive, and is shown as present nowhere', async () => {
    const token = await freshAdmin();
    const { people: ids } = fixture.persons;
    await view(token, ids.OPERADOR);
    const auth = (channel_name: string) =>
      fixture.server.call('POST', '/broadcasting/auth', { token, body: { socket_id: '1.1', channel_name } });
    expect((await auth(`private-pessoa-${ids.OPERADOR}`)).status).toBe(200);
    expect((await auth(`private-pessoa-${ids.ADMIN}`)).status).toBe(404);
    expect((await auth('private-tickets')).status).toBe(404);
    expect((await auth('presence-ticket-1')).status).toBe(404);
  });

  it('ends by itself after an hour, and then answers nothing until it is left', async () => {
    const token = await freshAdmin();
    const { people: ids } = fixture.persons;
    await view(token, ids.OPERADOR);
    fixture.server.advance(59 * MINUTE);
    expect((await load(token)).status).toBe(200);
    fixture.server.advance(2 * MINUTE);
    // Each use extends the session, but never the view.
    for (const [method, path] of [
      ['GET', '/sac/carga'],
      ['GET', '/config/pessoas'],
      ['POST', '/sac/consultas/tickets'],
    ] as const) {
      const { status, body } = await fixture.server.call(method, path, {
        token,
        ...(method === 'POST' && { body: {} }),
      });
      expect([status, body.code]).toEqual([403, 'VISAO_ENCERRADA']);
    }
    expect((await leave(token)).status).toBe(200);
    expect((await load(token)).body.colaborador.id).toBe(ids.ADMIN);
  });

  it.each<[string, PersonType, Partial<typeof people.$inferInsert>]>([
    ['the person is deactivated', 'VENDEDOR', { active: false }],
  ])('ends when %s', async (_, type, change) => {
    const token = await freshAdmin();
    const id = fixture.persons.people[type];
    await view(token, id);
    await fixture.server.deps.db.update(people).set(change).where(eq(people.id, id));
    expect((await load(token)).body.code).toBe('VISAO_ENCERRADA');
    await fixture.server.deps.db.update(people).set({ active: true }).where(eq(people.id, id));
  });

  it('ends with the session, and cannot start within another view', async () => {
    const token = await freshAdmin();
    await view(token, fixture.persons.people.GERENTE);
    expect((await view(token, fixture.persons.people.OPERADOR)).body.code).toBe('SOMENTE_LEITURA');
    expect((await fixture.server.call('POST', '/config/sair', { token })).status).toBe(200);
    expect((await load(token)).status).toBe(401);
  });

  it('is audited at its start and end as an action of the viewer', async () => {
    const { people: ids } = fixture.persons;
    const log = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.personId, ids.ADMIN))
      .orderBy(auditLog.id);
    const actions = log.map(({ action, entityId }) => [action, entityId]);
    expect(actions).toContainEqual(['VER_COMO', String(ids.OPERADOR)]);
    expect(actions).toContainEqual(['SAIR_DA_VISAO', String(ids.OPERADOR)]);
    expect(actions).toContainEqual(['SAIR', String(ids.ADMIN)]);
    const others = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.personId, ids.OPERADOR))
      .orderBy(auditLog.id);
    expect(others).toEqual([]);
  });
});
