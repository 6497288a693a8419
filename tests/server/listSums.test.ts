import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { byDay, byMonth, type ColumnSum, type ListSums, MAX_SUMMED } from '#contract/listSums.ts';
import type { PersonType } from '#contract/permissions.ts';
import { divideDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import { SUMMED_LISTS, type SummedColumns } from '#contract/summedLists.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { agendas, customers, orders, people } from '#server/db/tables/index.ts';
import { sumsOf } from '#server/paging/listSums.ts';
import { groupCustomers } from '#tests/support/groupCustomers.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { hold } from './config/fields/conditionedFields.ts';
import { whoSeesNone } from './security/personal/plantedOwn.ts';

// Reads whole lists page by page, as several people.
jest.setTimeout(240_000);

interface Row extends Record<string, unknown> {
  pedido?: { vlTot: string } | null;
}

type Query = Readonly<Record<string, string | readonly string[]>>;

interface ListCase {
  path: string;
  columns: SummedColumns;
  /** The value of each summed column in a row of the list. */
  values: Readonly<Record<string, (row: Row) => unknown>>;
  /** Filters of the list, any of which may be combined. */
  filters: readonly Query[];
}

const ORDER_VALUES = { qtdeIt: (row: Row) => row.qtdeIt, vlTot: (row: Row) => row.vlTot };
const SINCE = { dtIni: '2026-09-01' };

const CASES: readonly ListCase[] = [
  {
    path: '/sac/tickets',
    columns: SUMMED_LISTS.tickets,
    values: {},
    filters: [{ status: ['ABERTO', 'FINALIZADO'] }, { termo: 'mercado' }, { arquivado: 'true' }, SINCE],
  },
  {
    path: '/sac/clientes',
    columns: SUMMED_LISTS.clientes,
    values: {},
    filters: [{ uf: ['SP', 'RJ'] }, { bloqueado: 'false' }, { q: 'a' }],
  },
  {
    path: '/callcenter/clientes',
    columns: SUMMED_LISTS.clientes,
    values: {},
    filters: [{ legenda: ['D', '30'] }, { prospect: 'false' }],
  },
  {
    path: '/callcenter/orcamentos',
    columns: SUMMED_LISTS.orcamentos,
    values: ORDER_VALUES,
    filters: [{ st: ['ATIVO', 'VENCIDO'] }, { canal: ['CALLCENTER'] }, { q: 'mercado' }, SINCE],
  },
  {
    path: '/callcenter/pedidos',
    columns: SUMMED_LISTS.pedidos,
    values: ORDER_VALUES,
    filters: [{ st: ['FATURADO', 'ENTREGUE'] }, { canal: ['CALLCENTER'] }, { q: 'mercado' }, SINCE],
  },
  {
    path: '/callcenter/meus-pedidos',
    columns: SUMMED_LISTS.pedidos,
    values: ORDER_VALUES,
    filters: [{ st: ['FATURADO'] }, SINCE],
  },
  {
    path: '/sac/coletas',
    columns: SUMMED_LISTS.coletas,
    values: { tickets: (row) => row.totalTickets },
    filters: [{ status: ['GERADA', 'CONFIRMADA'] }, { tipo: 'TRANSPORTADORA' }, SINCE],
  },
  {
    path: '/callcenter/agendas',
    columns: SUMMED_LISTS.agendas,
    values: { pedido: (row) => row.pedido?.vlTot },
    filters: [{ situacao: ['ATRASADA', 'PENDENTE'] }, { tipo: 'A' }, SINCE],
  },
  ...['produtos', 'titulos', 'planos-pagamento'].map(
    (chave): ListCase => ({
      path: `/config/cadastros/${chave}`,
      columns: SUMMED_LISTS.cadastros,
      values: {},
      filters: [{ q: 'a' }],
    }),
  ),
];

const PERSONS: readonly PersonType[] = ['ADMIN', 'OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'];

let server: TestServer;
let folder: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'somas-'));
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

const get = async (url: string, query: Query, as: string) => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (typeof value === 'string') search.append(key, value);
    else for (const each of value) search.append(`${key}[]`, each);
  return server.call('GET', `${url}?${search}`, { token: tokens.get(as) ?? '' });
};

const sumsAt = async (url: string, query: Query, as: string): Promise<ListSums> => {
  const answer = await get(`${url}/somas`, query, as);
  if (answer.status !== 200)
    throw new Error(`${url} ${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** All rows of a list, read page by page. */
async function everyRow(url: string, query: Query, as: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await get(url, { ...query, take: '100', page: String(page) }, as);
    if (answer.status !== 200) throw new Error(`${url}: ${JSON.stringify(answer.body)}`);
    rows.push(...answer.body.itens);
    if (page >= answer.body.paginator.last_page) return rows;
  }
}

const records = (url: string) => url.startsWith('/config/cadastros/');

/** The sums of rows as the list shows them. */
function expected({ values, path: url }: ListCase, rows: readonly Row[], { coluna, formato }: ColumnSum) {
  const read = values[coluna] ?? ((row: Row) => (records(url) ? row[coluna] : undefined));
  const found = rows.flatMap((row) => {
    const value = read(row);
    return value === undefined || value === null ? [] : [String(value)];
  });
  const sum = sumDecimals(found);
  return {
    coluna,
    formato,
    valores: found.length,
    soma: found.length === 0 || formato === 'PERCENTUAL' ? null : sum,
    media: found.length === 0 ? null : divideDecimals(sum, String(found.length), 6),
  };
}

/** Those of a list that its rows tell: of extra fields they only have texts. */
const known = (sums: readonly ColumnSum[]) => sums.filter(({ coluna }) => !coluna.startsWith('campo:'));

const groupingsOf = ({ groups, dates }: SummedColumns) => [
  ...groups,
  ...dates.flatMap((id) => [byDay(id), byMonth(id)]),
];

async function groupingsFor({ path: url, columns }: ListCase): Promise<string[]> {
  if (!records(url)) return groupingsOf(columns);
  const { lista } = (await get(`${url}/definicao`, {}, 'ADMIN')).body.data;
  return groupingsOf({ sums: [], groups: lista.grupos, dates: lista.datas });
}

/** A choice of the filters of a list. */
const queryOf = ({ filters }: ListCase) =>
  fc
    .tuple(...filters.map((filter) => fc.option(fc.constant(filter), { nil: {} })))
    .map((chosen): Query => Object.assign({}, ...chosen));

describe.each(CASES)('sums of $path', (list) => {
  it('equal those of the rows read page by page, for everybody who has the list', async () => {
    const allowed: string[] = [];
    for (const as of tokens.keys()) {
      const [rows, sums] = await Promise.all([get(list.path, {}, as), get(`${list.path}/somas`, {}, as)]);
      expect({ as, status: sums.status }).toEqual({ as, status: rows.status });
      if (rows.status === 200) allowed.push(as);
    }
    expect(allowed).toContain('ADMIN');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...allowed), queryOf(list), async (as, query) => {
        const [rows, sums] = await Promise.all([
          everyRow(list.path, query, as),
          sumsAt(list.path, query, as),
        ]);
        expect(sums).toMatchObject({ total: rows.length, nosGrupos: [] });
        const figures = known(sums.somas);
        expect(figures).toEqual(figures.map((sum) => expected(list, rows, sum)));
        if (!records(list.path)) expect(figures.map(({ coluna }) => coluna)).toEqual(list.columns.sums);
      }),
      { numRuns: 8 },
    );
  });

  it('are those of its groups together, and a group is what the filter by it finds', async () => {
    const groupings = await groupingsFor(list);
    const others = ['OPERADOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL', 'MASCARADA'];
    // Each grouping as somebody who sees all and as somebody who does not, in turn.
    for (const [turn, by] of groupings.entries())
      for (const as of ['ADMIN', others[turn % others.length] ?? '']) {
        const answer = await get(`${list.path}/somas`, { agrupar_por: by }, as);
        if (answer.status !== 200) continue;
        const { total, somas, grupos }: ListSums = answer.body;
        const groups = grupos?.itens ?? [];
        if (grupos && grupos.total === groups.length) {
          expect(groups.reduce((sum, group) => sum + group.total, 0)).toBe(total);
          for (const { coluna, soma, formato } of somas) {
            if (formato === 'PERCENTUAL') continue;
            const ofGroups = groups.flatMap(
              (group) => group.somas.find((each) => each.coluna === coluna) ?? [],
            );
            expect({ by, coluna, soma: sumDecimals(ofGroups.map((each) => each.soma ?? '0')) }).toEqual({
              by,
              coluna,
              soma: soma ?? '0',
            });
          }
        }
        const group = turn % 2 === 0 ? groups[0] : groups.at(-1);
        if (group) {
          const within = await sumsAt(list.path, { no_grupo: [group.grupo] }, as);
          expect({ by, total: within.total, nosGrupos: within.nosGrupos }).toEqual({
            by,
            total: group.total,
            nosGrupos: [{ grupo: group.grupo, rotulo: group.rotulo }],
          });
          expect(within.somas).toEqual(group.somas);
          expect(await everyRow(list.path, { no_grupo: [group.grupo] }, as)).toHaveLength(group.total);
        }
      }
  });
});

describe('sums of a list', () => {
  it('are refused by what only the company knows for whoever is outside it', async () => {
    const by = (as: string, agrupar_por: string) => get('/sac/tickets/somas', { agrupar_por }, as);
    for (const column of ['operador', 'prioridade', 'setor', byMonth('dtMovimentacao')]) {
      expect((await by('OPERADOR', column)).status).toBe(200);
      for (const as of ['REPRESENTANTE', 'CONSUMIDOR_FINAL']) {
        expect((await by(as, column)).body.errors).toHaveProperty('agrupar_por');
        const filtered = await get('/sac/tickets', { no_grupo: [`${column}:1`] }, as);
        expect(filtered.body.errors).toHaveProperty('no_grupo');
      }
    }
    expect((await by('CONSUMIDOR_FINAL', 'cliente')).status).toBe(422);
    expect((await by('CONSUMIDOR_FINAL', 'status')).status).toBe(200);
  });

  it('tell no name of a group of which the person sees nothing', async () => {
    const rotulos = async (url: string, group: string, as: string) =>
      (await sumsAt(url, { no_grupo: [group] }, as)).nosGrupos.map(({ rotulo }) => rotulo);
    for (const [url, table, as] of [
      ['/sac/tickets', 'tickets', 'REPRESENTANTE'],
      ['/callcenter/agendas', 'agendas', 'VENDEDOR'],
    ] as const) {
      const foreign = `select id from customers c where not exists (select 1 from ${table} t where t.customer_id = c.id)`;
      const { rows } = await server.deps.db.execute<{ id: number }>(
        sql.raw(`${foreign} order by id limit 1`),
      );
      const id = String(rows[0]?.id);
      expect({ url, rotulos: await rotulos(url, `cliente:${id}`, as) }).toEqual({ url, rotulos: [id] });
    }
    expect(await rotulos('/sac/coletas', 'responsavel:T99999999999', 'ADMIN')).toEqual(['T99999999999']);
  });

  it('never include a field that the person may not read', async () => {
    await server.deps.db.update(customers).set({ extraFields: { limiteVisitas: 3 } });
    const columns = async (as: string) =>
      (await sumsAt('/sac/clientes', {}, as)).somas.map(({ coluna, soma }) => [coluna, soma]);
    const { total } = await sumsAt('/sac/clientes', {}, 'ADMIN');
    expect(await columns('ADMIN')).toContainEqual(['campo:limiteVisitas', String(3 * total)]);
    await hold(server.deps.db, 'cliente', [
      { chave: 'limiteVisitas', titulo: 'Limite', tipo: 'INTEIRO', coluna: true, pessoal: true },
    ]);
    expect(await columns('MASCARADA')).toEqual([]);
    expect((await columns('ADMIN')).map(([coluna]) => coluna)).toContain('campo:limiteVisitas');
  });

  it('refuse a grouping and a group that the list does not have', async () => {
    for (const agrupar_por of ['vlTot', 'st:dia', 'constructor', "st'"])
      expect((await get('/callcenter/pedidos/somas', { agrupar_por }, 'ADMIN')).body.errors).toHaveProperty(
        'agrupar_por',
      );
    for (const no_grupo of [
      'st',
      'colaborador:x',
      'dtHorInc:dia:2026-02-30',
      'dtHorInc:mes:2026-13',
      'xyz:1',
    ])
      expect(
        (await get('/callcenter/pedidos/somas', { no_grupo: [no_grupo] }, 'ADMIN')).body.errors,
      ).toHaveProperty('no_grupo');
  });

  it('ask for a filter above what is summed, and sum up to it', async () => {
    const { db } = server.deps;
    const [{ id: personId = 0 } = {}] = await db
      .select()
      .from(people)
      .where(eq(people.type, 'ADMIN'))
      .limit(1);
    const [some] = await db.select().from(agendas).limit(1);
    await db.execute(sql`
      insert into agendas (customer_id, branch_id, person_id, subject, scheduled_at, external_id)
      select ${some?.customerId}, ${some?.branchId}, ${personId}, 'Muitas', '2031-01-01T12:00:00Z', 'muitas ' || n
      from generate_series(1, ${MAX_SUMMED + 1}) n`);
    const ofMany = (extra: Query = {}) =>
      sumsAt('/callcenter/agendas', { dtIni: '2031-01-01', dtFim: '2031-01-01', ...extra }, 'ADMIN');
    expect(await ofMany({ agrupar_por: 'tipo' })).toEqual({
      total: MAX_SUMMED,
      mais: true,
      somas: [],
      nosGrupos: [],
    });
    await db.execute(sql`delete from agendas where external_id in ('muitas 1')`);
    // By another filter: that the former reached the cap is remembered for a while.
    const all = await ofMany({ agrupar_por: 'tipo', tipo: 'A' });
    expect(all).toMatchObject({ total: MAX_SUMMED, grupos: { total: 1, itens: [{ total: MAX_SUMMED }] } });
    expect(all.mais).toBeUndefined();
  });

  it('are exact where a float is not', async () => {
    const { db } = server.deps;
    await db.update(orders).set({ total: '99999999999.9997' }).where(eq(orders.stage, 'PEDIDO'));
    const answer = await sumsOf(
      db,
      {
        table: orders,
        where: eq(orders.stage, 'PEDIDO'),
        sums: [{ id: 'vlTot', format: 'DINHEIRO', value: orders.total }],
        groupings: [],
      },
      {},
    );
    const wanted = sumDecimals(Array.from({ length: answer.total }, () => '99999999999.9997'));
    expect(answer.total).toBeGreaterThan(20);
    expect(answer.somas).toMatchObject([{ soma: wanted, media: '99999999999.9997' }]);
  });
});
