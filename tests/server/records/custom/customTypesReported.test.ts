import { beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { REFERENCE_ONLY_TYPES, STANDARD_TYPE_KEYS } from '#contract/records/index.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import type { User } from '#server/context.ts';
import { carriers, definitions } from '#server/db/tables/index.ts';
import { readableTypes } from '#server/map/queries.ts';
import { targetOf } from '#server/records/registry.ts';
import { prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { readRows } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import {
  base,
  call,
  contract,
  document,
  KEY,
  persons,
  publish,
  server,
  setUpFixture,
} from './customTypesFixture.ts';
import { preview, report } from './reportOfType.ts';

setUpFixture({ withType: true });

beforeAll(async () => {
  for (const dados of [
    contract('CT-1', { valor: '1234.50', documento: '52998224725', renovaSozinho: true }),
    contract('CT-2', { valor: '10', situacao: 'ENCERRADO', ativo: false }),
    contract('CT-3', { cliente: document.second, valor: '5' }),
  ])
    expect((await call('POST', base, { dados })).status).toBe(200);
});

const map = async () => (await call('GET', '/config/mapa')).body;
const asReader = async (personId: number, cadastros: string[], sql: string) => {
  const person = (await personById(server.deps.db, personId)) as User;
  return withReader(
    server.deps,
    {
      person: { ...person, cadastros },
      zone: 'America/Sao_Paulo',
      customer: null,
      name: 'prova',
      timeout: 30_000,
    },
    async (client) => {
      const { batches } = await readRows(client, { text: sql }, [], 100);
      const rows: unknown[][] = [];
      for await (const batch of batches) rows.push(...batch);
      return rows;
    },
  );
};

describe('reporting view of custom records', () => {
  const numbers = 'select codigo from relatorio.registros_proprios order by 1';

  it('shows nothing of a type that the person cannot read, nor of a customer they cannot see', async () => {
    expect(await asReader(persons.people.ADMIN, [], numbers)).toEqual([]);
    expect(await asReader(persons.people.OPERADOR, [KEY], numbers)).toEqual([['CT-1'], ['CT-2']]);
    expect(await asReader(persons.people.REPRESENTANTE, [KEY], numbers)).toEqual([['CT-1'], ['CT-2']]);
    expect(await asReader(persons.people.ADMIN, [KEY], numbers)).toEqual([['CT-1'], ['CT-2'], ['CT-3']]);
  });

  it('contains no secret field and no list, and follows what is published, changed and archived', async () => {
    const secret = `select count(*)::text from relatorio.registros_proprios
      where campos ->> 'documento' is not null or campos ->> 'produtos' is not null`;
    const values = `select count(*)::text from relatorio.registros_proprios where campos ->> 'valor' is not null`;
    const count = (sql: string) => asReader(persons.people.ADMIN, [KEY], sql);
    expect([await count(secret), await count(values)]).toEqual([[['0']], [['3']]]);
    await publish(({ campos, ...type }) => ({
      ...type,
      campos: campos.map((one) => (one.chave === 'valor' ? { ...one, sigiloso: true } : one)),
    }));
    expect(await count(values)).toEqual([['0']]);
    await publish();
    const { db } = server.deps;
    await db.update(definitions).set({ archivedAt: new Date() }).where(eq(definitions.key, KEY));
    expect(await count(numbers)).toEqual([]);
    expect(await map()).not.toHaveProperty('proprio_contratos_comodato');
    await db.update(definitions).set({ archivedAt: null }).where(eq(definitions.key, KEY));
  });
});

describe('custom type as a data set', () => {
  it('has the fields by their titles and kinds, for people who can read the type', async () => {
    const own = (await map()).proprio_contratos_comodato;
    expect(own).toMatchObject({ titulo: { muitos: 'contratos de comodato' } });
    const fields = Object.entries<{ tipo: string }>(own.campos).map(([name, { tipo }]) => `${name} ${tipo}`);
    expect(fields).toEqual(
      expect.arrayContaining([
        'numero TEXTO',
        'cliente TEXTO',
        'cliente_id INTEIRO',
        'inicio DATA',
        'valor DINHEIRO',
        'multa PERCENTUAL',
        'responsavel TEXTO',
        'renova_sozinho LOGICO',
      ]),
    );
    expect(fields.join()).not.toMatch(/documento|produtos/);
  });

  it('can be reported on at once, with numbers, days and references', async () => {
    const rows = await preview(
      report(
        [
          { campo: 'numero', como: 'numero' },
          { campo: 'valor', como: 'valor' },
          { campo: 'inicio', como: 'inicio' },
          { campo: 'renova_sozinho', como: 'renova' },
          { campo: 'cliente_id', como: 'cliente' },
        ],
        ['TEXTO', 'DINHEIRO', 'DATA', 'LOGICO', 'INTEIRO'],
      ),
    );
    const { first, second } = persons.customerIds;
    expect(rows).toEqual([
      ['CT-1', '1234.5', '2026-01-31', true, first],
      ['CT-2', '10', '2026-01-31', false, first],
      ['CT-3', '5', '2026-01-31', false, second],
    ]);
    const sum = await preview(
      report(
        [
          { campo: 'situacao', como: 'situacao' },
          { campo: 'valor', como: 'total', agregacao: 'SOMA' },
        ],
        ['TEXTO', 'DINHEIRO'],
      ),
    );
    expect(sum).toEqual([
      ['ENCERRADO', '10'],
      ['VIGENTE', '1239.5'],
    ]);
  });

  it('is refused where the person cannot read the type', async () => {
    const user = (await personById(server.deps.db, persons.people.OPERADOR)) as User;
    const one = report([{ campo: 'numero', como: 'numero' }], ['TEXTO']) as unknown as ReportDefinition;
    const run = () => prepareRun({ ...server.deps, user }, one, {});
    expect((await run()).bound.text).toContain('registros_proprios');
    await publish((type) => ({ ...type, permissoes: { ...type.permissoes, ler: 'AUDITORIA' } }));
    await expect(run()).rejects.toMatchObject({ code: 'RELATORIO_SEM_ACESSO' });
    await publish();
  });
});

describe('references of a custom record', () => {
  const named = 'select cadastro, codigo, nome from relatorio.nomes_de_registros order by 1, 2';

  beforeAll(async () => {
    await publish((type) => ({
      ...type,
      campos: [
        ...type.campos,
        { chave: 'entregaPor', titulo: 'Entrega por', tipo: 'REFERENCIA', referencia: 'transportadoras' },
        { chave: 'substitui', titulo: 'Substitui', tipo: 'REFERENCIA', referencia: KEY },
      ],
    }));
    const { db } = server.deps;
    await db
      .insert(carriers)
      .values({ cnpj: '11222333000181', legalName: 'Rápida Ltda', tradeName: 'Rápida' });
    const dados = contract('CT-4', { entregaPor: '11222333000181', substitui: 'CT-1' });
    expect((await call('POST', base, { dados })).status).toBe(200);
  });

  it('are shown by code and name, of standard and custom types, and can be grouped and filtered', async () => {
    const columns = ['numero', 'entrega_por', 'entrega_por_codigo', 'substitui', 'substitui_codigo'];
    const one = report(
      columns.map((campo) => ({ campo, como: campo })),
      columns.map(() => 'TEXTO'),
    );
    const filtros = [{ campo: 'entrega_por', operador: 'IGUAL', valor: 'Rápida' }];
    expect(await preview({ ...one, consulta: { ...one.consulta, filtros } })).toEqual([
      ['CT-4', 'Rápida', '11222333000181', 'Freezer CT-1', 'CT-1'],
    ]);
    const counted = report(
      [
        { campo: 'entrega_por', como: 'quem' },
        { campo: 'registro_id', como: 'quantos', agregacao: 'CONTAGEM' },
      ],
      ['TEXTO', 'INTEIRO'],
    );
    expect(await preview(counted)).toEqual([
      ['Rápida', 1],
      [null, 3],
    ]);
  });

  it('are left empty where the person does not see the record, in a type of the company too', async () => {
    const dados = contract('CT-5', { substitui: 'CT-3' });
    expect((await call('POST', base, { dados })).status).toBe(200);
    const sql = `select campos ? 'substitui' from relatorio.registros_proprios where codigo = 'CT-5'`;
    expect(await asReader(persons.people.OPERADOR, [KEY], sql)).toEqual([[false]]);
    expect(await asReader(persons.people.ADMIN, [KEY], sql)).toEqual([[true]]);
  });

  it('are hidden by the views for every standard type of which not everybody sees all', async () => {
    const { rows } = await server.deps.pool.query(
      `select pg_get_viewdef('relatorio_interno.tipos_proprios'::regclass) as types,
        pg_get_viewdef('relatorio.registros_proprios'::regclass) as records`,
    );
    const limited = [...STANDARD_TYPE_KEYS, ...REFERENCE_ONLY_TYPES].filter((key) => {
      try {
        return targetOf(key).scope !== undefined;
      } catch {
        return false;
      }
    });
    expect(limited).toEqual(expect.arrayContaining(['clientes', 'filiais', 'notas', 'tickets', 'pessoas']));
    for (const view of [rows[0].types, rows[0].records])
      expect(limited.filter((key) => !view.includes(`'${key}'::text`))).toEqual([]);
  });

  it('are named by a static view of every type, limited to those that the run can show', async () => {
    const { rows } = await server.deps.pool.query(
      `select pg_get_viewdef('relatorio.nomes_de_registros'::regclass) as sql`,
    );
    const isReferable = (key: string) => {
      try {
        return Boolean(targetOf(key));
      } catch {
        return false;
      }
    };
    expect(STANDARD_TYPE_KEYS.filter((key) => isReferable(key) && !rows[0].sql.includes(`'${key}'`))).toEqual(
      [],
    );
    expect(await asReader(persons.people.ADMIN, [], named)).toEqual([]);
    expect(await asReader(persons.people.ADMIN, ['transportadoras'], named)).toEqual([
      ['transportadoras', '11222333000181', 'Rápida'],
    ]);
    const count = async (who: 'ADMIN' | 'REPRESENTANTE') =>
      (await asReader(persons.people[who], ['clientes'], named)).length;
    expect(await count('REPRESENTANTE')).toBeLessThan(await count('ADMIN'));
  });

  it('are signed for people who can read the type, together with what it names', async () => {
    const operator = (await personById(server.deps.db, persons.people.OPERADOR)) as User;
    const without = { ...operator, grants: [] };
    expect(await readableTypes(server.deps.db, operator)).toEqual(
      expect.arrayContaining([KEY, 'transportadoras']),
    );
    expect(await readableTypes(server.deps.db, without)).toEqual([]);
  });
});
