import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { seedStandard } from '#server/db/seed/standard.ts';
import { auditLog, cannedReplies, people, sectors } from '#server/db/tables/index.ts';
import { announcedBy } from '../../support/announced.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let sectorIds: number[];
const tokens = {} as Record<PersonType, string>;

beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  await seedStandard(db);
  persons = await createPeople(db);
  for (const [type, id] of Object.entries(persons.people))
    tokens[type as PersonType] = await server.sessionOf(id);
  sectorIds = (await db.select().from(sectors)).map(({ id }) => id);
  await db.update(people).set({ sectorId: sectorIds[0] }).where(eq(people.id, persons.people.OPERADOR));
});
afterAll(() => server?.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, who: PersonType, body?: object) =>
  server.call(method, `/config/${path}`, { token: tokens[who], ...(body && { body }) });
const reply = { titulo: 'Prazo', html: '<p>Olá, {{contato}}<script>x</script></p>' };
const titles = (rows: { titulo: string }[]) => rows.map(({ titulo }) => titulo);

describe('canned replies', () => {
  it('are managed only with the permission, and read by no one else', async () => {
    const { body } = await call('POST', 'respostas', 'SUPERVISOR', reply);
    const { id } = body.data;
    for (const who of ['CONSUMIDOR_FINAL', 'OPERADOR', 'REPRESENTANTE', 'VENDEDOR'] as const) {
      expect((await call('GET', 'respostas', who)).status).toBe(403);
      expect((await call('PUT', `respostas/${id}`, who, reply)).status).toBe(403);
      expect((await call('DELETE', `respostas/${id}`, who)).status).toBe(403);
    }
    expect((await call('GET', 'respostas-oferecidas', 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await call('GET', `respostas/${id}`, 'GERENTE')).body).toMatchObject({
      titulo: 'Prazo',
      html: '<p>Olá, {{contato}}</p>',
      setor: null,
      versao: 1,
    });
  });

  it('are changed only on the newest version, once, with an audit entry', async () => {
    const [row] = await server.deps.db.select().from(cannedReplies).where(eq(cannedReplies.title, 'Prazo'));
    const change = { titulo: 'Prazo de entrega', html: '<p>Dois dias.</p>', versao: 1 };
    const answers = await Promise.all([
      call('PUT', `respostas/${row?.id}`, 'ADMIN', change),
      call('PUT', `respostas/${row?.id}`, 'SUPERVISOR', change),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const log = await server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'canned_replies'), eq(auditLog.action, 'ALTERAR')))
      .orderBy(auditLog.id);
    expect(log).toMatchObject([{ before: { titulo: 'Prazo' }, after: { titulo: 'Prazo de entrega' } }]);
  });

  it.each([
    [{ titulo: ' ', html: '<p>a</p>' }, 'titulo'],
    [{ titulo: 'Vazia', html: '<p> </p>' }, 'html'],
    [{ titulo: 'Sem setor', html: '<p>a</p>', idSetor: 999_999 }, 'idSetor'],
    [{ titulo: 'Prazo de entrega', html: '<p>a</p>' }, 'titulo'],
  ])('are rejected as %j', async (body, field) => {
    const answer = await call('POST', 'respostas', 'ADMIN', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('tell the audit log alone of what was written', async () => {
    const { db } = server.deps;
    let id = 0;
    const told = (action: string) => ({ audit: [`canned_replies ${action}`], feed: [], live: [] });
    const body = { titulo: 'Contada', html: '<p>a</p>', idSetor: sectorIds[0] ?? 0 };
    expect(
      await announcedBy(db, async () => {
        id = (await call('POST', 'respostas', 'ADMIN', body)).body.id;
      }),
    ).toEqual(told('CRIAR'));
    const change = { titulo: 'Contada', html: '<p>b</p>' };
    expect(await announcedBy(db, () => call('PUT', `respostas/${id}`, 'ADMIN', change))).toEqual(
      told('ALTERAR'),
    );
    expect(await announcedBy(db, () => call('DELETE', `respostas/${id}`, 'ADMIN'))).toEqual(told('EXCLUIR'));
    const entries = await db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'canned_replies'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(entries).toEqual([
      { before: null, after: { titulo: 'Contada', html: '<p>a</p>', setor: sectorIds[0] } },
      // A reply without a sector is for all of them.
      { before: { html: '<p>a</p>', setor: sectorIds[0] }, after: { html: '<p>b</p>', setor: null } },
      { before: { titulo: 'Contada', html: '<p>b</p>', setor: null }, after: null },
    ]);
  });

  it("are offered by sector: those for all, the person's own and the requested ones", async () => {
    const [own = 0, other = 0] = sectorIds;
    await call('POST', 'respostas', 'ADMIN', { titulo: 'Minha', html: '<p>a</p>', idSetor: own });
    await call('POST', 'respostas', 'ADMIN', { titulo: 'Outra', html: '<p>a</p>', idSetor: other });
    const offered = titles((await call('GET', 'respostas-oferecidas', 'OPERADOR')).body);
    expect(offered).toEqual(expect.arrayContaining(['Prazo de entrega', 'Minha']));
    expect(offered).not.toContain('Outra');
    const requested = await call('GET', `respostas-oferecidas?setor=${other}`, 'OPERADOR');
    expect(titles(requested.body)).toContain('Outra');
    expect(Object.keys(requested.body[0]).sort()).toEqual(['html', 'id', 'setor', 'titulo']);
  });

  it('are found without accents, and gone when deleted', async () => {
    const query = `respostas?filter=${encodeURIComponent(JSON.stringify({ q: 'devolucao RECUSADA' }))}`;
    const found = (await call('GET', query, 'ADMIN')).body;
    expect(titles(found)).toEqual(['Devolução recusada']);
    expect((await call('DELETE', `respostas/${found[0].id}`, 'ADMIN')).status).toBe(200);
    expect((await call('GET', `respostas/${found[0].id}`, 'ADMIN')).status).toBe(404);
    expect((await call('GET', query, 'ADMIN')).body).toEqual([]);
  });
});
