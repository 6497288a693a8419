import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { catalogue } from '#contract/index.ts';
import { MAX_IDS, type Routes } from '#contract/route.ts';
import { TICKET_SORTS, type TicketRow, type TicketSort } from '#contract/sac/tickets.ts';
import { type TicketFixture, ticketFixture } from '../ticketFixture.ts';

const TICKETS = 130;
const STATUSES = ['ABERTO', 'EM_ATENDIMENTO', 'AGUARDANDO_CLIENTE', 'FINALIZADO', 'CANCELADO'] as const;
const ORDERS = TICKET_SORTS.flatMap((sort) => (['ASC', 'DESC'] as const).map((way) => [sort, way] as const));

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  const typeIds = [...fixture.types.values()];
  const day = (number: number) => new Date(Date.UTC(2026, 9, 1 + (number % 9), 12));
  // Few distinct values, so that every sort has ties; a third of the tickets have no due date.
  for (let i = 0; i < TICKETS; i++)
    await fixture.addTicket({
      status: STATUSES[(i * 7) % STATUSES.length],
      typeId: typeIds[(i * 5) % typeIds.length],
      branchId: fixture.branchIds[i % 2],
      createdAt: day(i * 3),
      updatedAt: day(i * 5 + 1),
      dueAt: i % 3 === 0 ? null : day(i * 2),
    });
});
afterAll(() => fixture?.server.close());

describe('each sort of the ticket list', () => {
  it.each(ORDERS)('%s %s orders every ticket correctly', async (sort, way) => {
    const rows = await allPages(sort, way, 100);
    expect(rows).toHaveLength(TICKETS);
    expect(rows.map(({ id }) => id)).toEqual(expectedOrder(rows, sort, way));
  });

  it.each(ORDERS)('%s %s: pages by cursor show the same as numbered pages, both ways', async (sort, way) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 70 }), async (take) => {
        const numbered = (await allPages(sort, way, take)).map(({ id }) => id);
        const { there, back } = await walk(sort, way, take);
        expect(there.flat()).toEqual(numbered);
        expect(back.reverse()).toEqual(there);
      }),
      { numRuns: 2 },
    );
  });

  it.each(ORDERS)('%s %s also holds within a range of days', async (sort, way) => {
    const days = 'dtIni=2026-10-02&dtFim=2026-10-06';
    const inDays = (row: TicketRow) => /^2026-10-0[2-6]/.test(row.datahora_criacao);
    const expected = expectedOrder((await allPages(sort, way, 100)).filter(inDays), sort, way);
    expect((await allPages(sort, way, 30, days)).map(({ id }) => id)).toEqual(expected);
    const { there, back } = await walk(sort, way, 30, days);
    expect(there.flat()).toEqual(expected);
    expect(back.reverse()).toEqual(there);
  });

  it('starts with the newest by default, dates with the latest, others with the smallest', async () => {
    const first = async (query: string) => (await page(query)).itens[0] as TicketRow;
    expect((await page('')).itens.map(({ id }) => id)).toEqual(
      (await page('orderBy=dtCriacao&direction=DESC')).itens.map(({ id }) => id),
    );
    expect((await first('orderBy=prazo')).id).toBe((await first('orderBy=prazo&direction=DESC')).id);
    expect((await first('orderBy=id')).id).toBe((await first('orderBy=id&direction=ASC')).id);
    expect((await first('orderBy=status')).status).toBe('ABERTO');
  });
});

describe('paginator', () => {
  it('counts, and leads no further than the last row', async () => {
    const { paginator } = await page('take=50');
    expect(paginator).toMatchObject({ current_page: 1, per_page: 50, total: TICKETS, last_page: 3 });
    expect(paginator.proximo).toBeDefined();
    expect(paginator.anterior).toBeUndefined();
    const last = await page('take=50&page=3');
    expect(last.itens).toHaveLength(TICKETS - 100);
    expect(last.paginator.proximo).toBeUndefined();
    expect(last.paginator.anterior).toBeDefined();
    const beyond = await page('take=50&page=9');
    expect(beyond.itens).toEqual([]);
  });

  it('does not count again on a page by cursor', async () => {
    const { paginator } = await page('take=10');
    await fixture.addTicket({ createdAt: new Date('2020-01-01') });
    const next = await page(`take=10&cursor=${paginator.proximo}`);
    expect(next.paginator).toMatchObject({ current_page: 2, total: TICKETS });
    await fixture.server.deps.pool.query("delete from tickets where created_at < '2021-01-01'");
  });

  it('repeats no row when others arrive in front', async () => {
    const first = await page('take=10&orderBy=dtCriacao');
    const id = await fixture.addTicket({ createdAt: new Date('2026-11-01') });
    const second = await page(`take=10&orderBy=dtCriacao&cursor=${first.paginator.proximo}`);
    const seen = new Set(first.itens.map((row) => row.id));
    expect(second.itens.some((row) => seen.has(row.id))).toBe(false);
    await fixture.server.deps.pool.query('delete from tickets where id = $1', [id]);
  });
});

describe('invalid cursor', () => {
  it.each([
    ['damaged', 'xyz'],
    ['not a list', Buffer.from('{"a":1}').toString('base64url')],
    ['with wrong parts', Buffer.from('["h",1,2,3,4,5]').toString('base64url')],
  ])('is answered 422 at its field: %s', async (_, cursor) => {
    const answer = await fixture.get(`tickets?cursor=${cursor}`);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.cursor).toMatch(/primeira página/);
  });

  it('is answered 422: from another order, filter, page size or person', async () => {
    const { proximo } = (await page('take=10&status[]=ABERTO')).paginator;
    for (const query of [
      `take=10&status[]=FINALIZADO&cursor=${proximo}`,
      `take=10&status[]=ABERTO&orderBy=prazo&cursor=${proximo}`,
      `take=10&status[]=ABERTO&direction=ASC&cursor=${proximo}`,
      `take=11&status[]=ABERTO&cursor=${proximo}`,
    ])
      expect((await fixture.get(`tickets?${query}`)).status).toBe(422);
    const own = `tickets?take=10&status[]=ABERTO&cursor=${proximo}`;
    expect((await fixture.get(own, 'GERENTE')).status).toBe(422);
    expect((await fixture.get(own)).status).toBe(200);
  });

  it('is answered 422: with a forged value that the column cannot be compared with', async () => {
    const { proximo = '' } = (await page('take=10')).paginator;
    const parts = JSON.parse(Buffer.from(proximo, 'base64url').toString());
    for (const key of [
      '2026-13-45 99:00:00+00',
      "'; drop table tickets; --",
      '',
      'NaN',
      '2026-02-30 00:00:00+00',
      '0000-01-01 00:00:00+00',
    ])
      expect((await fixture.get(`tickets?take=10&cursor=${forged(parts, 1, key)}`)).status).toBe(422);
    for (const id of [-1, 1.5, 9e15, '1', null])
      expect((await fixture.get(`tickets?take=10&cursor=${forged(parts, 2, id)}`)).status).toBe(422);
  });
});

describe('invalid query of the ticket list', () => {
  it.each([
    ['orderBy=senha', 'orderBy'],
    ['orderBy=id;drop', 'orderBy'],
    ['direction=UP', 'direction'],
    ['page=-1', 'page'],
    ['page=0', 'page'],
    ['page=1001', 'page'],
    ['page=1.5', 'page'],
    ['take=101', 'take'],
    ['take=0', 'take'],
    ['take=x', 'take'],
    ['idCli=0', 'idCli'],
    ['operador[]=abc', 'operador.0'],
    ['dtIni=2026-02-30', 'dtIni'],
    [`termo=${'a'.repeat(101)}`, 'termo'],
    ['desconhecido=1', 'desconhecido'],
  ])('is rejected at its field: %s', async (query, field) => {
    const answer = await fixture.get(`tickets?${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect(answer.body.error).toMatch(/[a-zç]/);
  });
});

const page = async (query: string): Promise<{ itens: TicketRow[]; paginator: Record<string, string> }> => {
  const answer = await fixture.get(`tickets?${query}`);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

async function allPages(sort: TicketSort, way: string, take: number, more = ''): Promise<TicketRow[]> {
  const rows: TicketRow[] = [];
  for (let number = 1; ; number++) {
    const { itens } = await page(`orderBy=${sort}&direction=${way}&take=${take}&page=${number}&${more}`);
    rows.push(...itens);
    if (itens.length < take) return rows;
  }
}

/** Ids by page, forwards to the end and back to the beginning, using only the cursors. */
async function walk(sort: TicketSort, way: string, take: number, more = '') {
  const query = `orderBy=${sort}&direction=${way}&take=${take}&${more}`;
  const ids = ({ itens }: { itens: TicketRow[] }) => itens.map(({ id }) => id);
  let current = await page(query);
  const there = [ids(current)];
  while (current.paginator.proximo) {
    current = await page(`${query}&cursor=${current.paginator.proximo}`);
    expect(current.paginator.current_page).toBe(there.length + 1);
    there.push(ids(current));
  }
  const back = [ids(current)];
  while (current.paginator.anterior) {
    current = await page(`${query}&cursor=${current.paginator.anterior}`);
    back.push(ids(current));
  }
  expect(current.paginator.current_page).toBe(1);
  return { there, back };
}

const NAMES = new Intl.Collator('pt-BR');

/** The expected order without a database: by value, then by id; a missing due date comes after all others. */
function expectedOrder(rows: readonly TicketRow[], sort: TicketSort, way: string): number[] {
  const compare: Record<TicketSort, (a: TicketRow, b: TicketRow) => number> = {
    id: () => 0,
    dtCriacao: (a, b) => a.datahora_criacao.localeCompare(b.datahora_criacao),
    dtAtualizacao: (a, b) => a.datahora_atualizacao.localeCompare(b.datahora_atualizacao),
    dtMovimentacao: (a, b) => (a.datahora_movimentacao ?? '').localeCompare(b.datahora_movimentacao ?? ''),
    prazo: (a, b) => (a.prazo ?? '9').localeCompare(b.prazo ?? '9'),
    status: (a, b) => (a.status < b.status ? -1 : Number(a.status > b.status)),
    tipo: (a, b) => NAMES.compare(a.tipo.desc, b.tipo.desc),
  };
  const sorted = [...rows].sort((a, b) => compare[sort](a, b) || a.id - b.id).map(({ id }) => id);
  return way === 'ASC' ? sorted : sorted.reverse();
}

function forged(parts: unknown[], index: number, value: unknown): string {
  return Buffer.from(JSON.stringify(parts.map((part, at) => (at === index ? value : part)))).toString(
    'base64url',
  );
}

describe('rows by their ids', () => {
  const lists = Object.values(catalogue as Record<string, Routes>)
    .flatMap((routes) => Object.values(routes))
    .filter(({ method, query }) => method === 'GET' && 'ids' in (query?.properties ?? {}))
    .map(({ path }) => (path === '/avisos' ? '/sac/avisos' : path));
  const read = (path: string, query: string) =>
    fixture.server.call('GET', `${path}?${query}`, { token: fixture.tokens.ADMIN });

  it('are what every such list answers, bounded by its page, and nothing of what was not asked for', async () => {
    expect(lists.length).toBeGreaterThan(13);
    for (const path of lists) {
      const none = await read(path, 'ids[]=2147483647');
      expect([path, none.status, none.body.itens]).toEqual([path, 200, []]);
      const many = Array.from({ length: MAX_IDS + 1 }, (_, at) => `ids[]=${at + 1}`).join('&');
      expect([path, (await read(path, many)).status]).toEqual([path, 422]);
    }
  });
});
