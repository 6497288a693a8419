import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { ListField } from '#contract/config/listFields.ts';
import { evaluator, type Value } from '#contract/expression/evaluate.ts';
import { call, type Expression } from '#contract/expression/tree.ts';
import { KINDS, typing } from '#contract/expression/typing.ts';
import type { PersonType } from '#contract/permissions.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { customers, people } from '#server/db/tables/index.ts';
import { groupCustomers } from '#tests/support/groupCustomers.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { hold } from './config/fields/conditionedFields.ts';
import { whoSeesNone } from './security/personal/plantedOwn.ts';

// Reads whole lists page by page, as several people.
jest.setTimeout(240_000);

interface Row extends Record<string, unknown> {
  id: number;
}
interface ListCase {
  list: string;
  path: string;
  /** What a row of the list tells of the fields that conditions ask about here. */
  read: Readonly<Record<string, (row: Record<string, never>) => Value | undefined>>;
}

const idOf = (record: { id: number } | null | undefined): Value => (record ? String(record.id) : null);
type Any = { [key: string]: Any } & string & { id: number };
const of = (read: (row: Any) => unknown) => (row: Record<string, never>) =>
  (read(row as unknown as Any) ?? null) as Value;

const ORDERS: ListCase['read'] = {
  st: of((row) => row.st),
  cliente: of((row) => idOf(row.cliente)),
  emitente: of((row) => idOf(row.emitente)),
  canal: of((row) => row.canal),
  vlTot: of((row) => row.vlTot),
  qtdeIt: of((row) => String(row.qtdeIt)),
  dtHorInc: of((row) => row.dtHorInc),
  dtVal: of((row) => row.dtVal),
  dtProgr: of((row) => row.dtProgr),
};

const CASES: readonly ListCase[] = [
  {
    list: 'tickets',
    path: '/sac/tickets',
    read: {
      status: of((row) => row.status),
      cliente: of((row) => idOf(row.cliente)),
      prioridade: of((row) => row.prioridade),
      operador: of((row) => idOf(row.operador)),
      filial: of((row) => String((row.filial as Any).idFil)),
      prazo: of((row) => row.prazo),
      dtCriacao: of((row) => row.datahora_criacao),
    },
  },
  {
    list: 'clientes',
    path: '/callcenter/clientes',
    read: {
      representante: of((row) => idOf(row.representante)),
      regiao: of((row) => idOf(row.regiao)),
      grupo: of((row) => idOf(row.grupo)),
      prospect: of((row) => row.prospect),
      bloqueado: of((row) => row.bloqueado),
      dtUltComp: of((row) => row.dtUltComp),
      dtCriacao: of((row) => row.dtCriacao),
    },
  },
  { list: 'orcamentos', path: '/callcenter/orcamentos', read: ORDERS },
  { list: 'pedidos', path: '/callcenter/pedidos', read: ORDERS },
  {
    list: 'coletas',
    path: '/sac/coletas',
    read: {
      status: of((row) => row.status),
      agendadaPara: of((row) => row.agendadaPara),
      dtCriacao: of((row) => row.datahora_criacao),
    },
  },
  {
    list: 'agendas',
    path: '/callcenter/agendas',
    read: {
      situacao: of((row) => (row.situacao as Any).valor),
      cliente: of((row) => idOf(row.cliente)),
      tipo: of((row) => row.tipo),
      filial: of((row) => idOf(row.filial)),
      data_finalizacao: of((row) => row.data_finalizacao),
    },
  },
];

const PERSONS: readonly PersonType[] = ['ADMIN', 'OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'];

let server: TestServer;
let folder: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'condicoes-'));
  server = await testServer({ demo: true, dataDir: folder }, { demonstration: folder });
  Object.assign(server.deps, { files: folderStore(path.join(folder, 'arquivos')) });
  await groupCustomers(server.deps.db);
  for (const type of PERSONS) {
    const [person] = await server.deps.db.select().from(people).where(eq(people.type, type)).limit(1);
    if (person) tokens.set(type, await server.sessionOf(person.id));
  }
  tokens.set('MASCARADA', await server.sessionOf(await whoSeesNone(server)));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, query: Readonly<Record<string, string>>, as: string) =>
  server.call('GET', `${url}?${new URLSearchParams(query)}`, { token: tokens.get(as) ?? '' });

const written = (condition: Expression) => JSON.stringify(condition);
const fieldsOf = async (list: string, as: string): Promise<ListField[]> =>
  (await get(`/config/listas/${list}/campos`, {}, as)).body.campos ?? [];

async function everyRow(url: string, query: Readonly<Record<string, string>>, as: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await get(url, { ...query, take: '100', page: String(page) }, as);
    if (answer.status !== 200) throw new Error(`${url} ${query.condicao}: ${JSON.stringify(answer.body)}`);
    rows.push(...answer.body.itens);
    if (page >= answer.body.paginator.last_page) return rows;
  }
}

const DAYS = ['2026-08-15', '2026-10-01', '2026-11-10', '2026-11-24', '2026-12-05'];

/** A question about a field, with values that rows of the list have. */
function question(field: ListField, known: readonly Value[]): fc.Arbitrary<Expression> {
  const campo: Expression = { campo: field.campo };
  const empty = fc.constant(call('vazio', campo));
  const kind = KINDS[field.tipo];
  if (kind === 'LOGICO') return fc.boolean().map((logico) => call('igual', campo, { logico }));
  if (kind === 'DATA' || kind === 'MOMENTO') {
    const day = fc.constantFrom(...DAYS).map((data) => ({ data }));
    return fc.oneof(
      empty,
      day.chain((one) =>
        fc.constantFrom(
          call('igual', campo, one),
          call('maior', campo, one),
          call('menor_igual', campo, one),
          call('entre', campo, one, { data: '2026-12-31' }),
        ),
      ),
    );
  }
  const texts = [...new Set(known.filter((value): value is string => typeof value === 'string'))];
  const literal = (text: string) => (kind === 'NUMERO' ? { numero: text } : { texto: text });
  if (texts.length === 0) return empty;
  const some = fc.constantFrom(...texts).map(literal);
  return fc.oneof(
    empty,
    some.map((one) => call('igual', campo, one)),
    some.map((one) => call('diferente', campo, one)),
    fc.array(some, { minLength: 1, maxLength: 4 }).map((lista) => call('em', campo, { lista })),
    ...(kind === 'NUMERO' ? [some.map((one) => call('maior', campo, one))] : []),
  );
}

const grouped = (questions: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> =>
  fc.letrec<{ node: Expression }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      questions,
      fc
        .tuple(
          fc.constantFrom('todas' as const, 'alguma' as const, 'nenhuma' as const),
          fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        )
        .map(([faz, de]) => call(faz, ...de)),
    ),
  })).node;

describe.each(CASES)('conditions of $list', ({ list, path: url, read }) => {
  it('find the rows of the list that they hold for, and nothing else, for everybody', async () => {
    let judged = 0;
    for (const as of tokens.keys()) {
      const first = await get(url, {}, as);
      const offered = await get(`/config/listas/${list}/campos`, {}, as);
      if (first.status !== 200) {
        expect({ as, status: offered.status }).toEqual({ as, status: first.status });
        continue;
      }
      const all = await everyRow(url, {}, as);
      const fields = (await fieldsOf(list, as)).filter(({ campo }) => Object.hasOwn(read, campo));
      expect(fields.length).toBeGreaterThan(0);
      const told = (row: Row, campo: string) => read[campo]?.(row as never) ?? null;
      const questions = fc.oneof(
        ...fields.map((field) =>
          question(
            field,
            all.map((row) => told(row, field.campo)),
          ),
        ),
      );
      await fc.assert(
        fc.asyncProperty(grouped(questions), async (condition) => {
          const { typed } = typing(condition, (name) => fields.find(({ campo }) => campo === name), 'LOGICO');
          if (!typed) throw new Error('a condition without a type');
          const holds = evaluator(typed);
          const moment = { now: server.deps.now().toISOString(), zone: DEFAULT_TIME_ZONE };
          const wanted = all.filter((row) => holds((campo) => told(row, campo), moment) === true);
          const query = { condicao: written(condition) };
          const found = await everyRow(url, query, as);
          const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).sort((one, other) => one - other);
          expect(ids(found)).toEqual(ids(wanted));
          expect((await get(`${url}/somas`, query, as)).body.total).toBe(wanted.length);
          judged += wanted.length;
        }),
        { numRuns: 4 },
      );
    }
    expect(judged).toBeGreaterThan(0);
  });
});

describe('a condition', () => {
  const always = (campo: string) =>
    written(call('alguma', call('vazio', { campo }), call('nenhuma', call('vazio', { campo }))));

  it('never widens what a person sees, whatever holds in one of its groups', async () => {
    for (const { list, path: url, read } of CASES)
      for (const as of tokens.keys()) {
        const [field] = (await fieldsOf(list, as)).filter(({ campo }) => Object.hasOwn(read, campo));
        if (!field) continue;
        const totals = await Promise.all(
          [undefined, always(field.campo)].map(
            async (condicao) => (await get(url, condicao ? { condicao } : {}, as)).body.paginator.total,
          ),
        );
        expect({ list, as, total: totals[1] }).toEqual({ list, as, total: totals[0] });
      }
  });

  it('asks about no field that the list does not have, or not for this person', async () => {
    const status = async (campo: string, as: string, url = '/sac/tickets') =>
      (await get(url, { condicao: always(campo) }, as)).status;
    for (const campo of ['operador', 'prioridade', 'adiadoAte', 'setor', 'dtMovimentacao']) {
      expect(await status(campo, 'OPERADOR')).toBe(200);
      for (const as of ['REPRESENTANTE', 'CONSUMIDOR_FINAL']) expect(await status(campo, as)).toBe(422);
    }
    expect(await status('cliente', 'CONSUMIDOR_FINAL')).toBe(422);
    for (const campo of [
      'cpf',
      'documento',
      'nome',
      'razSoc',
      'email',
      'telefone',
      'cliente.cpf',
      'constructor',
    ])
      for (const url of CASES.map(({ path: each }) => each))
        expect({ campo, url, status: await status(campo, 'ADMIN', url) }).toEqual({
          campo,
          url,
          status: 422,
        });
    expect(await status('colaborador', 'ADMIN', '/callcenter/pedidos')).toBe(200);
    expect(await status('colaborador', 'VENDEDOR', '/callcenter/pedidos')).toBe(422);
  });

  it('asks about extra fields, but about no personal one for whoever sees masks', async () => {
    const { db } = server.deps;
    await hold(db, 'cliente', [
      { chave: 'visitas', titulo: 'Visitas', tipo: 'INTEIRO', coluna: true },
      { chave: 'apelido', titulo: 'Apelido', tipo: 'TEXT', filtravel: true, pessoal: true },
      { chave: 'retorno', titulo: 'Retorno', tipo: 'DATE', filtravel: true },
      { chave: 'contrato', titulo: 'Contrato', tipo: 'CHECKBOX', filtravel: true },
      { chave: 'documento', titulo: 'CPF do contato', tipo: 'CPF', filtravel: true },
      { chave: 'interno', titulo: 'Interno', tipo: 'TEXT' },
    ]);
    const [first, second] = await db.select().from(customers).orderBy(customers.id).limit(2);
    await db.update(customers).set({ extraFields: {} });
    const put = (id: number | undefined, extraFields: Record<string, unknown>) =>
      db
        .update(customers)
        .set({ extraFields })
        .where(eq(customers.id, id ?? 0));
    await put(first?.id, { visitas: 7, apelido: "Zé d'Água", retorno: '2026-11-20', contrato: true });
    await put(second?.id, { visitas: 'muitas', retorno: '2026-02-31' });
    const ids = async (condition: Expression) =>
      (await everyRow('/sac/clientes', { condicao: written(condition) }, 'ADMIN')).map(({ id }) => id);
    const campo = (key: string): Expression => ({ campo: `campo_${key}` });
    expect(await ids(call('maior', campo('visitas'), { numero: '6.5' }))).toEqual([first?.id]);
    expect(await ids(call('contem', campo('apelido'), { texto: "ze D'agua" }))).toEqual([first?.id]);
    expect(await ids(call('igual', campo('retorno'), { data: '2026-11-20' }))).toEqual([first?.id]);
    expect(await ids(call('igual', campo('contrato'), { logico: true }))).toEqual([first?.id]);
    const names = async (as: string) =>
      (await fieldsOf('clientes', as)).flatMap(({ campo: name, adicional }) => (adicional ? [name] : []));
    const mine = ['campo_visitas', 'campo_apelido', 'campo_retorno', 'campo_contrato'];
    const known = async (as: string) => (await names(as)).filter((name) => mine.includes(name));
    expect(await known('ADMIN')).toEqual(mine);
    expect(await known('MASCARADA')).toEqual(mine.filter((name) => name !== 'campo_apelido'));
    expect(await names('ADMIN')).not.toContain('campo_documento');
    for (const key of ['documento', 'interno'])
      expect(
        (await get('/sac/clientes', { condicao: written(call('vazio', campo(key))) }, 'ADMIN')).status,
      ).toBe(422);
    const masked = written(call('comeca_com', campo('apelido'), { texto: 'Z' }));
    for (const url of ['/sac/clientes', '/sac/clientes/somas'])
      expect((await get(url, { condicao: masked }, 'MASCARADA')).body.errors).toHaveProperty('condicao');
  });

  it('written by hand is read or refused, never run as it is', async () => {
    for (const condicao of [
      '1=1',
      '{}',
      '[]',
      '"status"',
      '{"faz":"todas","de":[]}',
      '{"campo":"status"}',
      '{"campo":"__proto__"}',
      written(call('igual', { campo: 'status' }, { numero: '1' })),
      written(call('em', { campo: 'status' }, { lista: [] })),
      written({ faz: 'drop' as never, de: [] }),
    ]) {
      const answer = await get('/sac/tickets', { condicao }, 'ADMIN');
      expect({ condicao, errors: Object.keys(answer.body.errors ?? {}) }).toEqual({
        condicao,
        errors: ['condicao'],
      });
    }
    const { total } = (await get('/sac/tickets', {}, 'ADMIN')).body.paginator;
    for (const texto of ["'; drop table tickets; --", "' or '1'='1", '\\', '$1', '%', 'é']) {
      const found = await get(
        '/sac/tickets',
        { condicao: written(call('igual', { campo: 'etapa' }, { texto })) },
        'ADMIN',
      );
      expect({ texto, total: found.body.paginator.total }).toEqual({ texto, total: 0 });
    }
    expect((await get('/sac/tickets', {}, 'ADMIN')).body.paginator.total).toBe(total);
  });

  it('holds in files, in bulk and in a saved view as in the list', async () => {
    const condicao = written(
      call(
        'alguma',
        call('igual', { campo: 'status' }, { texto: 'ABERTO' }),
        call(
          'todas',
          call('igual', { campo: 'aberto' }, { logico: false }),
          call('vazio', { campo: 'operador' }),
        ),
      ),
    );
    const rows = await everyRow('/sac/tickets', { condicao }, 'ADMIN');
    expect(rows.length).toBeGreaterThan(0);
    const token = tokens.get('ADMIN') ?? '';
    const file = await server.call('POST', '/sac/tickets/exportar', {
      token,
      body: { filtros: { condicao }, formato: 'csv' },
    });
    expect(file.headers['x-total-linhas'] ?? file.headers['X-Total-Linhas']).toBe(String(rows.length));
    const view = await server.call('POST', '/config/visoes', {
      token,
      body: {
        lista: 'tickets',
        nome: 'Grupos',
        equipe: false,
        conteudo: { filtros: [{ chave: 'condicao', valores: [condicao] }] },
      },
    });
    expect(view.body.conteudo.filtros).toEqual([{ chave: 'condicao', valores: [condicao] }]);
    const archived = await server.call('POST', '/sac/tickets/lote/arquivar', {
      token,
      body: { filtros: { condicao } },
    });
    expect(archived.status).toBeLessThan(300);
  });
});
