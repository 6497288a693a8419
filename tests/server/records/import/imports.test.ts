import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import type { FileStore } from '#server/adapters/files/fileStore.ts';
import { auditLog, carriers, files, people, recordImports, roles } from '#server/db/tables/index.ts';
import { sweepImports } from '#server/records/import/commands.ts';
import { runImport } from '#server/records/import/runImport.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let token: string;
const stored = new Map<string, Buffer>();
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  token = await server.sessionOf(persons.people.ADMIN);
  const store: FileStore = {
    put: async (open, { id }) => void stored.set(id, await buffer(open())),
    get: async (id) => Readable.from([stored.get(id) ?? Buffer.alloc(0)]),
    remove: async (id) => void stored.delete(id),
  };
  Object.assign(server.deps.files, store);
});
afterAll(() => server?.close());

const base = '/config/cadastros/transportadoras/importacoes';
const CNPJS = ['11222333000181', '11444777000161', '45997418000153', '60746948000112', '33000167000101'];
const head = 'CNPJ;Razão Social;Fantasia;Fone;Obs';

async function sent(content: string | Buffer, name = 'transportadoras.csv', owner = persons.people.ADMIN) {
  const storedAs = `${Date.now()}${Math.random()}`.replace(/\D/g, '').padEnd(32, '0').slice(0, 32);
  stored.set(storedAs, Buffer.from(content));
  const [row] = await server.deps.db
    .insert(files)
    .values({ name, mime: 'text/csv', size: content.length, sha256: '', storedAs, ownerId: owner })
    .returning({ id: files.id });
  return row?.id ?? '';
}

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = token) =>
  server.call(method, url, { token: as, ...(body && { body }) });
const started = async (content: string | Buffer, name?: string) =>
  call('POST', base, { arquivo: { id: await sent(content, name) } });
const work = { warn() {}, error() {}, info() {} } as never;
const run = (id: string, signal?: AbortSignal) => runImport({ ...server.deps, log: work }, id, signal);
const read = async (id: string) => (await call('GET', `${base}/${id}`)).body.data;

async function tried(content: string | Buffer, more: object = {}) {
  const { body } = await started(content);
  const { id, versao } = body.data;
  await call('PUT', `${base}/${id}`, { versao, ...more });
  await run(id);
  return read(id);
}

async function written(content: string | Buffer, more: object = {}) {
  const { id, versao } = await tried(content, more);
  await call('POST', `${base}/${id}/gravar`, { versao });
  await run(id);
  return read(id);
}

const traces = () => server.deps.db.$count(auditLog, eq(auditLog.entity, 'carriers'));

describe('file of records', () => {
  it('is inspected, tried without writing, and written once', async () => {
    const lines = CNPJS.slice(0, 3).map((cnpj, index) => `${cnpj};Empresa ${index} Ltda;Rápida ${index};;x`);
    const content = Buffer.from(`${head}\n${lines.join('\n')}\n`, 'latin1');
    const { body } = await started(content);
    expect(body.data).toMatchObject({
      situacao: 'CONFERENCIA',
      linhaTitulo: 1,
      titulos: ['CNPJ', 'Razão Social', 'Fantasia', 'Fone', 'Obs'],
      colunas: ['cnpj', 'razaoSocial', 'nomeFantasia', 'telefone', null],
      problemas: [],
    });
    const before = await server.deps.db.$count(carriers);
    const trial = await tried(content);
    expect(trial).toMatchObject({
      situacao: 'CONFERENCIA',
      contagens: { linhas: 3, criados: 3, recusados: 0 },
    });
    expect(await server.deps.db.$count(carriers)).toBe(before);
    const done = await written(content);
    expect(done).toMatchObject({ situacao: 'CONCLUIDO', contagens: { criados: 3, mudados: 0, iguais: 0 } });
    const [one] = await server.deps.db
      .select()
      .from(carriers)
      .where(eq(carriers.cnpj, CNPJS[0] ?? ''));
    expect(one).toMatchObject({ tradeName: 'Rápida 0' });
    const noted = await traces();
    expect((await written(content)).contagens).toMatchObject({ criados: 0, mudados: 0, iguais: 3 });
    expect(await traces()).toBe(noted);
  });

  it('keeps fields with an empty cell or without a column', async () => {
    const [cnpj] = CNPJS;
    await written(`CNPJ;Telefone\n${cnpj};11 3322-4455\n`);
    const trial = await tried(`CNPJ;Telefone;Fantasia\n${cnpj};;Nova\n`);
    expect(trial.mudancas).toEqual([{ linha: 2, campo: 'Nome fantasia', antes: 'Rápida 0', depois: 'Nova' }]);
    const cleared = await tried(`CNPJ;Telefone\n${cnpj};\n`, {
      ajustes: { decimal: 'VIRGULA', completarZeros: false, datasSeriais: false, limparVazias: true },
    });
    expect(cleared.mudancas).toEqual([{ linha: 2, campo: 'Telefone', antes: '(11) 3322-4455', depois: '' }]);
  });

  it('has each bad line rejected at its column, and the others accepted', async () => {
    const done = await written(
      [
        head,
        `${CNPJS[3]};Boa Ltda;Boa;;`,
        '11222333000180;Dígito errado;Errada;;',
        `${CNPJS[4]};;Sem razão;;`,
        `${CNPJS[3]};Outra vez;Dupla;;`,
        `${CNPJS[4]};Fone ruim Ltda;Ruim;123;`,
        '1222333000181;Zero perdido;Perdida;;',
      ].join('\n'),
    );
    expect(done.contagens).toEqual({
      linhas: 6,
      criados: 1,
      mudados: 0,
      iguais: 0,
      recusados: 5,
      mantidos: 0,
    });
    expect(
      done.problemas.map((each: { linha: number; coluna: string }) => [each.linha, each.coluna]),
    ).toEqual([
      [3, 'CNPJ'],
      [4, 'Razão Social'],
      [5, null],
      [6, 'Fone'],
      [6, null],
      [7, 'CNPJ'],
    ]);
    expect(done.problemas[2].problema).toBe('Repete o registro da linha 2.');
    const { body } = await call('GET', `${base}/${done.id}/recusadas`);
    const text = Buffer.from(body).toString();
    expect(text).toMatch(/Problema;CNPJ;Razão Social/);
    expect(text).toMatch(/Repete o registro da linha 2\./);
    const addition = text
      .split(/\r?\n/)
      .filter((line) => /Problema|Fone ruim/.test(line))
      .map((line) => line.replace(/;123;/, ';1133224455;'))
      .join('\n');
    expect((await written(addition)).contagens).toMatchObject({ linhas: 1, criados: 1, recusados: 0 });
  });

  it('gets all errors of a line reported at once, even if a cell could not be read', async () => {
    const done = await tried([head, '1234567000195;;Perdida;123;', `${CNPJS[0]};;;1;`].join('\n'));
    expect(done.contagens).toMatchObject({ linhas: 2, criados: 0, mudados: 0, recusados: 2 });
    // The missing name may exist in the record that the key would have identified.
    expect(
      done.problemas.map((each: { linha: number; coluna: string }) => [each.linha, each.coluna]),
    ).toEqual([
      [2, 'CNPJ'],
      [2, 'Fone'],
      [3, 'Fone'],
    ]);
  });

  it('gets a field reported that a new record needs and no column fills', async () => {
    const done = await tried('CNPJ;Razão Social\n27865757000102;Sem Fantasia Ltda');
    expect(
      done.problemas.map(({ coluna, problema }: { coluna: string; problema: string }) => [coluna, problema]),
    ).toEqual([[null, 'Nome fantasia: Campo obrigatório']]);
  });

  it('is resumed behind the last line done when its process ended, none twice', async () => {
    const lines = Array.from(
      { length: 1_200 },
      (_, index) => `${fakeCnpj(index)};Razão ${index};Nome ${index};;`,
    );
    const { id, versao } = await tried([head, ...lines].join('\n'));
    await call('POST', `${base}/${id}/gravar`, { versao });
    // The process dies after its first batch; two others continue at once.
    let batches = 0;
    const dying = new Proxy(server.deps.db, {
      get: (db, key) =>
        key === 'transaction' && ++batches > 1
          ? () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
          : Reflect.get(db, key, db),
    });
    await expect(runImport({ ...server.deps, db: dying, log: work }, id)).rejects.toThrow('terminating');
    expect(await read(id)).toMatchObject({ situacao: 'EXECUTANDO', contagens: { linhas: 500 } });
    await Promise.all([run(id), run(id)]);
    const left = await read(id);
    expect(left.contagens).toMatchObject({ linhas: 1_200, criados: 1_200, recusados: 0 });
    const made = server.deps.db.$count(
      auditLog,
      and(eq(auditLog.entity, 'carriers'), sql`${auditLog.after} ->> 'razaoSocial' like 'Razão %'`),
    );
    expect(await made).toBe(1_200);
  });

  it('is not written by an older run that was stopped while reading and then tried anew', async () => {
    const { id, versao } = await tried(`${head}\n${CNPJS[0]};Mudada Ltda;Mudada;;\n`);
    await call('POST', `${base}/${id}/gravar`, { versao });
    const { files: store } = server.deps;
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = { ...store, get: async (name: string) => opened.then(() => store.get(name)) };
    const writing = runImport({ ...server.deps, files: slow, log: work }, id);
    await call('POST', `${base}/${id}/cancelar`);
    const { versao: now } = await read(id);
    await call('PUT', `${base}/${id}`, { versao: now });
    open();
    await writing;
    const left = await read(id);
    expect([left.situacao, left.simulacao, left.contagens.linhas]).toEqual(['NA_FILA', true, 0]);
    expect(
      await server.deps.db.$count(auditLog, sql`${auditLog.after} ->> 'razaoSocial' = 'Mudada Ltda'`),
    ).toBe(0);
    await run(id);
    expect((await read(id)).situacao).toBe('CONFERENCIA');
  });

  it('gets an invalid character reported in a line far below, and continues', async () => {
    const lines = Array.from(
      { length: 2_000 },
      (_, index) => `${CNPJS[1]};${'x'.repeat(40)} ${index};Azul;;`,
    );
    lines[1_990] = `${CNPJS[2]};Nula\0Ltda;Azul;;`;
    const { situacao, contagens } = await tried(`${head}\n${lines.join('\n')}\n`);
    expect([situacao, contagens.linhas]).toEqual(['CONFERENCIA', 2_000]);
  });

  it('is stopped, with the reason, when it is cancelled or the right to import is lost', async () => {
    const { id, versao } = await tried(`${head}\n${CNPJS[0]};Mudada Ltda;Mudada;;\n`);
    await call('POST', `${base}/${id}/gravar`, { versao });
    const headers = { 'idempotency-key': 'cancelar-uma-vez' };
    const cancel = () => server.call('POST', `${base}/${id}/cancelar`, { token, headers });
    const first = await cancel();
    expect([first.status, first.body.data.situacao]).toEqual([200, 'CANCELADO']);
    expect((await cancel()).body).toEqual(first.body);
    expect(
      await server.deps.db.$count(
        auditLog,
        sql`${auditLog.entityId} = ${id} and ${auditLog.action} = 'CANCELAR'`,
      ),
    ).toBe(1);
    await run(id);
    expect((await read(id)).contagens.linhas).toBe(0);

    const other = await tried(`${head}\n${CNPJS[0]};Mudada Ltda;Mudada;;\n`);
    await call('POST', `${base}/${other.id}/gravar`, { versao: other.versao });
    const { db } = server.deps;
    const [admin] = await db.select().from(people).where(eq(people.id, persons.people.ADMIN));
    const [role] = await db
      .select()
      .from(roles)
      .where(eq(roles.id, admin?.roleId ?? 0));
    await db
      .update(roles)
      .set({ grants: [] })
      .where(eq(roles.id, role?.id ?? 0));
    await run(other.id);
    await db
      .update(roles)
      .set({ grants: role?.grants ?? [] })
      .where(eq(roles.id, role?.id ?? 0));
    expect(await read(other.id)).toMatchObject({
      situacao: 'FALHOU',
      falha: expect.stringContaining(': importar"'),
      contagens: { linhas: 0 },
    });
  });

  it('is written only after a trial with the same columns, and not by an older page', async () => {
    const { body } = await started(`${head}\n${CNPJS[0]};A;B;;\n`);
    const { id, versao } = body.data;
    expect((await call('POST', `${base}/${id}/gravar`, { versao })).body.code).toBe('SIMULE_ANTES');
    expect((await call('PUT', `${base}/${id}`, { versao: versao + 1 })).status).toBe(409);
    const twice = await call('PUT', `${base}/${id}`, { versao, colunas: ['cnpj', 'cnpj'] });
    expect(twice.body.errors).toEqual({ colunas: 'O campo CNPJ foi escolhido em duas colunas.' });
    const keyless = await call('PUT', `${base}/${id}`, { versao, colunas: [null, 'razaoSocial'] });
    expect(keyless.body.errors.colunas).toMatch(/^Escolha a coluna de CNPJ/);
    expect((await call('PUT', `${base}/${id}`, { versao, colunas: ['xyz'] })).status).toBe(422);
  });

  it('gets its columns from a preset with the same titles', async () => {
    const titles = 'Documento da firma;Nome 1;Nome 2';
    const { body } = await started(`${titles}\n${CNPJS[0]};A Ltda;A\n`);
    const colunas = ['cnpj', 'razaoSocial', 'nomeFantasia'];
    await call('PUT', `${base}/${body.data.id}`, { versao: body.data.versao, colunas });
    await call('POST', `${base}/${body.data.id}/modelo`, { nome: 'Carga do mês' });
    const next = await started(`${titles}\n${CNPJS[1]};B Ltda;B\n`);
    expect(next.body.data).toMatchObject({ colunas, modelo: 'Carga do mês' });
    const presets = '/config/cadastros/transportadoras/modelos-importacao';
    expect((await call('GET', presets)).body.itens).toHaveLength(1);
    await call('DELETE', `${presets}/${encodeURIComponent('Carga do mês')}`);
    expect((await call('GET', presets)).body.itens).toEqual([]);
  });

  it('can have its titles on a lower or chosen line, and is rejected when it has no rows', async () => {
    const { body } = await started(`Relatório;;\nEmitido em 22/11;;\nCNPJ;Fantasia;UF\n${CNPJS[0]};A;SP\n`);
    expect(body.data.linhaTitulo).toBe(3);
    const { id, versao } = body.data;
    const anew = await call('PUT', `${base}/${id}`, { versao, linhaTitulo: 2 });
    expect(anew.body.data).toMatchObject({ linhaTitulo: 2, situacao: 'CONFERENCIA' });
    expect((await started('')).body.error).toMatch(/está vazio/);
    expect((await started('CNPJ;Fantasia\n')).body.error).toMatch(/Não há linhas além/);
  });

  it('can contain objects with the field names of the type', async () => {
    const text = JSON.stringify({ cnpj: CNPJS[0], nomeFantasia: 'De objeto' });
    const done = await written(`${text}\n{"cnpj":\n`);
    expect(done).toMatchObject({ objetos: true, contagens: { linhas: 2, mudados: 1, recusados: 1 } });
  });

  it('is accessible only to its owner, and only with the permission', async () => {
    const { body } = await started(`${head}\n${CNPJS[0]};A;B;;\n`);
    const path = `${base}/${body.data.id}`;
    const [other] = await server.deps.db
      .insert(people)
      .values({
        ...(await adminRow()),
        cpf: '52998224725',
        email: 'outra@exemplo.com.br',
      } as never)
      .returning({ id: people.id });
    const foreign = await server.sessionOf(other?.id ?? 0);
    expect((await call('GET', path, undefined, foreign)).status).toBe(404);
    expect((await call('POST', base, { arquivo: { id: await sent('a;b\n1;2\n') } }, foreign)).status).toBe(
      404,
    );
    const operator = await server.sessionOf(persons.people.OPERADOR);
    for (const [method, url] of [
      ['GET', base],
      ['GET', path],
      ['POST', `${path}/cancelar`],
      ['GET', `${path}/recusadas`],
    ] as const)
      expect((await call(method, url, undefined, operator)).status).toBe(403);
  });

  it('is deleted with its import after a month', async () => {
    const before = await server.deps.db.$count(recordImports);
    expect(before).toBeGreaterThan(0);
    server.advance(31 * 24 * 60 * 60 * 1000);
    await sweepImports(server.deps);
    expect(await server.deps.db.$count(recordImports)).toBe(0);
  });
});

async function adminRow() {
  const [row] = await server.deps.db.select().from(people).where(eq(people.id, persons.people.ADMIN));
  const { id: _, foldedName: __, ...rest } = row as Record<string, unknown>;
  return rest;
}

/** A valid CNPJ for each number. */
function fakeCnpj(index: number): string {
  const base = `7${String(index).padStart(7, '0')}0001`;
  const digit = (text: string, weights: number[]) => {
    const rest = [...text].reduce((sum, each, place) => sum + Number(each) * (weights[place] ?? 0), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const first = digit(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return `${base}${first}${digit(`${base}${first}`, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])}`;
}
