import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { changedFields, mergedRecord, normalizeFields } from '../../../contract/records/normalizeRecord.ts';
import type { RecordData } from '../../../contract/records/recordField.ts';
import type { FileStore } from '../../../server/adapters/files/fileStore.ts';
import { loadDefinitions } from '../../../server/config/definitions/load.ts';
import type { Context, User } from '../../../server/context.ts';
import {
  auditLog,
  customers,
  definitions,
  files,
  products,
  records,
} from '../../../server/db/tables/index.ts';
import { runImport } from '../../../server/records/import/runImport.ts';
import { oneRecord } from '../../../server/records/lockedRecord.ts';
import { mappedType } from '../../../server/records/mappedType.ts';
import { saveRecords } from '../../../server/records/saveRecords.ts';
import { personById } from '../../../server/session/personById.ts';
import { type Handful, handful } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import { recordArbitrary } from './recordArbitrary.ts';

const KEY = 'contratos-comodato';
const FILE = `tests/support/recordTypes/${KEY}.json`;
const base = `/config/cadastros/${KEY}`;

let server: TestServer;
let persons: Handful;
let admin: string;
let operator: string;
let folder: string;
let document: { first: string; second: string };
const stored = new Map<string, Buffer>();
beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  persons = await handful(db);
  admin = await server.sessionOf(persons.people.ADMIN);
  operator = await server.sessionOf(persons.people.OPERADOR);
  folder = await mkdtemp(path.join(os.tmpdir(), 'cadastros-'));
  await mkdir(path.join(folder, 'records'));
  await db.insert(products).values([
    { code: '10043', description: 'Freezer horizontal', unit: 'UN', brand: '' },
    { code: '10044', description: 'Expositor', unit: 'UN', brand: '' },
  ]);
  const documentOf = async (id: number) =>
    (await db.select({ document: customers.document }).from(customers).where(eq(customers.id, id)))[0]
      ?.document ?? '';
  const { first, second } = persons.customerIds;
  document = { first: await documentOf(first), second: await documentOf(second) };
  const store: FileStore = {
    put: async (open, { id }) => void stored.set(id, await buffer(open())),
    get: async (id) => Readable.from([stored.get(id) ?? Buffer.alloc(0)]),
    remove: async (id) => void stored.delete(id),
  };
  Object.assign(server.deps.files, store);
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const taken = () => loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
  server.call(method, url, { token, ...(body && { body }) });
const list = async (query = '', token = admin) =>
  (await call('GET', `${base}${query && `?${query}`}`, undefined, token)).body;
const filter = (value: object) => `filtro=${encodeURIComponent(JSON.stringify(value))}`;
const contract = (numero: string, more: object = {}) => ({
  numero,
  cliente: document.first,
  descricao: `Freezer ${numero}`,
  inicio: '2026-01-31',
  ...more,
});

it('is unknown before its file is there, and whole when it is, without a restart', async () => {
  expect((await call('GET', `${base}/definicao`)).status).toBe(404);
  expect((await call('GET', base)).status).toBe(404);
  await cp(FILE, path.join(folder, 'records', `${KEY}.json`));
  expect(await taken()).toMatchObject({ added: [`${KEY} 1`], broken: [], postponed: [] });
  const { status, body } = await call('GET', `${base}/definicao`, undefined, operator);
  expect([status, body.data.titulo.muitos, body.data.pode]).toEqual([
    200,
    'contratos de comodato',
    { criar: true, alterar: true, excluir: false, importar: false },
  ]);
  expect(Object.keys(body.data.campos).slice(0, 3)).toEqual(['numero', 'cliente', 'descricao']);
  const own = await call('GET', '/config/cadastros-proprios', undefined, operator);
  expect(own.body.itens).toMatchObject([{ chave: KEY }]);
  const { rows } = await server.deps.pool.query(
    `select indexname from pg_indexes where tablename = 'records' and indexname like 'records_of_%'`,
  );
  // Three filters (the customer's has an index of its own) and two orders.
  expect(rows).toHaveLength(5);
});

it('is refused to whom its permissions do not name, in every call', async () => {
  const calls = [
    ['GET', base],
    ['GET', `${base}/definicao`],
    ['GET', `${base}/1`],
    ['GET', `${base}/exportar?formato=csv`],
    ['POST', base, { dados: {} }],
    ['PUT', `${base}/999999`, { dados: {} }],
    ['POST', `${base}/lote`, { ids: [999999], dados: {} }],
    ['DELETE', `${base}/999999`],
    ['GET', `${base}/importacoes`],
    ['GET', `/dados/v1/${KEY}`],
    ['GET', `/dados/v1/${KEY}/CT-1`],
    ['PUT', `/dados/v1/${KEY}`, { registros: [{}] }],
    ['DELETE', `/dados/v1/${KEY}/CT-1`],
  ] as const;
  const as = async (token: string | undefined) => {
    const found: number[] = [];
    for (const [method, url, body] of calls)
      found.push((await server.call(method, url, { ...(token && { token }), ...(body && { body }) })).status);
    return found;
  };
  expect(new Set(await as(undefined))).toEqual(new Set([401]));
  const consumer = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
  expect(new Set(await as(consumer))).toEqual(new Set([403]));
  // Reads, creates and changes; deletes and imports nothing.
  const own = await as(operator);
  expect([own[7], own[8], own[12]]).toEqual([403, 403, 403]);
  expect(own[0]).toBe(200);
  expect((await call('GET', '/config/cadastros-proprios', undefined, consumer)).body.itens).toEqual([]);
});

describe('a record of it', () => {
  let id: number;

  it('is entered by an operator, with references by their keys, and read back', async () => {
    const dados = contract('CT-1', {
      cliente: document.first,
      valor: '1234.50',
      documento: '529.982.247-25',
      produtos: [
        { produto: '10043', quantidade: '2' },
        { produto: '10044', quantidade: '1.500' },
      ],
    });
    const made = await call('POST', base, { dados }, operator);
    expect([made.status, made.body.data?.message]).toEqual([200, 'Contrato de comodato criado.']);
    id = made.body.data.id;
    const { body } = await call('GET', `${base}/${id}`, undefined, operator);
    expect(body.data).toMatchObject({
      numero: 'CT-1',
      cliente: document.first,
      situacao: 'VIGENTE',
      valor: '1234.5',
      documento: '52998224725',
      renovaSozinho: false,
      ativo: true,
      produtos: [
        { produto: '10043', quantidade: '2' },
        { produto: '10044', quantidade: '1.5' },
      ],
      versao: 1,
    });
  });

  it('is refused at the fields that are wrong', async () => {
    const { status, body } = await call('POST', base, {
      dados: { numero: '77', cliente: '00000000000191', descricao: 'x', inicio: '2026-02-30', valor: '-1' },
    });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({
      numero: 'Escreva CT- e o número, como CT-1024',
      cliente: 'Cliente "00000000000191" não encontrado.',
      inicio: expect.any(String),
      valor: expect.any(String),
    });
    const twice = await call('POST', base, { dados: contract('CT-1') });
    expect([twice.status, twice.body.errors.numero]).toEqual([
      422,
      'Já há um contrato de comodato com este valor.',
    ]);
  });

  it('is audited by its own difference, without what is kept secret', async () => {
    const { body } = await call('PUT', `${base}/${id}`, {
      versao: 1,
      dados: { situacao: 'ENCERRADO', documento: null },
    });
    expect(body.data.resultado).toBe('mudado');
    const [entry] = await server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'records'), eq(auditLog.entityId, String(id))))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect([entry?.action, entry?.before, entry?.after]).toEqual([
      'ALTERAR',
      { situacao: 'VIGENTE' },
      { situacao: 'ENCERRADO' },
    ]);
    const conflict = await call('PUT', `${base}/${id}`, { versao: 1, dados: { situacao: 'VIGENTE' } });
    expect([conflict.status, conflict.body.code]).toEqual([409, 'CONFLITO']);
    const same = await call('PUT', `${base}/${id}`, { versao: 2, dados: { situacao: 'ENCERRADO' } });
    expect(same.body.data.resultado).toBe('igual');
  });

  it('is found by search, filters and order, within what the person may see', async () => {
    await call('POST', base, {
      dados: contract('CT-2', { cliente: document.second, valor: '9', descricao: 'Ágata' }),
    });
    await call('POST', base, {
      dados: contract('CT-3', { valor: '10', renovaSozinho: true, fim: '2027-01-01' }),
    });
    const numbers = async (query: string, token = admin) => {
      const { itens } = await list(query, token);
      return itens.map(({ numero }: { numero: string }) => numero);
    };
    expect(await numbers('')).toEqual(['CT-2', 'CT-1', 'CT-3']);
    expect(await numbers('orderBy=valor&direction=DESC')).toEqual(['CT-1', 'CT-3', 'CT-2']);
    expect(await numbers('orderBy=fim')).toEqual(['CT-3', 'CT-1', 'CT-2']);
    expect(await numbers('q=agata')).toEqual(['CT-2']);
    expect(await numbers('q=ct-3')).toEqual(['CT-3']);
    expect(await numbers(`q=${document.second}`)).toEqual(['CT-2']);
    expect(await numbers(filter({ situacao: ['VIGENTE'] }))).toEqual(['CT-2', 'CT-3']);
    expect(await numbers(filter({ cliente: document.first }))).toEqual(['CT-1', 'CT-3']);
    expect(await numbers(filter({ renovaSozinho: false }))).toEqual(['CT-2', 'CT-1']);
    // The second customer is of the other branch.
    expect(await numbers('', operator)).toEqual(['CT-1', 'CT-3']);
    expect((await call('GET', `${base}?orderBy=observacoes`)).status).toBe(422);
    expect((await call('GET', `${base}?${filter({ observacoes: 'x' })}`)).status).toBe(422);
    const [other] = (await list('q=agata')).itens;
    expect((await call('GET', `${base}/${other.id}`, undefined, operator)).status).toBe(404);
    expect((await call('PUT', `${base}/${other.id}`, { dados: { descricao: 'X' } }, operator)).status).toBe(
      404,
    );
    expect(other.rotulos.cliente).toEqual(expect.any(String));
  });

  it('keeps what it refers to from being deleted, and is deleted itself', async () => {
    const [product] = await server.deps.db.select().from(products).where(eq(products.code, '10044'));
    const removal = await call('DELETE', `/config/cadastros/produtos/${product?.id}`);
    expect(removal.body.data).toMatchObject({
      resultado: 'arquivado',
      message: expect.stringContaining('Contrato de comodato (1)'),
    });
    const [third] = (await list('q=ct-3')).itens;
    const gone = await call('DELETE', `${base}/${third.id}`);
    expect(gone.body.data).toEqual({ resultado: 'excluido', message: 'Contrato de comodato excluído.' });
    expect((await call('GET', `${base}/${third.id}`)).status).toBe(404);
  });

  it('is exported as the list finds it', async () => {
    const { body } = await call('GET', `${base}/exportar?formato=csv&q=ct-1`);
    expect(body).toContain('Número');
    expect(body).toContain('CT-1');
    expect(body).not.toContain('CT-2');
  });
});

it('is imported by the one import', async () => {
  const content = [
    'Contrato;CNPJ do cliente;Descrição;Início;Valor dos bens',
    `CT-50;${document.first};Balcão refrigerado;01/02/2026;1.500,00`,
    `50;${document.first};Sem CT;01/02/2026;1`,
    `CT-51;99999999999999;De ninguém;01/02/2026;1`,
  ].join('\n');
  const storedAs = 'a'.repeat(32);
  stored.set(storedAs, Buffer.from(content, 'latin1'));
  const [file] = await server.deps.db
    .insert(files)
    .values({
      name: 'contratos.csv',
      mime: 'text/csv',
      size: 1,
      sha256: '',
      storedAs,
      ownerId: persons.people.ADMIN,
    })
    .returning({ id: files.id });
  const started = await call('POST', `${base}/importacoes`, { arquivo: { id: file?.id } });
  expect(started.body.data.colunas).toEqual(['numero', 'cliente', 'descricao', 'inicio', 'valor']);
  const { id, versao } = started.body.data;
  const work = { ...server.deps, log: { warn() {}, error() {}, info() {} } as never };
  await call('PUT', `${base}/importacoes/${id}`, { versao });
  await runImport(work, id);
  const trial = (await call('GET', `${base}/importacoes/${id}`)).body.data;
  expect(trial.contagens).toMatchObject({ linhas: 3, criados: 1, recusados: 2 });
  await call('POST', `${base}/importacoes/${id}/gravar`, { versao: trial.versao });
  await runImport(work, id);
  const done = (await call('GET', `${base}/importacoes/${id}`)).body.data;
  expect(done).toMatchObject({ situacao: 'CONCLUIDO', contagens: { criados: 1, recusados: 2 } });
  expect((await list('q=balcao')).itens).toMatchObject([{ numero: 'CT-50', valor: '1500' }]);
});

it('is read and written by another system with a key of its own', async () => {
  const made = await call('POST', '/config/chaves', {
    nome: 'ERP',
    escopos: [{ tipo: KEY, verbos: ['LER', 'GRAVAR'] }],
    filiais: [],
    enderecos: [],
    validade: null,
  });
  const { chave } = made.body.data;
  const rows = [
    contract('CT-90', { codigosExternos: { erp: '90' } }),
    contract('CT-91'),
    { numero: 'CT-92' },
  ];
  const { body } = await call('PUT', `/dados/v1/${KEY}`, rows, chave);
  expect(body.contagens).toEqual({ criados: 2, mudados: 0, iguais: 0, recusados: 1 });
  const again = await call('PUT', `/dados/v1/${KEY}`, rows.slice(0, 2), chave);
  expect(again.body.contagens).toEqual({ criados: 0, mudados: 0, iguais: 2, recusados: 0 });
  const one = await call('GET', `/dados/v1/${KEY}/90?fonte=erp`, undefined, chave);
  expect(one.body.data.numero).toBe('CT-90');
  expect((await call('DELETE', `/dados/v1/${KEY}/CT-90`, undefined, chave)).status).toBe(403);
  expect((await call('GET', '/dados/v1/produtos', undefined, chave)).status).toBe(403);
  const unknown = { tipo: 'nao-existe', verbos: ['LER'] };
  const wrong = await call('POST', '/config/chaves', {
    ...{ nome: 'X', escopos: [unknown], filiais: [], enderecos: [], validade: null },
  });
  expect(wrong.status).toBe(422);
});

it('is read back as it was written, whatever it holds', async () => {
  const { db } = server.deps;
  const user = (await personById(db, persons.people.ADMIN)) as User;
  const ctx = { ...server.deps, user, ip: '127.0.0.1', requestId: 'teste' } as unknown as Context;
  const mapped = await mappedType(db, KEY);
  const { type } = mapped;
  const make = () => Promise.resolve();
  let number = 1000;
  const numbered = fc.constant(null).map(() => {
    number += 1;
    return `CT-${number}`;
  });
  const arbitrary = fc
    .tuple(await recordArbitrary({ db, make }, mapped), numbered)
    .map(([dados, numero]): RecordData => ({ ...dados, numero }));
  await fc.assert(
    fc.asyncProperty(arbitrary, async (dados) => {
      const save = () => db.transaction((tx) => saveRecords(tx, ctx, mapped, [{ dados }]));
      const [first] = await save();
      expect(first).toMatchObject({ resultado: 'criado' });
      const held = await oneRecord(db, ctx, mapped, first?.id ?? 0);
      const expected = mergedRecord(type.campos, null, normalizeFields(type.campos, dados));
      expect(changedFields(type.campos, expected, held.data)).toEqual([]);
      const traces = await db.$count(auditLog);
      expect(await save()).toEqual([{ id: first?.id, resultado: 'igual' }]);
      expect(await db.$count(auditLog)).toBe(traces);
    }),
    // What is shrunk is entered anew, under another number.
    { numRuns: 25, endOnFailure: true },
  );
});

describe('a change of it in the studio', () => {
  const url = `/config/definicoes/records/${KEY}`;
  const detail = async () => (await call('GET', url)).body.data;
  // biome-ignore lint/suspicious/noExplicitAny: a definition as JSON, changed at will
  type Json = any;
  const read = async (): Promise<Json> => {
    const { $schema: _, ...content } = JSON.parse(await readFile(FILE, 'utf8'));
    return content;
  };
  const check = async (change: (definition: Json) => void) => {
    const conteudo = await read();
    change(conteudo);
    const { body } = await call('POST', '/config/definicoes/records/verificar', { chave: KEY, conteudo });
    return body;
  };
  const messages = ({ problemas }: Json) =>
    problemas.map(({ gravidade, ponteiro }: Json) => `${gravidade} ${ponteiro}`);
  const publish = async (conteudo: Json) => {
    const { versao } = await detail();
    const draft = await call('PUT', `${url}/rascunho`, { conteudo, versao });
    return call('POST', `${url}/publicar`, { versao: draft.body.data.versao, nota: 'teste' });
  };
  const field = (definition: Json, chave: string) =>
    definition.campos.find((one: Json) => one.chave === chave);

  it('is judged: keys, references, lists and expressions', async () => {
    expect(messages(await check(() => {}))).toEqual([]);
    const wrong = (change: (definition: Json) => void) => check(change).then(messages);
    expect(await wrong((d) => Object.assign(field(d, 'numero'), { obrigatorio: false }))).toEqual([
      'ERRO /codigo/0',
    ]);
    expect(await wrong((d) => Object.assign(field(d, 'numero'), { expressao: '(?=a)' }))).toEqual([
      'ERRO /campos/0/expressao',
    ]);
    expect(await wrong((d) => Object.assign(d, { chave: 'produtos' }))).toEqual(['ERRO /chave']);
    expect(await wrong((d) => d.lista.filtros.push('observacoes'))).toEqual(['ERRO /lista/filtros/4']);
    expect(await wrong((d) => Object.assign(field(d, 'fim'), { padrao: 'amanhã' }))).toEqual([
      'ERRO /campos/5/padrao',
      'ERRO /testes/0',
      'ERRO /testes/1',
    ]);
    expect(
      await wrong((d) =>
        d.campos.push({ chave: 'nova', titulo: 'Nova', tipo: 'REFERENCIA', referencia: 'nada' }),
      ),
    ).toEqual(['ERRO /campos']);
    expect(
      await wrong((d) =>
        d.campos.push({ chave: 'nova', titulo: 'Nova', tipo: 'REFERENCIA', referencia: 'precos' }),
      ),
    ).toEqual(['ERRO /campos/14/referencia']);
    expect(await wrong((d) => Object.assign(field(d, 'descricao'), { tipo: 'DATE' }))).toContain(
      'ERRO /nome',
    );
    expect(
      await wrong((d) => d.testes[0].valores && Object.assign(d.testes[0].valores, { numero: '1' })),
    ).toEqual(['ERRO /testes/0']);
  });

  it('says how many records a narrowed rule would refuse, and drops no field', async () => {
    const narrowed = await check((d) => {
      Object.assign(field(d, 'descricao'), { tamanho: 3 });
      d.testes = [];
      field(d, 'situacao').opcoes.splice(1, 1);
    });
    expect(narrowed.problemas).toEqual([
      expect.objectContaining({
        gravidade: 'AVISO',
        ponteiro: '/campos/2/tamanho',
        mensagem: expect.stringMatching(/^\d+ registros não seguem a regra nova de 'Descrição': /),
      }),
      expect.objectContaining({ gravidade: 'AVISO', ponteiro: '/campos/3/opcoes' }),
    ]);
    expect(messages(await check((d) => d.campos.splice(12, 1)))).toEqual(['ERRO /campos']);
    expect(messages(await check((d) => Object.assign(d, { codigo: ['descricao'] })))).toEqual([
      'ERRO /codigo',
    ]);
  });

  it('holds at once, keeps what an archived field held, and is rolled back', async () => {
    const [before] = (await list('q=ct-50')).itens;
    await call('PUT', `${base}/${before.id}`, { dados: { observacoes: 'Portão 2' } });
    const changed = await read();
    field(changed, 'observacoes').arquivado = true;
    changed.campos.push({ chave: 'garantia', titulo: 'Garantia', tipo: 'INTEIRO' });
    changed.busca = ['numero', 'observacoes'].slice(0, 1);
    const published = await publish(changed);
    expect(published.status).toBe(200);
    const { body } = await call('GET', `${base}/definicao`);
    expect([body.data.campos.garantia?.tipo, body.data.campos.observacoes]).toEqual(['INTEIRO', undefined]);
    // What is searched follows what the definition says now.
    expect((await list('q=balcao')).itens).toEqual([]);
    const answer = await call('PUT', `${base}/${before.id}`, { dados: { garantia: 12 } });
    expect(answer.body.data.resultado).toBe('mudado');
    expect((await call('PUT', `${base}/${before.id}`, { dados: { observacoes: 'x' } })).status).toBe(422);
    const [row] = await server.deps.db.select().from(records).where(eq(records.id, before.id));
    expect(row?.data).toMatchObject({ observacoes: 'Portão 2', garantia: 12 });

    const back = await call('POST', `${url}/versoes/1/voltar`, { versao: (await detail()).versao, nota: '' });
    expect(back.status).toBe(200);
    const { data } = (await call('GET', `${base}/${before.id}`)).body;
    expect([data.observacoes, data.garantia]).toEqual(['Portão 2', undefined]);
    expect((await list('q=balcao')).itens).toHaveLength(1);
  });

  it('may refer to another type of the company, by its key', async () => {
    const conteudo = {
      formato: 1,
      chave: 'vistorias',
      titulo: { um: 'vistoria', muitos: 'vistorias', genero: 'f' },
      descricao: 'Visitas aos bens emprestados.',
      campos: [
        { chave: 'dia', titulo: 'Dia', tipo: 'DATE', obrigatorio: true },
        { chave: 'contrato', titulo: 'Contrato', tipo: 'REFERENCIA', referencia: KEY, obrigatorio: true },
        { chave: 'laudo', titulo: 'Laudo', tipo: 'TEXT', obrigatorio: true },
      ],
      codigo: ['contrato', 'dia'],
      nome: 'laudo',
    };
    await call('PUT', '/config/definicoes/records/vistorias/rascunho', { conteudo, versao: 0 });
    const { body } = await call('GET', '/config/definicoes/records/vistorias');
    const done = await call('POST', '/config/definicoes/records/vistorias/publicar', {
      versao: body.data.versao,
      nota: '',
    });
    expect(done.status).toBe(200);
    const make = (contrato: string) =>
      call('POST', '/config/cadastros/vistorias', {
        dados: { dia: '2026-05-01', contrato, laudo: 'Em ordem' },
      });
    const made = await make('CT-50');
    expect(made.body.data?.message).toBe('Vistoria criada.');
    expect((await make('CT-50')).body.errors).toEqual({ contrato: 'Já há uma vistoria com este valor.' });
    expect((await make('CT-404')).body.errors.contrato).toBe('Contrato de comodato "CT-404" não encontrado.');
    const { itens } = (await call('GET', '/config/cadastros/vistorias')).body;
    expect(itens).toMatchObject([{ contrato: 'CT-50', rotulos: { contrato: 'Balcão refrigerado' } }]);
    const options = await call('POST', `/config/opcoes/cadastro-${KEY}`, { q: 'balcao' });
    expect(options.body.itens).toEqual([{ valor: 'CT-50', rotulo: 'Balcão refrigerado', detalhe: 'CT-50' }]);
    const [contractRow] = (await list('q=ct-50')).itens;
    const removal = await call('DELETE', `${base}/${contractRow.id}`);
    expect(removal.body.data).toMatchObject({ resultado: 'arquivado' });
    const archive = await call('POST', `${url}/arquivar`, { versao: (await detail()).versao });
    expect([archive.status, archive.body.code]).toEqual([422, 'EM_USO']);
  });

  it('that a file makes beside what stands is told, and keeps no other file from being taken', async () => {
    const broken = await read();
    await writeFile(
      path.join(folder, 'records', 'outro.json'),
      JSON.stringify({ ...broken, chave: 'outro2' }),
    );
    const sound = { ...broken, chave: 'outro-tipo', permissoes: undefined };
    await writeFile(path.join(folder, 'records', 'outro-tipo.json'), JSON.stringify(sound));
    expect(await taken()).toMatchObject({
      added: ['outro-tipo 1'],
      broken: [{ file: 'records/outro.json' }],
      postponed: [],
    });
    // Without permissions of its own: those of own types, which operators do not have.
    expect((await call('GET', '/config/cadastros/outro-tipo', undefined, operator)).status).toBe(403);
    expect((await call('GET', '/config/cadastros/outro-tipo')).status).toBe(200);
    const [row] = await server.deps.db.select().from(definitions).where(eq(definitions.key, 'outro-tipo'));
    await call('POST', '/config/definicoes/records/outro-tipo/arquivar', { versao: row?.version });
    expect((await call('GET', '/config/cadastros/outro-tipo')).status).toBe(404);
  });
});
