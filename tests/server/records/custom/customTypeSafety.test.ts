import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { CustomField, CustomTypeDefinition } from '#contract/records/customType.ts';
import { recordSchema } from '#contract/records/fields/fieldSchema.ts';
import { STANDARD_TYPE_KEYS } from '#contract/records/index.ts';
import { restoredType } from '#contract/rules/records/customTypeChanges.ts';
import { customTypeProblems } from '#contract/rules/records/customTypeProblems.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { formErrors } from '#server/config/forms/rules.ts';
import type { User } from '#server/context.ts';
import { branches, customers, records } from '#server/db/tables/index.ts';
import { mayRecords } from '#server/records/access.ts';
import { mappedType } from '#server/records/custom/queries.ts';
import { customTypeKind } from '#server/records/custom/rules.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { withdrawScope } from '#tests/support/recordTypes/withdrawScope.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

const KEY = 'cofres';
const text = (chave: string, more: Partial<CustomField> = {}): CustomField => ({
  chave,
  titulo: chave,
  tipo: 'TEXT',
  ...more,
});
const customer = (chave: string): CustomField => ({
  chave,
  titulo: chave,
  tipo: 'REFERENCIA',
  referencia: 'clientes',
});
const list = (...campos: CustomField[]): CustomField => ({
  chave: 'pecas',
  titulo: 'Peças',
  tipo: 'LISTA',
  codigo: ['peca'],
  campos: [text('peca', { obrigatorio: true }), ...campos],
});
const safe = (...campos: CustomField[]): CustomTypeDefinition => ({
  formato: 2,
  chave: KEY,
  titulo: { um: 'cofre', muitos: 'cofres', genero: 'm' },
  descricao: 'Cofres emprestados.',
  codigo: ['numero'],
  nome: 'nome',
  escopo: campos.some(({ referencia }) => referencia === 'clientes') ? ['carteira'] : ['empresa'],
  permissoes: { ler: 'CLIENTE', criar: 'CLIENTE_EDITAR', alterar: 'CLIENTE_EDITAR' },
  campos: [
    text('numero', { obrigatorio: true }),
    text('nome', { obrigatorio: true, tamanho: 2000, tipo: 'TEXTAREA' }),
    ...campos,
  ],
});
const first = safe(customer('cliente'), customer('avalista'), list(text('nota')));

let server: TestServer;
let persons: TestPeople;
let folder: string;
let document: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  folder = await mkdtemp(path.join(os.tmpdir(), 'cofres-'));
  await mkdir(path.join(folder, 'records'));
  await published(first);
  const [row] = await server.deps.db
    .select({ document: customers.document })
    .from(customers)
    .where(eq(customers.id, persons.customerIds.first));
  document = row?.document ?? '';
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function published(definition: CustomTypeDefinition) {
  await writeFile(path.join(folder, 'records', `${KEY}.json`), JSON.stringify(definition));
  return loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
}
const transition = async (after: CustomTypeDefinition, before = first) =>
  (
    (await customTypeKind.transition?.(
      before as unknown as Content,
      after as unknown as Content,
      server.deps.db,
    )) ?? []
  ).map(({ severity, pointer, message }) => [severity, pointer, message]);
const stored = async (key: string) =>
  (await server.deps.db.select().from(records).where(eq(records.key, key)))[0];

async function saved(who: keyof TestPeople['people'], dados: object) {
  const { db, now } = server.deps;
  const user = (await personById(db, persons.people[who])) as User;
  return db.transaction(async (tx) => {
    const ctx = { user, ip: '', requestId: 'test', now };
    return saveRecords(tx, ctx, await mappedType(tx, KEY), [{ dados: dados as never }]);
  });
}

it('validates a number without decimal places', async () => {
  const schema = recordSchema({ campos: { valor: { tipo: 'DECIMAL', titulo: 'Valor', casas: 0 } } });
  expect(await formErrors(schema, { valor: '12' })).toEqual({});
  expect(Object.keys(await formErrors(schema, { valor: '12.5' }))).toEqual(['/valor']);
});

it('rejects keys that are addresses of the console, and finds no rights in inherited properties', () => {
  const [problem] = customTypeProblems({ ...first, chave: 'mudancas' }, STANDARD_TYPE_KEYS);
  expect(problem?.pointer).toBe('/chave');
  const user = { type: 'ADMIN', grants: [], recordVerbs: {} } as unknown as User;
  const type = { chave: 'constructor', permissoes: { ler: 'CLIENTE' } } as never;
  expect(() =>
    mayRecords({ ...user, grants: [{ nome: 'CLIENTE', acoes: [] }] as never }, type, 'ler'),
  ).not.toThrow();
});

it('allows columns of a sheet for lists of several fields, and no more than their maximum', () => {
  const reported = (field: CustomField) =>
    customTypeProblems({ ...first, campos: [...first.campos, field] }, STANDARD_TYPE_KEYS).map(
      ({ message }) => message,
    );
  const pieces = { ...list(text('lado')), chave: 'partes' };
  expect(reported({ ...pieces, emColunas: 3 })).toEqual([]);
  expect(reported({ ...pieces, emColunas: 3, maximo: 2 })).toEqual([
    expect.stringMatching(/do que a lista pode/),
  ]);
  expect(reported({ ...pieces, campos: list().campos ?? [], emColunas: 3 })).toEqual([
    expect.stringMatching(/cabe em uma coluna/),
  ]);
  expect(reported(text('outro', { emColunas: 3 }))).toEqual([expect.stringMatching(/Só uma lista/)]);
});

it('a type with the name of an inherited property can be read and written', async () => {
  await writeFile(
    path.join(folder, 'records', 'constructor.json'),
    JSON.stringify({ ...safe(), chave: 'constructor' }),
  );
  const { added } = await loadDefinitions(server.deps.db, folder, { ...server.deps, user: null });
  expect(added).toEqual(['constructor 1']);
  const token = await server.sessionOf(persons.people.ADMIN);
  expect((await server.call('GET', '/config/cadastros/constructor', { token })).status).toBe(200);
});

it('a long name is cut between whole characters', async () => {
  const nome = `${'a'.repeat(199)}😀😀`;
  const [result] = await saved('ADMIN', { numero: 'E-1', nome });
  expect(result?.resultado).toBe('criado');
  expect((await stored('E-1'))?.name).toBe(`${'a'.repeat(199)}😀`);
});

it('a file that would spoil existing records is reported, and the published version stays', async () => {
  const spoiled = { ...first, campos: first.campos.filter(({ chave }) => chave !== 'avalista') };
  expect(await published(spoiled)).toMatchObject({
    added: [],
    broken: [{ file: `records/${KEY}.json`, problems: [expect.stringContaining('avalista')] }],
  });
  expect((await mappedType(server.deps.db, KEY)).type.campos).toHaveProperty('avalista');
  expect(await published(first)).toMatchObject({ added: [], broken: [] });
});

it('a changed file can name a type whose file comes later', async () => {
  const later = { ...safe(), chave: 'zonas' };
  await writeFile(path.join(folder, 'records', 'zonas.json'), JSON.stringify(later));
  const zona: CustomField = { chave: 'zona', titulo: 'Zona', tipo: 'REFERENCIA', referencia: 'zonas' };
  const found = await published({ ...first, campos: [...first.campos, zona] });
  expect([found.added.sort(), found.broken]).toEqual([['cofres 2', 'zonas 1'], []]);
});

it('a change reports who would see other records, and leaves none without an owner', async () => {
  await saved('ADMIN', { numero: 'D-1', nome: 'Do cliente', cliente: document });
  const [numero, nome, cliente, avalista, pecas] = first.campos;
  if (!numero || !nome || !cliente || !avalista || !pecas) throw new Error('fields');
  const without = { ...cliente, arquivado: true };
  expect(await transition({ ...first, campos: [numero, nome, avalista, cliente, pecas] })).toEqual([
    ['AVISO', '/campos/2', expect.stringContaining('muda em 1 registro')],
  ]);
  expect(
    await transition({ ...first, campos: [numero, nome, without, { ...avalista, arquivado: true }, pecas] }),
  ).toEqual([
    ['ERRO', '/campos/2', expect.stringMatching(/^1 registro cita o cliente .* decide quem os vê/)],
  ]);
  expect(await transition(first)).toEqual([]);
  // Of what the whole company sees, a moved field changes nothing, and a lost one takes nobody's view.
  const open = { ...first, escopo: ['empresa' as const] };
  expect(await transition({ ...open, campos: [numero, nome, avalista, cliente, pecas] }, open)).toEqual([]);
  expect(
    await transition(
      { ...open, campos: [numero, nome, without, { ...avalista, arquivado: true }, pecas] },
      open,
    ),
  ).toEqual([
    ['ERRO', '/campos/2', '1 registro cita o cliente por este campo. Deixe um campo que cite um cliente.'],
  ]);
});

it('a person who sees only some customers cannot give a record to everyone', async () => {
  const dados = { numero: 'D-1', cliente: null };
  const [refused] = await saved('OPERADOR', dados);
  expect([refused?.resultado, Object.keys(refused?.erros ?? {})]).toEqual(['recusado', ['cliente']]);
  expect((await saved('ADMIN', dados))[0]?.resultado).toBe('mudado');
});

it('a person who sees some records cannot create one for everyone; it gets their only branch', async () => {
  const { db } = server.deps;
  const who = await personById(db, persons.people.OPERADOR);
  if (!who) throw new Error('nobody');
  const [own = 0, other = 0] = persons.branchIds;
  const branch: CustomField = { ...customer('filial'), referencia: 'filiais' };
  const both = { ...safe(customer('cliente'), branch), chave: 'lacres' };
  await writeFile(path.join(folder, 'records', 'lacres.json'), JSON.stringify(both));
  await loadDefinitions(db, folder, { ...server.deps, user: null });
  await withdrawScope(db, 'lacres');
  const written = (user: User, dados: object, key = 'lacres') =>
    db.transaction(async (tx) => {
      const ctx = { user, ip: '', requestId: 'test', now: server.deps.now };
      return saveRecords(tx, ctx, await mappedType(tx, key), [{ dados: dados as never }]);
    });
  const inTwo = { ...who, branchIds: [own, other] };
  expect(await written(inTwo, { numero: 'LACRE-1', nome: 'Lacre' })).toMatchObject([
    { resultado: 'recusado', erros: { cliente: expect.stringContaining('Só quem vê') } },
  ]);
  expect(await written({ ...who, branchIds: [own] }, { numero: 'LACRE-1', nome: 'Lacre' })).toMatchObject([
    { resultado: 'criado' },
  ]);
  expect(await stored('LACRE-1')).toMatchObject({ branchId: own, data: { filial: own } });
  // A type owned only by customers has no branch to assign.
  expect(await written({ ...who, branchIds: [own] }, { numero: 'S-9', nome: 'Sem dono' }, KEY)).toMatchObject(
    [{ resultado: 'recusado' }],
  );
  const all = (await personById(db, persons.people.ADMIN)) as User;
  expect(await written(all, { numero: 'LACRE-2', nome: 'De todos' })).toMatchObject([
    { resultado: 'criado' },
  ]);
  // A shared record cannot be taken from the others by a person who does not see all, even if they may write it.
  const [seat] = await db.select({ cnpj: branches.cnpj }).from(branches).where(eq(branches.id, own));
  for (const owner of [{ filial: seat?.cnpj }, { cliente: document }])
    expect(await written({ ...who, branchIds: [own] }, { numero: 'LACRE-2', ...owner })).toMatchObject([
      {
        resultado: 'recusado',
        erros: { [Object.keys(owner)[0] ?? '']: expect.stringContaining('é de toda a empresa') },
      },
    ]);
  expect(await stored('LACRE-2')).toMatchObject({ branchId: null, customerId: null });
  expect(
    await written({ ...who, branchIds: [own] }, { numero: 'LACRE-2', nome: 'De todos ainda' }),
  ).toMatchObject([{ resultado: 'mudado' }]);
  expect(await written(all, { numero: 'LACRE-2', filial: seat?.cnpj })).toMatchObject([
    { resultado: 'mudado' },
  ]);
});

it('the records that a tighter rule rejects are counted, and not named', async () => {
  await saved('ADMIN', { numero: 'SECRETO-1', nome: 'Nome secreto' });
  const tighter = first.campos.map((one) => (one.chave === 'nome' ? { ...one, tamanho: 3 } : one));
  const [reported] = await transition({ ...first, campos: tighter });
  expect(reported?.[2]).toMatch(/^\d+ registros não seguem a regra nova de 'nome'/);
  expect(reported?.[2]).not.toContain('secreto');
});

it('values of archived item fields are kept, also over a rollback', async () => {
  const given = { numero: 'L-1', nome: 'Com peças', pecas: [{ peca: 'A', nota: 'funda' }, { peca: 'B' }] };
  expect((await saved('ADMIN', given))[0]?.resultado).toBe('criado');
  const archived = list({ ...text('nota'), arquivado: true }, text('cor'));
  const zona: CustomField = { chave: 'zona', titulo: 'Zona', tipo: 'REFERENCIA', referencia: 'zonas' };
  const changed = safe(customer('cliente'), customer('avalista'), archived, zona);
  expect(await published(changed)).toMatchObject({ added: ['cofres 3'], broken: [] });
  const pecas = [
    { peca: 'B', cor: 'azul' },
    { peca: 'A', cor: 'verde' },
  ];
  expect((await saved('ADMIN', { numero: 'L-1', pecas }))[0]?.resultado).toBe('mudado');
  expect((await stored('L-1'))?.data).toMatchObject({
    pecas: [
      { peca: 'B', cor: 'azul' },
      { peca: 'A', cor: 'verde', nota: 'funda' },
    ],
  });
  const restored = restoredType(changed, first);
  const inner = restored.campos.find(({ chave }) => chave === 'pecas')?.campos ?? [];
  expect(inner.map(({ chave, arquivado = false }) => [chave, arquivado])).toEqual([
    ['peca', false],
    ['nota', false],
    ['cor', true],
  ]);
  expect((await transition(restored, changed)).filter(([severity]) => severity === 'ERRO')).toEqual([]);
});

it('a record locks what it refers to until it is written', async () => {
  const { db, now } = server.deps;
  const user = (await personById(db, persons.people.ADMIN)) as User;
  const mapped = await mappedType(db, KEY);
  const isHeld = async (dryRun: boolean) =>
    db.transaction(async (tx) => {
      const dados = { numero: 'H-1', nome: 'Preso', cliente: document };
      await saveRecords(tx, { user, ip: '', requestId: 't', now }, mapped, [{ dados }], { dryRun });
      const free = await db
        .select({ id: customers.id })
        .from(customers)
        .where(eq(customers.id, persons.customerIds.first))
        .for('update', { skipLocked: true });
      return free.length === 0;
    });
  expect([await isHeld(true), await isHeld(false)]).toEqual([false, true]);
});
