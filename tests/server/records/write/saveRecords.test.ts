import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import type { Context, User } from '#server/context.ts';
import { auditLog, regions, representatives } from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import type { GivenRow } from '#server/records/write/pendingRow.ts';
import { oneRecord } from '#server/records/write/removeRecord.ts';
import { type SaveOptions, saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let ctx: Context;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  const user = (await personById(server.deps.db, persons.people.ADMIN)) as User;
  ctx = { ...server.deps, user, ip: '', requestId: 'teste' } as unknown as Context;
});
afterAll(() => server?.close());

const { regioes, representantes, transportadoras } = mappedTypes;
const save = (mapped: typeof regioes, rows: GivenRow[], options?: SaveOptions, own = ctx) =>
  server.deps.db.transaction((tx) => saveRecords(tx, own, mapped, rows, options));
const region = (codigo: string, nome: string) => ({ dados: { codigo, nome } });
const traces = () => server.deps.db.$count(auditLog, eq(auditLog.entity, 'regions'));

describe('rows of one call', () => {
  it('are created, changed, left alone or rejected, each by itself', async () => {
    await save(regioes, [region('SUL', 'Sul'), region('NORTE', 'Norte')]);
    const before = await traces();
    const results = await save(regioes, [
      region('SUL', 'Sul'),
      region('NORTE', 'Norte do país'),
      region('LESTE', 'Leste'),
      region('OESTE', ''),
      region('LESTE', 'Outra vez'),
    ]);
    expect(results.map(({ resultado }) => resultado)).toEqual([
      'igual',
      'mudado',
      'criado',
      'recusado',
      'recusado',
    ]);
    expect(results[1]?.mudancas).toEqual({ nome: { antes: 'Norte', depois: 'Norte do país' } });
    expect(results[3]?.erros).toEqual({ nome: 'Campo obrigatório' });
    expect(results[4]?.erros).toEqual({ codigo: 'Repete a chave da linha 3 do mesmo envio.' });
    expect((await traces()) - before).toBe(2);
  });

  it('can name a record only once, by its key or by an external code', async () => {
    await save(regioes, [{ dados: { codigo: 'COD', nome: 'Antes', codigosExternos: { erp: '77' } } }]);
    for (const rows of [
      [region('COD', 'Um'), { dados: { codigosExternos: { erp: '77' }, nome: 'Dois' } }],
      [{ dados: { codigosExternos: { erp: '77' }, nome: 'Três' } }, region('COD', 'Quatro')],
    ]) {
      const [first, second] = await save(regioes, rows);
      expect(first?.resultado).toBe('mudado');
      expect(second?.erros).toMatchObject({ codigo: 'Repete a chave da linha 1 do mesmo envio.' });
    }
  });

  it('report what would happen on a dry run, and write nothing', async () => {
    const before = [await traces(), await server.deps.db.$count(regions)];
    const results = await save(regioes, [region('SUL', 'Sul novo'), region('CENTRO', 'Centro')], {
      dryRun: true,
    });
    expect(results.map(({ resultado }) => resultado)).toEqual(['mudado', 'criado']);
    expect([await traces(), await server.deps.db.$count(regions)]).toEqual(before);
  });

  it('keep absent fields, and clear those that are null', async () => {
    await save(representantes, [
      { dados: { codigo: 'R1', nome: 'Ana', email: 'ANA@exemplo.com.br', telefone: '(11) 3322-4455' } },
    ]);
    const [result] = await save(representantes, [{ dados: { codigo: 'R1', telefone: null } }]);
    const stored = await oneRecord(server.deps.db, ctx, representantes, result?.id ?? 0);
    expect(stored.data).toEqual({ codigo: 'R1', nome: 'Ana', email: 'ana@exemplo.com.br', ativo: true });
  });

  it('are rejected where the mode does not allow them', async () => {
    const made = await save(regioes, [region('SUL', 'Sul')], { mode: 'criar' });
    expect(made[0]?.erros).toEqual({ codigo: 'Já há uma região com este valor.' });
    const changed = await save(regioes, [region('NADA', 'Nada')], { mode: 'alterar' });
    expect(changed[0]?.erros).toEqual({ '': 'Registro não encontrado.' });
  });

  it('cannot take the key of another record', async () => {
    const [north] = await save(regioes, [region('NORTE', 'Norte')]);
    const [result] = await save(regioes, [{ id: north?.id ?? 0, dados: { codigo: 'SUL' } }]);
    expect(result?.erros).toEqual({ codigo: 'Já há uma região com este valor.' });
  });

  it('are checked only in what they change of a record older than a rule', async () => {
    const { db } = server.deps;
    const [old] = await db
      .insert(representatives)
      .values({ code: 'VELHO', name: 'Antigo', email: 'não tem' })
      .returning();
    const dados = { codigo: 'VELHO', nome: 'Antigo Silva' };
    expect(await save(representantes, [{ dados }])).toMatchObject([{ id: old?.id, resultado: 'mudado' }]);
    const [refused] = await save(representantes, [{ dados: { codigo: 'VELHO', email: 'ainda não' } }]);
    expect(refused?.erros).toEqual({ email: 'Formato de e-mail inválido' });
  });

  it.each(['constructor', 'toString', '__proto__', '__defineGetter__'])(
    'are rejected for a field named %s, as for any unknown field',
    async (name) => {
      const unknown = (key: string, more: object) =>
        save(regioes, [{ dados: { ...more, ...JSON.parse(`{"${key}":"x"}`) } }], { dryRun: true });
      for (const more of [
        { codigo: 'NOVA', nome: 'Nova' },
        { codigo: 'SUL', nome: 'Sul' },
      ]) {
        const [[known], [strange]] = [await unknown('estranho', more), await unknown(name, more)];
        expect(strange?.resultado).toBe('recusado');
        expect(Object.entries(strange?.erros ?? {})).toEqual([[name, known?.erros?.estranho]]);
      }
    },
  );

  it.each(['abc', ['x'], 5, true])(
    'are rejected for external codes that are not an object: %j',
    async (codes) => {
      const dados = (codigo: string) => ({ codigo, nome: 'Sul', codigosExternos: codes }) as never;
      const sentence = 'Informe o código de cada sistema, como em {"erp": "00123"}.';
      const results = await save(regioes, [{ dados: dados('SUL') }, { dados: dados('OUTRA') }]);
      expect(results.map(({ erros }) => erros)).toEqual([
        { codigosExternos: sentence },
        { codigosExternos: sentence },
      ]);
    },
  );

  it('can be at most a thousand', async () => {
    const rows = Array.from({ length: 1001 }, (_, index) => region(`X${index}`, 'X'));
    await expect(save(regioes, rows)).rejects.toThrow('at most 1000');
  });
});

describe('references of rows', () => {
  it('are found by the name of a short list, unless several have it', async () => {
    await save(regioes, [
      region('LES1', 'Litoral'),
      region('LES2', 'Litoral'),
      region('SER', 'Serra gaúcha'),
    ]);
    const [one, several] = await save(representantes, [
      { dados: { codigo: 'R7', nome: 'Eva', regiao: 'SERRA GAUCHA' } },
      { dados: { codigo: 'R8', nome: 'Fábio', regiao: 'litoral' } },
    ]);
    expect(one?.resultado).toBe('criado');
    expect((await oneRecord(server.deps.db, ctx, representantes, one?.id ?? 0)).data.regiao).toBe('SER');
    expect(several?.erros).toEqual({ regiao: 'Há mais de um cadastro com "litoral". Use Código.' });
  });

  it('are found by key in any spelling, and named where they are unknown', async () => {
    const results = await save(representantes, [
      { dados: { codigo: 'R2', nome: 'Bia', regiao: ' SUL ' } },
      { dados: { codigo: 'R3', nome: 'Caio', regiao: 'LUA' } },
      { dados: { codigo: 'R4', nome: 'Davi', supervisor: mask(persons.cpfs.SUPERVISOR) } },
    ]);
    expect(results.map(({ resultado }) => resultado)).toEqual(['criado', 'recusado', 'criado']);
    expect(results[1]?.erros).toEqual({
      regiao: expect.stringMatching(/^Região "LUA" não encontrada por código\. Existem: .*\bSUL\b/),
    });
    const stored = await oneRecord(server.deps.db, ctx, representantes, results[2]?.id ?? 0);
    expect(stored.data.supervisor).toBe(persons.cpfs.SUPERVISOR);
  });

  it('can use the code of another system, and so can the row itself', async () => {
    const [made] = await save(regioes, [
      { dados: { codigo: 'SERRA', nome: 'Serra', codigosExternos: { erp: '0007', loja: 'S' } } },
    ]);
    const [referring] = await save(representantes, [
      { dados: { codigo: 'R5', nome: 'Eva', regiao: { fonte: 'erp', codigo: '0007' } } },
    ]);
    const stored = await oneRecord(server.deps.db, ctx, representantes, referring?.id ?? 0);
    expect(stored.data.regiao).toBe('SERRA');
    const changed = await save(regioes, [
      { dados: { nome: 'Serra Gaúcha', codigosExternos: { erp: '0007', loja: null } } },
    ]);
    expect(changed).toMatchObject([{ id: made?.id, resultado: 'mudado' }]);
    const { data } = await oneRecord(server.deps.db, ctx, regioes, made?.id ?? 0);
    expect(data).toEqual({
      codigo: 'SERRA',
      nome: 'Serra Gaúcha',
      ativo: true,
      codigosExternos: { erp: '0007' },
    });
    const [taken] = await save(regioes, [{ dados: { codigo: 'SUL', codigosExternos: { erp: '0007' } } }]);
    expect(taken?.erros).toEqual({ codigosExternos: 'O código 0007 de erp já é de outra região.' });
  });

  it('are not queried row by row', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({
      dados: { codigo: `M${index}`, nome: 'Muitos', regiao: 'SUL' },
    }));
    let requested = 0;
    await server.deps.db.transaction((tx) => {
      const execute = tx.execute.bind(tx);
      const counting = Object.assign(Object.create(Object.getPrototypeOf(tx)), tx, {
        execute: (query: Parameters<typeof execute>[0]) => {
          requested += 1;
          return execute(query);
        },
      });
      return saveRecords(counting, ctx, representantes, rows);
    });
    expect(requested).toBeGreaterThan(0);
    expect(requested).toBeLessThan(10);
  });
});

const mask = (cpf: string) => cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');

describe('simultaneous calls', () => {
  it('create one record for a key that both give, and neither fails', async () => {
    const row = (nome: string) => [{ dados: { codigo: 'DUPLA', nome } }];
    const results = await Promise.all([
      save(regioes, row('Uma')),
      save(regioes, row('Uma')),
      save(regioes, row('Uma')),
    ]);
    expect(
      results
        .flat()
        .map(({ resultado }) => resultado)
        .sort(),
    ).toEqual(['criado', 'igual', 'igual']);
    expect(await server.deps.db.$count(regions, eq(regions.code, 'DUPLA'))).toBe(1);
  });

  it('with the same rows in another order wait for each other', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => region(`F${index}`, `Faixa ${index}`));
    const done = await Promise.all([save(regioes, rows), save(regioes, [...rows].reverse())]);
    expect(done.flat().filter(({ resultado }) => resultado === 'recusado')).toEqual([]);
  });

  it('use no new id for an equal row', async () => {
    const next = async () => {
      const { rows } = await server.deps.db.execute<{ last: number }>(
        sql`select last_value as last from regions_id_seq`,
      );
      return rows[0]?.last;
    };
    const before = await next();
    await save(regioes, [region('SUL', 'Sul')]);
    expect(await next()).toBe(before);
  });
});

describe('caller without the permission', () => {
  it('has every row rejected, also if the permission was lost meanwhile', async () => {
    const user = { ...ctx.user, grants: [] };
    const [result] = await save(regioes, [region('SUL', 'Outra')], {}, { ...ctx, user });
    expect(result?.erros?.['']).toMatch(/permissão "[^"]+"/);
  });
});

describe('deletion', () => {
  const call = async (method: 'GET' | 'DELETE' | 'PUT', url: string, body?: object) =>
    server.call(method, `/config/cadastros/${url}`, {
      token: await server.sessionOf(persons.people.ADMIN),
      ...(body && { body }),
    });

  it('removes what nothing refers to, with its codes', async () => {
    const [made] = await save(regioes, [
      { dados: { codigo: 'FORA', nome: 'Fora', codigosExternos: { erp: '99' } } },
    ]);
    const { status, body } = await call('DELETE', `regioes/${made?.id}`);
    expect([status, body.data]).toEqual([200, { resultado: 'excluido', message: 'Região excluída.' }]);
    expect((await call('GET', `regioes/${made?.id}`)).status).toBe(404);
    expect(
      await save(regioes, [{ dados: { codigo: 'DEPOIS', nome: 'D', codigosExternos: { erp: '99' } } }]),
    ).toMatchObject([{ resultado: 'criado' }]);
  });

  it('archives what others refer to, and says which; a second time it is refused', async () => {
    const [made] = await save(regioes, [region('USADA', 'Usada')]);
    await save(representantes, [{ dados: { codigo: 'R9', nome: 'Usa', regiao: 'USADA' } }]);
    const first = await call('DELETE', `regioes/${made?.id}`);
    expect(first.body.data).toEqual({
      id: made?.id,
      resultado: 'arquivado',
      message: 'Região arquivada: há registros que citam ela. Representante (1).',
    });
    const second = await call('DELETE', `regioes/${made?.id}`);
    expect([second.status, second.body.code]).toEqual([422, 'EM_USO']);
    expect(second.body.error).toContain('Representante (1)');
  });

  it('is refused for an old version, like a change, with who wrote since', async () => {
    const [made] = await save(transportadoras, [
      { dados: { cnpj: '11.444.777/0001-61', razaoSocial: 'Veloz Ltda.', nomeFantasia: 'Veloz' } },
    ]);
    const changed = await call('PUT', `transportadoras/${made?.id}`, {
      dados: { nomeFantasia: 'Veloz Cargas' },
      versao: 1,
    });
    expect(changed.body.data).toMatchObject({ resultado: 'mudado', message: 'Transportadora salva.' });
    const late = await call('PUT', `transportadoras/${made?.id}`, { dados: { ativo: false }, versao: 1 });
    expect([late.status, late.body.atual.versao, late.body.atual.estado.nomeFantasia]).toEqual([
      409,
      2,
      'Veloz Cargas',
    ]);
    expect((await call('DELETE', `transportadoras/${made?.id}?versao=1`)).status).toBe(409);
  });
});
