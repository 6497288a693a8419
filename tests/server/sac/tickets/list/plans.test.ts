import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call } from '#contract/expression/tree.ts';
import { TICKET_SORTS } from '#contract/sac/tickets.ts';
import type { User } from '#server/context.ts';
import { isGrouped } from '#server/sac/tickets/list/groupedPlaces.ts';
import { listCondition, type TicketFilters } from '#server/sac/tickets/list/listCondition.ts';
import { walkedPlaces } from '#server/sac/tickets/list/places.ts';
import { personById } from '#server/session/currentUser.ts';
import { type PlanNode, plansOfList } from '#tests/support/database/plans.ts';
import { type TicketFixture, ticketFixture } from '../ticketFixture.ts';

jest.setTimeout(240_000);

/** Enough that reading all of them is more expensive than using an index. */
const TICKETS = 20_000;
const PART = 4_000;

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  const id = await fixture.addTicket();
  const { pool } = fixture.server.deps;
  // In parts, each within the statement limit on a busy machine.
  for (let from = 1; from < TICKETS; from += PART)
    await pool.query(
      `insert into tickets (type_id, status, customer_id, branch_id, creator_id, origin, flow_key, flow_version,
       step_key, subject, message, created_at, updated_at, due_at, sector_id, region_id, operator_id, representative_id)
     select ($6::int[])[1 + n * 7 % cardinality($6::int[])],
       (array['ABERTO', 'EM_ATENDIMENTO', 'FINALIZADO', 'FINALIZADO', 'FINALIZADO'])[1 + n % 5],
       ($7::int[])[1 + n % 3], ($2::int[])[1 + n % 2], creator_id, origin, flow_key, flow_version,
       (array['ABERTURA', 'ANALISE_DEVOLUCAO', 'COLETA', 'FINANCEIRO'])[1 + n % 4],
       'Devolução ' || n, repeat('texto ', 40), now() - n * interval '1 hour', now() - n * interval '50 minutes',
       case when n % 3 > 0 then now() - n * interval '40 minutes' end, ($3::int[])[1 + n % 4], ($4::int[])[1 + n % 2],
       case when n % 4 > 0 then creator_id end, ($5::int[])[1 + n % 2]
     from tickets, generate_series(${from}, ${from + PART - 1}) n where id = $1`,
      [
        id,
        fixture.branchIds,
        fixture.sectorIds,
        fixture.regionIds,
        [fixture.representativeId, fixture.otherRepresentative],
        [...fixture.types.values()],
        Object.values(fixture.customerIds),
      ],
    );
  // An index-only scan needs an up-to-date visibility map.
  await pool.query('vacuum analyze tickets, ticket_movements');
});
afterAll(() => fixture?.server.close());

const INDEX: Record<(typeof TICKET_SORTS)[number], RegExp> = {
  // For a small table the planner may also choose the primary key.
  id: /^tickets_(id_idx|pkey)$/,
  dtCriacao: /^tickets_created_idx$/,
  dtAtualizacao: /^ticket_movements_updated_idx$/,
  dtMovimentacao: /^ticket_movements_moved_idx$/,
  prazo: /^tickets_due_idx$/,
  status: /^tickets_status_idx$/,
  tipo: /^tickets_type_idx$/,
};
/** In the plans, movements are read under the name of the tickets. */
const READ = new Set(['tickets', 'ticket_movements']);
const IN_ORDER = /^Index (Only )?Scan$/;
const ORDERS = TICKET_SORTS.flatMap((sort) => (['ASC', 'DESC'] as const).map((way) => [sort, way] as const));

describe('query plan of each sort', () => {
  it.each(ORDERS)('%s %s reads in order from its own index', async (sort, way) => {
    for (const more of ['', '&page=100']) {
      const { page } = await plansOf(`orderBy=${sort}&direction=${way}${more}`);
      expect(page.find((node) => READ.has(node['Relation Name'] ?? ''))).toMatchObject({
        'Node Type': expect.stringMatching(IN_ORDER),
        'Index Name': expect.stringMatching(INDEX[sort]),
      });
      expect(page.some((node) => node['Node Type'] === 'Sort')).toBe(false);
    }
  });

  it.each(ORDERS)('%s %s continues from a cursor in the same way', async (sort, way) => {
    const query = `orderBy=${sort}&direction=${way}`;
    const { body } = await fixture.get(`tickets?${query}&page=100`);
    for (const cursor of [body.paginator.proximo, body.paginator.anterior]) {
      const { page, count } = await plansOf(`${query}&cursor=${cursor}`);
      expect(page.find((node) => READ.has(node['Relation Name'] ?? ''))).toMatchObject({
        'Node Type': expect.stringMatching(IN_ORDER),
        'Index Name': expect.stringMatching(INDEX[sort]),
      });
      expect(page.some((node) => node['Node Type'] === 'Sort')).toBe(false);
      expect(count).toBeUndefined();
    }
  });

  it.each(ORDERS.filter(([sort]) => !isGrouped(sort)))(
    '%s %s within one status needs no sorting either',
    async (sort, way) => {
      const { page } = await plansOf(`orderBy=${sort}&direction=${way}&status[]=ABERTO`);
      expect(page.some((node) => node['Node Type'] === 'Sort')).toBe(false);
      expect(page.every(isNoWholeTable)).toBe(true);
    },
  );
});

describe('query plan of each filter', () => {
  const filters = () => [
    `idCli=${fixture.customerIds.first}`,
    'status[]=ABERTO&status[]=EM_ATENDIMENTO',
    'tipo[]=DEVOLUCAO',
    `operador[]=${fixture.people.OPERADOR}`,
    'semOperador=true',
    `representante[]=${fixture.otherRepresentative}`,
    `regiao[]=${fixture.regionIds[0]}`,
    `setor[]=${fixture.sectorIds[0]}`,
    'dtIni=2026-01-01&dtFim=2026-01-31',
    'arquivado=true',
    'prazo=ATRASADO',
    'prazo=VENCENDO',
    'prazo=NO_PRAZO',
    'etapa[]=COLETA&etapa[]=FINANCEIRO',
    'prazo=ATRASADO&etapa[]=COLETA',
    'prioridade[]=URGENTE&prioridade[]=ALTA',
  ];

  it('uses an index, in every sort and for every scope', async () => {
    for (const who of ['ADMIN', 'OPERADOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const)
      for (const sort of TICKET_SORTS)
        for (const filter of filters()) {
          const { page } = await plansOf(`${filter}&orderBy=${sort}`, who);
          // To sort by group, all that match are found; half of the tickets are found by reading them all.
          const most = isGrouped(sort) ? TICKETS / 3 : TICKETS;
          expect(page.filter((node) => !isNoWholeTable(node) && node['Plan Rows'] < most)).toEqual([]);
        }
  });
});

/** Each filter by the ticket's own columns, with values for each form of its condition. */
const BY_COLUMN: Record<Exclude<keyof TicketFilters, 'termo' | 'campos'>, TicketFilters[]> = {
  prazo: [{ prazo: 'ATRASADO' }, { prazo: 'VENCENDO' }, { prazo: 'NO_PRAZO' }],
  idCli: [{ idCli: 1 }],
  ids: [{ ids: [1, 2] }],
  tipo: [{ tipo: ['DEVOLUCAO'] }],
  status: [{ status: ['ABERTO'] }],
  etapa: [{ etapa: ['COLETA'] }],
  prioridade: [{ prioridade: ['URGENTE'] }, { prioridade: ['NORMAL'] }],
  operador: [{ operador: [1] }],
  semOperador: [{ semOperador: true }],
  representante: [{ representante: [1] }],
  regiao: [{ regiao: [1] }],
  setor: [{ setor: [1] }],
  filial: [{ filial: [1] }],
  motivo: [{ motivo: [1] }],
  transportadora: [{ transportadora: [1] }],
  condicao: [{ condicao: JSON.stringify(call('igual', { campo: 'status' }, { texto: 'ABERTO' })) }],
  no_grupo: [{ no_grupo: ['operador:1'] }, { no_grupo: ['dtCriacao:mes:2026-01', 'status:ABERTO'] }],
  dtIni: [{ dtIni: '2026-01-01' }],
  dtFim: [{ dtFim: '2026-01-31' }],
  adiado: [{ adiado: true }, { adiado: false }],
  arquivado: [{ arquivado: true }],
};

describe('walk in the order of the last movement', () => {
  it.each(Object.values(BY_COLUMN).flat())('finds the columns of %j in the movements', async (filters) => {
    const { deps } = fixture.server;
    const user = await personById(deps.db, fixture.people.ADMIN);
    const { where: condition } = await listCondition({ ...deps, user: user as User }, filters);
    if (!condition) throw new Error('nothing can match');
    const slice = { ascending: false, from: null, offset: 0, limit: 26 };
    const walked = walkedPlaces(deps.db, { condition, sort: 'dtAtualizacao' }, slice);
    await expect(deps.db.execute(walked)).resolves.toBeDefined();
  });
});

describe('statement name of a page', () => {
  it('exists for an unfiltered page, but not with a filter or a scope', async () => {
    const named = async (query: string, who?: Parameters<TicketFixture['get']>[1]) =>
      (await plansOf(query, who)).name !== undefined;
    expect(await named('')).toBe(true);
    expect(await named('orderBy=prazo&direction=ASC')).toBe(true);
    const { body } = await fixture.get('tickets?orderBy=status');
    expect(await named(`orderBy=status&cursor=${body.paginator.proximo}`)).toBe(true);
    for (const filter of ['page=3', 'orderBy=tipo', 'arquivado=true', `idCli=${fixture.customerIds.first}`])
      expect(await named(filter)).toBe(false);
    expect(await named('', 'OPERADOR')).toBe(false);
  });
});

describe("time of a ticket's last movement", () => {
  const query = (text: string, values: unknown[] = []) => fixture.server.deps.pool.query(text, values);
  const COLUMNS = `id, updated_at, archived, status, type_id, customer_id, branch_id, representative_id, region_id, sector_id,
    operator_id, carrier_id, reason_id, step_key, priority, due_at, created_at`;
  const OF_TICKETS = `select ${COLUMNS}, greatest(updated_at, internal_at) from tickets`;
  const OF_MOVEMENTS = `select ${COLUMNS}, moved_at from ticket_movements`;
  const strangers = async () => {
    const { rows } = await query(
      `(${OF_TICKETS} except ${OF_MOVEMENTS}) union all (${OF_MOVEMENTS} except ${OF_TICKETS})`,
    );
    return rows;
  };

  it('is in no index of tickets, so that a message updates the row in place', async () => {
    const { rows } = await query(`select i.indexrelid::regclass::text as index, a.attname::text as column
      from pg_index i join pg_attribute a on a.attrelid = i.indexrelid
      where i.indrelid = 'tickets'::regclass and a.attname in ('updated_at', 'internal_at', 'version', 'message')`);
    expect(rows).toEqual([]);
    const { rows: room } = await query(`select reloptions from pg_class where relname = 'tickets'`);
    expect(room[0].reloptions).toContain('fillfactor=90');
  });

  it('follows every write to the ticket, one or many at once', async () => {
    expect(await strangers()).toEqual([]);
    const some = 'id in (select id from tickets order by id desc limit 100)';
    for (const change of [
      `updated_at = '2026-02-03T04:05:06Z', version = version + 1`,
      `internal_at = '2026-03-04T05:06:07Z'`,
      `archived = true`,
      `status = 'FINALIZADO', step_key = 'FIM', due_at = null, operator_id = null`,
      `reasons = '[{"id": 7, "descricao": "Avaria"}]'`,
      `representative_id = null, region_id = null, sector_id = null`,
    ]) {
      await query(`update tickets set ${change} where ${some}`);
      expect(await strangers()).toEqual([]);
    }
    const { rowCount } = await query(`delete from tickets where ${some}`);
    expect(rowCount).toBe(100);
    expect(await strangers()).toEqual([]);
  });

  it('needs no planner estimate for a list sorted by it', async () => {
    const explained: string[] = [];
    const { pool } = fixture.server.deps;
    const original = pool.query;
    pool.query = ((...args: [{ text: string }]) => {
      if (args[0].text.startsWith('explain')) explained.push(args[0].text);
      return original.apply(pool, args as never);
    }) as never;
    try {
      for (const query of [
        '',
        'status[]=ABERTO',
        `idCli=${fixture.customerIds.first}`,
        'page=4',
        'termo=19999',
      ])
        for (const who of ['ADMIN', 'OPERADOR'] as const)
          expect((await fixture.get(`tickets?orderBy=dtAtualizacao&${query}`, who)).status).toBe(200);
      expect(explained).toEqual([]);
    } finally {
      pool.query = original;
    }
  });

  it('gives one order, whether few are gathered, movements walked or rows looked up', async () => {
    const requested: [string, string][] = [
      ['', 'true'],
      ['status[]=ABERTO', `status = 'ABERTO'`],
      [
        `tipo[]=DEVOLUCAO&etapa[]=COLETA`,
        `type_id = ${fixture.types.get('DEVOLUCAO')} and step_key = 'COLETA'`,
      ],
      ['termo=devolu%C3%A7%C3%A3o', `folded_subject like '%devolucao%'`],
      ['termo=19999', `id = 19999`],
      [
        'dtIni=2025-01-01&dtFim=2025-03-31',
        `created_at >= '2025-01-01T03:00Z' and created_at < '2025-04-01T03:00Z'`,
      ],
      ['dtIni=2020-01-01', `created_at >= '2020-01-01T03:00Z'`],
    ];
    for (const [filter, where] of requested)
      for (const way of ['ASC', 'DESC']) {
        const { rows } = await query(`select id from tickets where not archived and ${where}
          order by updated_at ${way}, id ${way} offset 25 limit 25`);
        const { body } = await fixture.get(`tickets?orderBy=dtAtualizacao&direction=${way}&page=2&${filter}`);
        expect({ filter, ids: body.itens.map(({ id }: { id: number }) => id) }).toEqual({
          filter,
          ids: rows.map(({ id }) => id),
        });
        const next = await fixture.get(
          `tickets?orderBy=dtAtualizacao&direction=${way}&${filter}&cursor=${body.paginator.proximo ?? ''}`,
        );
        expect(next.status).toBe(200);
      }
  });
});

const isNoWholeTable = (node: PlanNode) =>
  node['Node Type'] !== 'Seq Scan' || !READ.has(node['Relation Name'] ?? '');

/** The plans of a list's statements that read `tickets`: those of its page and of its count. */
const plansOf = (query: string, who: Parameters<TicketFixture['get']>[1] = 'ADMIN') =>
  plansOfList(fixture.server.deps.pool, 'tickets', async () =>
    expect((await fixture.get(`tickets?${query}`, who)).status).toBe(200),
  );
