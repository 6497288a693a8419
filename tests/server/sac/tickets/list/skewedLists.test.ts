import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type SQL, sql } from 'drizzle-orm';
import { tickets } from '#server/db/tables/index.ts';
import { COUNT_CAP } from '#server/paging/paging.ts';
import { groupedAndSorted, groupsOf, groupWalk } from '#server/sac/tickets/list/groupedPlaces.ts';
import { readPage } from '#server/sac/tickets/list/listTickets.ts';
import { isCount, rowsRead, statementReads } from '#tests/support/database/plans.ts';
import { type TicketFixture, ticketFixture } from '../ticketFixture.ts';

jest.setTimeout(240_000);

/** Just more than the list counts (10,001), so that it does not know how many there are. */
const WANTED = 10_100;
/** What the count or a search through the filter's own index reads, and a few hundred rows of the page itself. */
const MOST_READ = WANTED + 1_500;
/** Tickets of the first and of the last group, none of which any filter wants: each more than a page may read. */
const OTHERS = MOST_READ + 400;

/**
 * A company in which every filter correlates with the type and the status: the tickets that a filter wants are all of one
 * type and one status, in the middle of both orders.
 */
let fixture: TicketFixture;
let carrier = 0;
/** The types in the list's order. */
let types: number[] = [];

beforeAll(async () => {
  fixture = await ticketFixture();
  const { pool } = fixture.server.deps;
  const one = await pool.query<{ id: number }>(
    `insert into carriers (legal_name, trade_name, cnpj) values ('Rápido Sul', 'Rápido Sul', '') returning id`,
  );
  carrier = one.rows[0]?.id ?? 0;
  const named = await pool.query<{ id: number }>(
    'select id from ticket_types order by description collate pt_br, id',
  );
  types = named.rows.map(({ id }) => id);
  const middle = types[Math.floor(types.length / 2)];
  await write(OTHERS, false, types[0], 'ABERTO');
  await write(OTHERS, false, types.at(-1), 'FINALIZADO', fixture.customerIds.consumer);
  await write(WANTED, true, middle, 'EM_ATENDIMENTO', fixture.customerIds.second);
  await pool.query('vacuum analyze tickets, ticket_movements');
});
afterAll(() => fixture?.server.close());

/** In parts, each within the statement limit on a busy machine. */
async function write(
  count: number,
  wanted: boolean,
  typeId = 0,
  status = '',
  customerId = fixture.customerIds.first,
): Promise<void> {
  for (let first = 1; first <= count; first += PART)
    await writePart(first, Math.min(first + PART - 1, count), wanted, typeId, status, customerId);
}

const PART = 3_000;

async function writePart(
  first: number,
  last: number,
  wanted: boolean,
  typeId: number,
  status: string,
  customerId: number,
): Promise<void> {
  const at = wanted ? 1 : 0;
  const { branchIds, sectorIds, regionIds, people, server } = fixture;
  const template = await fixture.addTicket();
  await server.deps.pool.query(
    `insert into tickets (type_id, status, customer_id, branch_id, creator_id, origin, flow_key, flow_version, step_key,
       subject, reasons, created_at, due_at, sector_id, region_id, operator_id, representative_id, carrier_id)
     select $2, $3, $4, $5, creator_id, origin, flow_key, flow_version, $6, $7 || n, $8::jsonb,
       $9::timestamptz + n * interval '1 minute', $10::timestamptz, $11, $12, $13, $14, $15
     from tickets, generate_series(${first}, ${last}) n where id = $1`,
    [
      template,
      typeId,
      status,
      customerId,
      branchIds[at],
      ['COLETA', 'FINANCEIRO'][at],
      ['Devolução ', 'Garantia '][at],
      JSON.stringify([{ id: 70 + at, descricao: 'Avaria' }]),
      ['2026-05-01T12:00:00Z', '2026-03-05T12:00:00Z'][at],
      wanted ? '2026-04-01T12:00:00Z' : null,
      sectorIds[at],
      regionIds[at],
      [people.OPERADOR, fixture.otherOperator][at],
      [fixture.representativeId, fixture.otherRepresentative][at],
      wanted ? carrier : null,
    ],
  );
  await server.deps.pool.query('delete from tickets where id = $1', [template]);
}

/** The filter in the query string, and in SQL. */
const FILTERS: [name: string, query: () => string, where?: () => string][] = [
  ['customer', () => `idCli=${fixture.customerIds.second}`],
  [
    'customer of the last group',
    () => `idCli=${fixture.customerIds.consumer}`,
    () => `customer_id = ${fixture.customerIds.consumer}`,
  ],
  ['branch', () => `filial[]=${fixture.branchIds[1]}`],
  ['sector', () => `setor[]=${fixture.sectorIds[1]}`],
  ['region', () => `regiao[]=${fixture.regionIds[1]}`],
  ['operator', () => `operador[]=${fixture.otherOperator}`],
  ['representative', () => `representante[]=${fixture.otherRepresentative}`],
  ['carrier', () => `transportadora[]=${carrier}`],
  ['reason', () => 'motivo[]=71'],
  ['step', () => 'etapa[]=FINANCEIRO'],
  ['due time', () => 'prazo=ATRASADO'],
  ['days', () => 'dtIni=2026-03-01&dtFim=2026-03-31'],
  ['sector and step', () => `setor[]=${fixture.sectorIds[1]}&etapa[]=FINANCEIRO`],
];
const ORDERS = ['tipo', 'status'].flatMap((sort) =>
  ['ASC', 'DESC'].map((way) => `orderBy=${sort}&direction=${way}`),
);

/** The first page, one whose number is small, one in the middle, and the last that the list can have. */
const PAGES = [1, 2, 200, 404];
const TAKE = 25;

describe.each(FILTERS)('an order whose first groups have nothing of the filter: %s', (name, query, where) => {
  /** These are in no index of the two orders: once the walk is cut off, all that the filter finds are gathered. */
  const most = MOST_READ + (['carrier', 'reason', 'due time'].includes(name) ? OTHERS : 0);

  it.each(ORDERS)('%s reads no more than the filter finds', async (order) => {
    const { pool } = fixture.server.deps;
    const { rows } = await pool.query<{ id: number }>(
      `select id from tickets where ${where?.() ?? `step_key = 'FINANCEIRO'`}
       order by id ${order.endsWith('ASC') ? 'asc' : 'desc'}`,
    );
    const ids = rows.map(({ id }) => id);
    for (const page of PAGES) {
      const offset = (page - 1) * TAKE;
      const first = await readsOf(`${order}&${query()}&page=${page}`);
      expect(first.ids).toEqual(ids.slice(offset, offset + TAKE));
      const next = await readsOf(`${order}&${query()}&cursor=${first.next ?? first.previous}`);
      const from = first.next ? offset + TAKE : offset - TAKE;
      expect(next.ids).toEqual(ids.slice(from, from + TAKE));
      expect(first.rows).toBeLessThanOrEqual(most + offset);
      expect(next.rows).toBeLessThanOrEqual(most);
      // Within a group, a page by key begins where the last one ended, whatever lies before.
      if (next.rows < 100) expect(next.pages).toBeLessThan(30);
    }
  });
});

/** Finished tickets lie before open ones where an order begins with the oldest changes. */
it.each(['dtAtualizacao', 'dtMovimentacao'])(
  'late tickets by %s, oldest first, are gathered',
  async (sort) => {
    const query = `orderBy=${sort}&direction=ASC&prazo=ATRASADO`;
    const first = await readsOf(query, ['tickets', 'ticket_movements']);
    expect(first.ids).toHaveLength(TAKE);
    expect(first.rows).toBeLessThanOrEqual(MOST_READ);
    const next = await readsOf(`${query}&cursor=${first.next}`, ['tickets', 'ticket_movements']);
    expect(next.rows).toBeLessThan(100);
  },
);

/** What a page reads of the tickets in all, without their count. */
async function readsOf(query: string, relations = ['tickets']) {
  const { pool } = fixture.server.deps;
  let body: { itens: { id: number }[]; paginator: { proximo?: string; anterior?: string } } | undefined;
  const reads = await statementReads(pool, 'tickets', new Set(relations), async () => {
    const answer = await fixture.get(`tickets?${query}`);
    expect(answer.status).toBe(200);
    body = answer.body;
  });
  const own = reads.filter(({ text }) => !isCount(text));
  expect(own.length).toBeGreaterThan(0);
  return {
    ids: body?.itens.map(({ id }) => id),
    next: body?.paginator.proximo,
    previous: body?.paginator.anterior,
    rows: own.reduce((sum, { rows }) => sum + rows, 0),
    pages: own.reduce((sum, { pages }) => sum + pages, 0),
  };
}

describe.each(['tipo', 'status'] as const)('each group walked or gathered, by %s', (sort) => {
  const condition = sql`not ${tickets.archived} and ${tickets.stepKey} = 'FINANCEIRO'`;
  const idsOf = async (places: SQL) =>
    (await fixture.server.deps.db.execute<{ id: number }>(places)).rows.map(({ id }) => id);

  it.each([true, false])('finds the same as one sort of all, ascending: %s', async (ascending) => {
    const { db } = fixture.server.deps;
    const { rows } = await db.execute<{ id: number; key: string }>(
      sql`select id, ${sql.identifier(sort === 'tipo' ? 'type_id' : 'status')} as key from tickets
        where step_key = 'FINANCEIRO' order by id offset 5000 limit 1`,
    );
    for (const from of [null, rows[0] ?? null])
      for (const offset of [0, 40]) {
        const slice = { ascending, from, offset, limit: 26 };
        const groups = await groupsOf(db, sort, {}, slice);
        const grouped = { condition, sort, groups, slice, archived: false };
        const expected = await idsOf(groupedAndSorted(grouped));
        expect(expected).toHaveLength(26);
        for (const walked of [() => true, () => false, (_: unknown, at: number) => at % 2 === 0])
          for (const most of [0, 30, 5_000])
            expect(await idsOf(groupWalk(grouped, groups.map(walked), most))).toEqual(expected);
      }
  });

  it('returns nothing of a group that is passed, except for the try', async () => {
    const { db, pool } = fixture.server.deps;
    const slice = { ascending: true, from: null, offset: 0, limit: 26 };
    const groups = await groupsOf(db, sort, {}, slice);
    const none = groups.map(() => false);
    const places = groupWalk({ condition, sort, groups, slice, archived: false }, none, 100);
    const read = await rowsRead(pool, 'tickets', new Set(['tickets']), () => idsOf(places));
    // Its own group, which is tried first, fills the page.
    expect(read).toEqual([expect.closeTo(2 * 100, -2)]);
  });
});

it('an empty page at the end of the last group is sought once', async () => {
  const { db, pool } = fixture.server.deps;
  const { rows } = await pool.query<{ id: number }>(
    `select id from tickets where status = 'FINALIZADO' order by id desc offset 50 limit 1`,
  );
  const list = {
    condition: sql`not ${tickets.archived} and ${tickets.stepKey} = 'FINANCEIRO'`,
    sort: 'status',
    direction: 'ASC',
    archived: false,
    total: COUNT_CAP,
  } as const;
  const beyond = { key: 'FINALIZADO', id: rows[0]?.id ?? 0, backwards: false };
  let found: unknown;
  const read = await rowsRead(pool, 'tickets', new Set(['tickets']), async () => {
    found = await readPage(db, list, beyond, 25);
  });
  expect(found).toMatchObject({ rows: [], after: false });
  expect(read).toEqual([50]);
});
