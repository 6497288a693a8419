import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, type PersonType } from '#contract/permissions.ts';
import { auditLog, carriers, customers, files } from '#server/db/tables/index.ts';
import { fieldOwnersOf } from '#server/records/fieldOwners.ts';
import { runImport } from '#server/records/import/runImport.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let admin: string;
let key: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  admin = await server.sessionOf(persons.people.ADMIN);
  const { body } = await call('POST', '/config/chaves', {
    nome: 'ERP',
    escopos: ['transportadoras', 'clientes'].map((tipo) => ({ tipo, verbos: ['LER', 'GRAVAR'] })),
    filiais: [],
    enderecos: [],
    validade: null,
  });
  key = body.data.chave;
});
afterAll(() => server?.close());

const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object, token = admin) =>
  server.call(method, url, { token, ...(body && { body }) });
const CARRIERS = '/config/cadastros/transportadoras';
const CNPJ = '11222333000181';
const carrier = (more: object = {}) => ({
  cnpj: CNPJ,
  razaoSocial: 'Rápida Transportes Ltda',
  nomeFantasia: 'Rápida',
  telefone: '1133334444',
  ...more,
});
const night = async (more: object, url = '/dados/v1/transportadoras') =>
  (await call('PUT', url, [carrier(more)], key)).body.linhas[0];
const idOf = async () =>
  (await server.deps.db.select().from(carriers).where(eq(carriers.cnpj, CNPJ)))[0]?.id ?? 0;
const existing = async () => (await call('GET', `${CARRIERS}/${await idOf()}`)).body.data;
async function owned(campos: Record<string, string>, chave = 'transportadoras') {
  const url = `/config/cadastros/${chave}/origem`;
  const { versao } = (await call('GET', url)).body.data;
  return call('PUT', url, {
    versao,
    campos: Object.entries(campos).map(([campo, origem]) => ({ chave: campo, origem })),
  });
}

describe('owner of a field', () => {
  it('is set only by people who configure the console, for fields that can change', async () => {
    for (const type of Object.keys(DEFAULT_GRANTS) as PersonType[]) {
      const token = await server.sessionOf(persons.people[type]);
      const may = (DEFAULT_GRANTS[type] as readonly string[]).includes('CONFIGURACAO_PARAMETROS');
      const { status } = await call('PUT', `${CARRIERS}/origem`, { campos: [] }, token);
      expect([type, status]).toEqual([type, may ? 200 : 403]);
    }
    expect((await server.call('GET', `${CARRIERS}/origem`, {})).status).toBe(401);
    for (const campo of ['cnpj', 'codigosExternos', 'nada'])
      expect(
        (await call('PUT', `${CARRIERS}/origem`, { campos: [{ chave: campo, origem: 'ERP' }] })).status,
      ).toBe(422);
    const { campos, versao } = (await call('GET', `${CARRIERS}/origem`)).body.data;
    expect([versao, new Set(campos.map(({ origem }: { origem: string }) => origem))]).toEqual([
      0,
      new Set(['AMBOS']),
    ]);
  });

  it('protects values of the console from a nightly run, which reports them row by row', async () => {
    expect(await night({})).toMatchObject({ resultado: 'criado' });
    expect((await owned({ telefone: 'CONSOLE' })).status).toBe(200);
    await call('PUT', `${CARRIERS}/${await idOf()}`, { dados: { telefone: '1199998888' } });
    expect(await night({})).toEqual({
      linha: 1,
      id: await idOf(),
      resultado: 'igual',
      mantidos: ['telefone'],
    });
    expect(
      await night({ nomeFantasia: 'Nova', telefone: null }, '/dados/v1/transportadoras?simular=true'),
    ).toMatchObject({ resultado: 'mudado', mantidos: ['telefone'] });
    expect(await night({ nomeFantasia: 'Nova' })).toMatchObject({
      resultado: 'mudado',
      mantidos: ['telefone'],
    });
    // An invalid value is no reason to reject the row either if the field is not owned by the ERP.
    expect(await night({ nomeFantasia: 'Nova', telefone: 'ramal 5' })).toMatchObject({
      resultado: 'igual',
      mantidos: ['telefone'],
    });
    expect(await night({ nomeFantasia: 'Nova', telefone: '1199998888' })).not.toHaveProperty('mantidos');
    expect(await existing()).toMatchObject({ nomeFantasia: 'Nova', telefone: '1199998888' });
  });

  it('protects values of the console from a file too, which reports the lines', async () => {
    const content = Buffer.from(`CNPJ;Razão Social;Fone\n${CNPJ};Rápida Transportes Ltda;1130303030\n`);
    Object.assign(server.deps.files, { get: async () => Readable.from([content]) });
    const [sent] = await server.deps.db
      .insert(files)
      .values({
        name: 't.csv',
        mime: 'text/csv',
        size: content.length,
        sha256: '',
        storedAs: '1'.repeat(32),
        ownerId: persons.people.ADMIN,
      })
      .returning({ id: files.id });
    const started = (await call('POST', `${CARRIERS}/importacoes`, { arquivo: { id: sent?.id } })).body.data;
    const work = { ...server.deps, log: { warn() {}, error() {}, info() {} } as never };
    const url = `${CARRIERS}/importacoes/${started.id}`;
    await call('PUT', url, { versao: started.versao, colunas: started.colunas });
    await runImport(work, started.id);
    const tried = (await call('GET', url)).body.data;
    expect(tried).toMatchObject({
      contagens: { iguais: 1, mantidos: 1 },
      mantidos: [{ linha: 2, campos: ['Telefone'] }],
    });
  });

  it('refuses changes to values of the ERP: one by one, in bulk and in the customer panel', async () => {
    await owned({ nomeFantasia: 'ERP' });
    const id = await idOf();
    const { body, status } = await call('PUT', `${CARRIERS}/${id}`, { dados: { nomeFantasia: 'Minha' } });
    expect([status, body.errors]).toEqual([422, { nomeFantasia: expect.stringContaining('ERP') }]);
    const bulk = await call('POST', `${CARRIERS}/lote`, { ids: [id], dados: { nomeFantasia: 'Minha' } });
    expect(bulk.body.linhas[0].resultado).toBe('recusado');
    expect((await call('PUT', `${CARRIERS}/${id}`, { dados: { telefone: '1130304040' } })).status).toBe(200);
    expect(await night({ nomeFantasia: 'Do ERP' })).toMatchObject({ resultado: 'mudado' });
    const definition = (await call('GET', `${CARRIERS}/definicao`)).body.data;
    expect([definition.campos.nomeFantasia.origem, definition.campos.telefone.origem]).toEqual([
      'ERP',
      'CONSOLE',
    ]);

    await owned({ contatos: 'ERP' }, 'clientes');
    const [customer] = await server.deps.db.select().from(customers).orderBy(desc(customers.id)).limit(1);
    const contact = await call('POST', `/callcenter/contatos/${customer?.id}/contatos`, {
      contato: 'Ana',
      tipocontato: null,
    });
    expect([contact.status, contact.body.errors]).toEqual([
      422,
      { contatos: expect.stringContaining('ERP') },
    ]);
  });

  it('waits for writes under way, and reports when someone else set it differently', async () => {
    const { db } = server.deps;
    let release = () => {};
    const writing = db.transaction(async (tx) => {
      await fieldOwnersOf(tx, mappedTypes.transportadoras);
      await new Promise<void>((done) => {
        release = done;
      });
    });
    await new Promise((done) => setTimeout(done, 50));
    let answered = false;
    const saying = owned({ razaoSocial: 'CONSOLE' }).then((answer) => {
      answered = true;
      return answer;
    });
    await new Promise((done) => setTimeout(done, 200));
    expect(answered).toBe(false);
    release();
    await writing;
    expect((await saying).status).toBe(200);
    const stale = await call('PUT', `${CARRIERS}/origem`, {
      versao: 1,
      campos: [{ chave: 'telefone', origem: 'ERP' }],
    });
    expect(stale.status).toBe(409);
    const entries = await db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'record_owners'), eq(auditLog.entityId, 'transportadoras')))
      .orderBy(auditLog.id);
    expect(entries.map(({ after }) => after)).toEqual([
      { telefone: 'CONSOLE' },
      { nomeFantasia: 'ERP' },
      { razaoSocial: 'CONSOLE' },
    ]);
  });
});
