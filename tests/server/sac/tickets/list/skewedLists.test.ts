import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { tickets } from '../../../../../server/db/tables/index.ts';
import { COUNT_CAP } from '../../../../../server/paging/paging.ts';
import { readPage } from '../../../../../server/sac/tickets/list/listTickets.ts';
import { rowsRead } from '../../../../support/database/plans.ts';
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
  await write(OTHERS, false, types.at(-1), 'FINALIZADO');
  await write(WANTED, true, middle, 'EM_ATENDIMENTO');
  await pool.query('vacuum analyze tickets, ticket_movements');
});
afterAll(() => fixture?.server.close());

/** In parts, each within the statement limit on a busy machine. */
async function write(count: number, wanted: boolean, typeId = 0, status = ''): Promise<void> {
  for (let first = 1; first <= count; first += PART)
    await writePart(first, Math.min(first + PART - 1, count), wanted, typeId, status);
}

const PART = 3_000;

async function writePart(
  first: number,
  last: number,
  wanted: boolean,
  typeId: number,
  status: string,
): Promise<void> {
  const at = wanted ? 1 : 0;
  const { branchIds, sectorIds, regionIds, customerIds, people, server } = fixture;
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
      [customerIds.first, customerIds.second][at],
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

const FILTERS: [name: string, query: () => string][] = [
  ['customer', () => `idCli=${fixture.customerIds.second}`],
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

describe.each(FILTERS)('an order whose first groups have nothing of the filter: %s', (_, query) => {
  it.each(ORDERS)('%s reads no more than the filter finds', async (order) => {
    const { pool } = fixture.server.deps;
    let ids: number[] = [];
    const read = await rowsRead(pool, 'tickets', new Set(['tickets']), async () => {
      const { status, body } = await fixture.get(`tickets?${order}&${query()}&page=2`);
      expect(status).toBe(200);
      ids = body.itens.map(({ id }: { id: number }) => id);
      const next = await fixture.get(`tickets?${order}&${query()}&cursor=${body.paginator.proximo}`);
      ids.push(...next.body.itens.map(({ id }: { id: number }) => id));
    });
    expect(read.length).toBeGreaterThan(1);
    expect(Math.max(...read)).toBeLessThanOrEqual(MOST_READ);
    const { rows } = await pool.query<{ id: number }>(
      `select id from tickets where step_key = 'FINANCEIRO' order by id ${order.endsWith('ASC') ? 'asc' : 'desc'} offset 25 limit 50`,
    );
    expect(ids).toEqual(rows.map(({ id }) => id));
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
