import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { auditLog, definitions, definitionVersions, people, serviceKeys } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let admin: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  admin = await server.sessionOf(persons.people.ADMIN);
});
afterAll(() => server?.close());

const scope = (tipo: string, ...verbos: string[]) => ({ tipo, verbos });
const newKey = (more: object = {}, token = admin) =>
  server.call('POST', '/config/chaves', {
    token,
    body: {
      nome: 'ERP',
      escopos: [scope('produtos', 'LER', 'GRAVAR', 'EXCLUIR')],
      filiais: [],
      enderecos: [],
      validade: null,
      ...more,
    },
  });
const keyOf = async (more: object = {}) => (await newKey(more)).body.data as { id: number; chave: string };
const put = (token: string, registros: object, url = '/dados/v1/produtos', headers = {}) =>
  server.call('PUT', url, { token, body: registros, headers });
const get = (token: string, url: string) => server.call('GET', url, { token });
const product = (codigo: string, more: object = {}) => ({
  codigo,
  descricao: `Produto ${codigo}`,
  unidade: 'UN',
  ...more,
});

describe('service key', () => {
  it('is changed with its version and one audit entry, and at once', async () => {
    const { id, chave } = await keyOf({ escopos: [scope('produtos', 'LER')] });
    const change = (more: object, token = admin) =>
      server.call('PUT', `/config/chaves/${id}`, {
        token,
        body: {
          nome: 'ERP novo',
          escopos: [scope('produtos', 'LER', 'GRAVAR')],
          filiais: [],
          enderecos: [],
          validade: null,
          versao: 1,
          ...more,
        },
      });
    expect((await put(chave, [product('U1')])).status).toBe(403);
    expect((await change({})).status).toBe(200);
    expect((await put(chave, [product('U1')])).status).toBe(200);
    const late = await change({ nome: 'Outro' });
    expect([late.status, late.body.atual.versao]).toEqual([409, 2]);
    const narrowed = await change({
      filiais: [persons.branchIds[0]],
      escopos: [scope('produtos', 'LER')],
      enderecos: ['10.9.0.0/16'],
      versao: 2,
    });
    expect(narrowed.status).toBe(200);
    expect((await get(chave, '/dados/v1/produtos')).status).toBe(401);
    const { body } = await server.call('GET', `/config/chaves/${id}`, { token: admin });
    expect(body).toMatchObject({ nome: 'ERP novo', dadosPessoais: true, versao: 3 });
    expect(body.filiais.map((branch: { id: number }) => branch.id)).toEqual([persons.branchIds[0]]);
    const entries = await server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'service_keys'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual(['CRIAR', 'ALTERAR', 'ALTERAR']);
    expect(entries[1]).toMatchObject({ before: { nome: 'ERP' }, after: { nome: 'ERP novo' } });
    expect(entries[2]).toMatchObject({ before: { filiais: [] }, after: { filiais: [persons.branchIds[0]] } });
    const [key] = await server.deps.db.select().from(serviceKeys).where(eq(serviceKeys.id, id));
    const [author] = await server.deps.db
      .select()
      .from(people)
      .where(eq(people.id, key?.personId ?? 0));
    expect([author?.name, author?.type]).toEqual(['ERP novo', 'OPERADOR']);
    await server.call('POST', `/config/chaves/${id}/revogar`, { token: admin, body: { versao: 3 } });
    expect((await change({ versao: 4 })).body.code).toBe('CHAVE_REVOGADA');
    expect((await change({ versao: 4 }, await server.sessionOf(persons.people.OPERADOR))).status).toBe(403);
  });

  it('reaches all types, also those that come later, with the verbs it was given', async () => {
    const { chave } = await keyOf({ escopos: [scope('*', 'LER')] });
    for (const url of ['/dados/v1/produtos', '/dados/v1/clientes', '/dados/v1/mudancas?tipos=tickets'])
      expect([url, (await get(chave, url)).status]).toEqual([url, 200]);
    expect((await put(chave, [product('T1')])).status).toBe(403);
    expect((await get(chave, '/dados/v1/coisas-novas')).status).toBe(404);
    const type = {
      formato: 1,
      chave: 'coisas-novas',
      titulo: { um: 'coisa nova', muitos: 'coisas novas' },
      descricao: 'Depois da chave.',
      campos: [{ chave: 'codigo', tipo: 'TEXT', titulo: 'Código', obrigatorio: true }],
      codigo: ['codigo'],
      nome: 'codigo',
    };
    const of = { kind: 'records' as const, key: type.chave };
    await server.deps.db
      .insert(definitionVersions)
      .values({ ...of, version: 1, content: type, hash: 'coisas', source: 'ESTUDIO' });
    await server.deps.db.insert(definitions).values({ ...of, publishedVersion: 1, origin: 'PROPRIA' });
    expect((await get(chave, '/dados/v1/coisas-novas')).status).toBe(200);
    expect((await server.call('POST', '/email/entrada', { token: chave, body: {} })).status).not.toBe(200);
  });

  it('is spoken to as a key', async () => {
    const { chave } = await keyOf({ escopos: [scope('produtos', 'LER')] });
    const answers = [
      await put(chave, [product('K1')]),
      await get(chave, '/dados/v1/precos'),
      await get(chave, '/sac/tickets'),
      await get(`blc_${'y'.repeat(43)}`, '/dados/v1/produtos'),
      await get(`blc_${'y'.repeat(43)}`, '/sac/tickets'),
    ];
    for (const { body } of answers) {
      expect(body.error).toMatch(/chave/);
      expect(body.error).not.toMatch(/perfil|[Ss]essão|Entre novamente/);
    }
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 401, 401]);
  });
});
