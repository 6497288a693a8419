import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { PersonType } from '#contract/permissions.ts';
import { parameterProblem } from '#contract/rules/parameters/parameterKind.ts';
import type { ParameterRow } from '#server/config/parameters/kinds.ts';
import { parametersFor, publicParameters, serviceParameters } from '#server/config/parameters/queries.ts';
import { PARAMETERS, readServiceParameters } from '#server/config/parameters/rules.ts';
import { seedStandard } from '#server/db/seed/standard.ts';
import { auditLog, parameters, people } from '#server/db/tables/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

describe('parameters of the service area', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.db.insert(parameters).values([
      { area: 'GERAL', key: 'casasDecimaisValor', value: 4 },
      { area: 'GERAL', key: 'maximoItensTicket', value: 10, public: true },
      { area: 'SAC', key: 'maximoItensTicket', value: 20 },
      { area: 'SAC', key: 'maximoItensTicket', branchId: 2, value: 30 },
      { area: 'GERAL', key: 'maximoItensTicket', branchId: 3, value: 40 },
      { area: 'CALLCENTER', key: 'maximoItensTicket', value: 50 },
    ]);
  });
  afterAll(() => database.drop());

  it('use SAC_ before GERAL_, and the branch before all branches', async () => {
    expect(await parametersFor(database.db, 'SAC')).toEqual({ casasDecimaisValor: 4, maximoItensTicket: 20 });
    expect(await parametersFor(database.db, 'SAC', 2)).toMatchObject({ maximoItensTicket: 30 });
    expect(await parametersFor(database.db, 'SAC', 3)).toMatchObject({ maximoItensTicket: 20 });
    expect(await parametersFor(database.db, 'CALLCENTER')).toMatchObject({ maximoItensTicket: 50 });
  });
  it('are hidden before sign-in unless they are public', async () => {
    expect(await publicParameters(database.db, 'SAC')).toEqual({ maximoItensTicket: 10 });
  });
  it('have defaults', async () => {
    expect(await serviceParameters(database.db, 2)).toMatchObject({
      maximoItensTicket: 30,
      limiteArquivosBytes: 26_214_400,
      casasDecimaisValor: 4,
    });
  });
});

describe('parameter of the wrong type', () => {
  it('counts as absent', () => {
    const read = readServiceParameters({
      maximoItensTicket: 'muitos',
      diasLimiteDevolucao: -1,
      LIMITE_TAMANHO_MAXIMO_ARQUIVOS: 0,
      toleranciaEspelho: '1,5',
    });
    expect(read).toMatchObject({
      maximoItensTicket: 100,
      diasLimiteDevolucao: 1825,
      diasFiltroInicial: 180,
      limiteArquivosBytes: 26_214_400,
      toleranciaEspelho: '0.1',
    });
  });
  it('is read from a text that is a number', () => {
    expect(readServiceParameters({ diasLimiteDevolucao: '90' })).toMatchObject({
      diasLimiteDevolucao: 90,
      diasFiltroInicial: 90,
    });
  });
});

describe('every row of the table of parameters', () => {
  it.each(Object.entries<ParameterRow>(PARAMETERS))(
    'has a default of its own type, which it can read: %s',
    (_, row) => {
      if (row.padrao === null) {
        expect(row.semValor).toBeTruthy();
        return;
      }
      expect(parameterProblem(row.tipo, row.padrao)).toBeNull();
      expect(row.read(row.padrao)).not.toBeNull();
    },
  );
  it('reads every value that it accepts, and never throws on others', () => {
    const rows = Object.values<ParameterRow>(PARAMETERS);
    fc.assert(
      fc.property(fc.constantFrom(...rows), fc.jsonValue(), (row, value) => {
        const read = row.read(value);
        if (parameterProblem(row.tipo, value) === null) expect(read).not.toBeNull();
      }),
    );
  });
});

describe('screen of parameters', () => {
  let server: TestServer;
  let persons: TestPeople;
  const tokens = {} as Record<PersonType, string>;
  beforeAll(async () => {
    server = await testServer();
    await seedStandard(server.deps.db);
    persons = await createPeople(server.deps.db);
    for (const [type, id] of Object.entries(persons.people))
      tokens[type as PersonType] = await server.sessionOf(id);
  });
  afterAll(() => server?.close());

  const list = async (who: PersonType = 'ADMIN') =>
    (await server.call('GET', '/config/parametros', { token: tokens[who] })).body;
  const find = async (key: string) =>
    (await list()).itens.find(({ chave }: { chave: string }) => chave === key);
  const put = (key: string, body: object, who: PersonType = 'ADMIN') =>
    server.call('PUT', `/config/parametros/${key}`, { token: tokens[who], body });
  const restore = (key: string, body: object) =>
    server.call('POST', `/config/parametros/${key}/padrao`, { token: tokens.ADMIN, body });

  it('answers 403 without the permission', async () => {
    for (const who of ['CONSUMIDOR_FINAL', 'OPERADOR', 'SUPERVISOR', 'GERENTE'] as const) {
      expect((await server.call('GET', '/config/parametros', { token: tokens[who] })).status).toBe(403);
      expect((await put('SAC/maximoItensTicket', { valor: 1, idFil: null, versao: 1 }, who)).status).toBe(
        403,
      );
    }
  });

  it.each([
    ['SAC/maximoItensTicket', 'muitos', /número inteiro de 1 a 500/],
    ['SAC/maximoItensTicket', 501, /de 1 a 500/],
    ['SAC/maximoItensTicket', null, /número inteiro/],
    ['SAC/toleranciaEspelho', 0.1, /número de 0 a 1\.000/],
    ['SAC/toleranciaEspelho', '0.123', /2 casas/],
    ['GERAL/publicacaoSegundaPessoa', 'sim', /sim ou não/],
    ['GERAL/cadastraCliente', 'RAPIDO', /uma das opções/],
    ['GERAL/nomeEmpresa', ' ', /Escreva/],
    ['SAC/feriados', ['2026-02-30'], /DD\/MM\/AAAA/],
    ['SAC/feriados', ['2026-01-25', '2026-01-25'], /mais de uma vez/],
    ['SAC/expediente', { dias: [], inicio: '08:00', fim: '18:00' }, /ao menos um dia/],
    ['SAC/expediente', { dias: [1], inicio: '18:00', fim: '08:00' }, /depois do início/],
    ['SAC/expediente', { semana: [[], [{ inicio: '08:00', fim: '' }], [], [], [], [], []] }, /^Segunda: /],
    ['GERAL/inputsOpcionaisCadastroCliente', { outra: true }, /não existe/],
    ['GERAL/inputsOpcionaisCadastroCliente', { tabela_preco: 1 }, /outro tipo/],
  ])('rejects at the field a value of the wrong type for %s: %j', async (key, valor, text) => {
    const { versao } = await find(key.split('/')[1] ?? '');
    const { status, body } = await put(key, { valor, idFil: null, versao });
    expect([status, body.errors?.valor]).toEqual([422, expect.stringMatching(text)]);
  });

  it('stores a value for all and one for a branch, both in effect from the next request', async () => {
    const [matriz, norte] = persons.branchIds;
    const { versao } = await find('maximoItensTicket');
    const first = await put('SAC/maximoItensTicket', { valor: 90, idFil: null, versao });
    expect(first.body.data.message).toMatch(/recarregar a página/);
    await put('SAC/maximoItensTicket', { valor: 120, idFil: norte, versao: versao + 1 });
    expect(await find('maximoItensTicket')).toMatchObject({
      valor: 90,
      padrao: 100,
      alterado: true,
      filiais: [{ filial: { id: norte, nome: 'Norte' }, valor: 120 }],
      versao: versao + 2,
    });
    expect((await serviceParameters(server.deps.db, matriz)).maximoItensTicket).toBe(90);
    expect((await serviceParameters(server.deps.db, norte)).maximoItensTicket).toBe(120);
    const log = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'parameters'))
      .orderBy(auditLog.id);
    expect(log).toMatchObject([
      {
        entityId: 'maximoItensTicket',
        before: { valor: 100 },
        after: { valor: 90, filial: 'todas as filiais' },
      },
      { before: { valor: null }, after: { valor: 120, filial: 'Norte' } },
    ]);
  });

  it('resets to the default, and a branch to the value for all', async () => {
    const norte = persons.branchIds[1];
    const { versao } = await find('maximoItensTicket');
    await restore('SAC/maximoItensTicket', { idFil: norte, versao });
    await restore('SAC/maximoItensTicket', { idFil: null, versao: versao + 1 });
    expect(await find('maximoItensTicket')).toMatchObject({ valor: 100, alterado: false, filiais: [] });
  });

  it('sets and clears a parameter without a default', async () => {
    expect(await find('diasLimiteDevolucao')).toMatchObject({ valor: null, alterado: false, versao: 0 });
    await put('SAC/diasLimiteDevolucao', { valor: 90, idFil: null, versao: 0 });
    expect(await parametersFor(server.deps.db, 'SAC')).toMatchObject({ diasLimiteDevolucao: 90 });
    await restore('SAC/diasLimiteDevolucao', { idFil: null, versao: 1 });
    expect(await parametersFor(server.deps.db, 'SAC')).not.toHaveProperty('diasLimiteDevolucao');
    expect((await serviceParameters(server.deps.db)).diasLimiteDevolucao).toBe(1825);
  });

  it('keeps a text that looks like a number as a text', async () => {
    const { valor, alterado, versao } = await find('nomeEmpresa');
    expect([valor, alterado]).toEqual(['Balcão', false]);
    await put('GERAL/nomeEmpresa', { valor: '2024', idFil: null, versao });
    expect(await find('nomeEmpresa')).toMatchObject({ valor: '2024' });
    expect((await serviceParameters(server.deps.db)).nomeEmpresa).toBe('2024');
    expect(await find('toleranciaEspelho')).toMatchObject({ valor: '0.10', alterado: false });
  });

  it('accepts one of two writes on the same version, also for different branches', async () => {
    const { versao } = await find('horasAvisoPrazo');
    const answers = await Promise.all([
      put('SAC/horasAvisoPrazo', { valor: 5, idFil: null, versao }),
      put('SAC/horasAvisoPrazo', { valor: 6, idFil: persons.branchIds[0], versao }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('rejects a branch where none is allowed, an unknown parameter and an unknown branch', async () => {
    const { versao } = await find('nomeEmpresa');
    const own = await put('GERAL/nomeEmpresa', { valor: 'X', idFil: persons.branchIds[0], versao });
    expect(own.body.errors).toHaveProperty('idFil');
    expect((await put('SAC/nomeEmpresa', { valor: 'X', idFil: null, versao })).status).toBe(404);
    expect((await put('SAC/constructor', { valor: 'X', idFil: null, versao })).status).toBe(404);
    const far = await put('SAC/horasAvisoPrazo', { valor: 5, idFil: 999, versao: 1 });
    expect(far.body.errors).toHaveProperty('idFil');
  });

  it('allows changing the value for all only with access to all branches', async () => {
    const { db } = server.deps;
    const id = persons.people.ADMIN;
    await db.update(people).set({ type: 'OPERADOR' }).where(eq(people.id, id));
    const { podeTodas, filiais } = await list();
    expect([podeTodas, filiais]).toEqual([false, []]);
    expect((await put('SAC/horasAvisoPrazo', { valor: 9, idFil: null, versao: 2 })).status).toBe(403);
    await db
      .update(people)
      .set({ type: 'ADMIN' })
      .where(and(eq(people.id, id)));
  });

  it('shows working hours of an older version in the shape of today, unchanged where they meant the default', async () => {
    const { db } = server.database;
    const older = { dias: [1, 2, 3, 4, 5], inicio: '08:00', fim: '18:00' };
    const stored = { area: 'SAC', key: 'expediente', description: 'Expediente', value: older } as const;
    await db
      .insert(parameters)
      .values({ ...stored, branchId: 0 })
      .onConflictDoUpdate({
        target: [parameters.area, parameters.key, parameters.branchId],
        set: { value: older },
      });
    const { padrao, valor, alterado, versao } = await find('expediente');
    expect([valor, alterado]).toEqual([padrao, false]);
    const saturday = [{ inicio: '08:00', fim: '12:00' }];
    const afternoon = [{ inicio: '13:30', fim: '18:00' }, ...saturday];
    const valorNovo = { semana: [[], afternoon, [], [], [], [], saturday] };
    const answer = await put('SAC/expediente', { valor: valorNovo, idFil: null, versao });
    expect(answer.status).toBe(200);
    const now = await find('expediente');
    expect(now.valor).toEqual({ semana: [[], afternoon.toReversed(), [], [], [], [], saturday] });
    const { expediente } = await serviceParameters(db);
    expect(expediente.week[6]).toEqual([{ opens: 480, closes: 720 }]);
    // What an older bundle or another system still sends.
    const sent = await put('SAC/expediente', { valor: older, idFil: null, versao: now.versao });
    expect([sent.status, (await find('expediente')).alterado]).toEqual([200, false]);
  });
});
