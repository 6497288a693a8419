import { eq, sql } from 'drizzle-orm';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Input, Output } from '#contract/route.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { MAX_BULK_ROWS, type TicketSelection } from '#contract/sac/tickets/ticketBulk.ts';
import { TICKET_SORTS, type TicketSort, type ticketRoutes } from '#contract/sac/tickets.ts';
import type { Context, Reading, User } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { preparedShapes } from '#server/db/prepared.ts';
import { customers, tickets } from '#server/db/tables/index.ts';
import { invalid, refused } from '#server/errors.ts';
import { inTime, MOST_OF_CHOICE } from '#server/paging/inTime.ts';
import {
  type Found,
  listQueryHash,
  neighbours,
  numbered,
  type PageCursor,
  type Place,
  pageFrom,
  placeColumns,
  readPageCursor,
  type Slice,
  type Start,
} from '#server/paging/keyPage.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '#server/paging/paging.ts';
import { isOutside } from '#server/session/scope.ts';
import { notSnoozed } from '../snooze/endSnooze.ts';
import { type ListedRow, listedColumns, listedRows, rowViewOf, ticketRow } from '../ticketRows.ts';
import { isPlain, listCondition, type TicketFilters, wholeCondition } from './listCondition.ts';
import { keyText, limitedIds, type OrderedTickets, placesOf, walkedPlaces } from './places.ts';

/** The parameters of GET /sac/tickets in its query string, and of POST /sac/consultas/tickets in its body. */
type ListQuery = Input<typeof ticketRoutes.list>['query'];

type ListAnswer = Output<typeof ticketRoutes.list>;

type Direction = 'ASC' | 'DESC';

/** A thousand pages of 25, plus one row. */
const DEEPEST_COUNT = 25_001;

/** A user on page 390 sees that there are pages after 401. */
const PAGES_AHEAD = 20;

/**
 * A page of the tickets that the person may see. Neighbouring pages are reached by key (`cursor`), so that they cost the same
 * at any depth and no row appears twice while others arrive; a jump (`page`) skips rows using only the sort's index.
 */
export async function listTickets(query: ListQuery, ctx: Context): Promise<ListAnswer> {
  const order = orderOf(ctx.user, query);
  const { take, page, offset } = pageOf(query);
  const hash = listQueryHash(ctx.user.id, { ...query, ...order, take });
  const cursor = query.cursor ? readCursor(query.cursor, order.sort, hash) : null;
  const { where: condition, cut } = await listCondition(ctx, query);
  if (!condition)
    return { itens: [], paginator: { ...paginatorOf({ page, take }, 0), ...(cut && { mais: true }) } };
  const current = cursor?.page ?? page;
  const limit = query.termo ? COUNT_CAP : countLimit(current, take);
  const isKnownTotal =
    cursor && (cursor.total < COUNT_CAP || cursor.total >= Math.min(limit, current * take));
  const total = isKnownTotal
    ? cursor.total
    : inTime(ctx.db, query.condicao, (db) => countOf(db, limitedIds(db, condition, limit)));
  const requested = {
    condition,
    ...order,
    plain: isPlain(ctx.user, query),
    ...limitsOf(query),
    total,
  };
  const [counted, found, view] = await Promise.all([
    total,
    inTime(ctx.db, query.condicao, (db) => readRows(db, requested, cursor ?? { offset }, take)),
    rowViewOf(ctx),
  ]);
  return {
    itens: found.rows.map((row) => ticketRow(row, view)),
    paginator: {
      ...paginatorOf({ page: current, take }, counted),
      total: Math.min(counted, COUNT_CAP),
      ...(cut && { mais: true }),
      ...neighbours(found, { hash, page: current, total: counted }),
    },
  };
}

/** The due time selects open tickets only. */
const OPEN_STATUSES = ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value]));

/** What the order needs to know of the filters. */
export const limitsOf = (filters: TicketFilters) => ({
  typeKeys: filters.tipo,
  statuses: filters.status?.length ? filters.status : filters.prazo && OPEN_STATUSES,
  byDays: Boolean(filters.dtIni || filters.dtFim),
  byDue: Boolean(filters.prazo),
  byRow: Boolean(filters.termo || filters.campos || filters.ids || filters.no_grupo || filters.condicao),
  byReasons: Boolean(filters.motivo?.length || filters.transportadora?.length),
  // A number also finds an archived ticket, but then so few that no order is walked.
  archived: filters.arquivado ?? false,
});

/** Rows are counted up to the number that is shown (10,001), and further only for a user who is deeper in the list. */
const countLimit = (page: number, take: number) =>
  Math.min(DEEPEST_COUNT, Math.max(COUNT_CAP, (page + PAGES_AHEAD) * take + 1));

/** Dates start with the latest, everything else with the smallest (document 000 section 9). */
const DEFAULT_DIRECTION: Record<TicketSort, Direction> = {
  id: 'ASC',
  dtCriacao: 'DESC',
  dtAtualizacao: 'DESC',
  dtMovimentacao: 'DESC',
  prazo: 'DESC',
  status: 'ASC',
  tipo: 'ASC',
};

/** People outside the company do not learn of internal movements from an order either. */
export function orderOf(
  user: Pick<User, 'type'>,
  { orderBy, direction }: Pick<ListQuery, 'orderBy' | 'direction'>,
): { sort: TicketSort; direction: Direction } {
  const wanted = TICKET_SORTS.find((each) => each === orderBy) ?? 'dtCriacao';
  const sort = wanted === 'dtMovimentacao' && isOutside(user) ? 'dtAtualizacao' : wanted;
  return { sort, direction: direction ?? DEFAULT_DIRECTION[sort] };
}

/** Whether the day exists for the database, which has neither a 30 February nor a year 0. */
const isDate = (key: string) =>
  isCalendarDate(key.slice(0, 10)) &&
  key >= '0001' &&
  !Number.isNaN(Date.parse(`${key.slice(0, 19).replace(' ', 'T')}Z`));

const isInstant = (key: string) =>
  key === 'infinity' || (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(key) && isDate(key));

/** Whether a key can be compared with the column; anything else would cause a database error. */
const KEY_SHAPES: Record<TicketSort, (key: string) => boolean> = {
  id: (key) => key === '',
  dtCriacao: isInstant,
  dtAtualizacao: isInstant,
  dtMovimentacao: isInstant,
  prazo: isInstant,
  status: (key) => /^[A-Z_]{1,40}$/.test(key),
  tipo: (key) => /^\d{1,9}$/.test(key),
};

/** Rejects (422) a cursor that is damaged, forged, or from another list. */
const readCursor = (text: string, sort: TicketSort, hash: string): PageCursor =>
  readPageCursor(text, KEY_SHAPES[sort], hash);

/** The ids of one page, read from the sort's index alone. */
export const readPage = (db: Executor, list: OrderedTickets, start: Start, take: number): Promise<Found> =>
  pageFrom(list.direction, start, take, async (slice) => {
    let found: (Omit<Place, 'id'> & { id: number | null; place: number })[] = [];
    for await (const places of placesOf(db, list, slice)) {
      found = await db.select(placeColumns(keyText(list.sort))).from(numbered(places));
      // A walk that was cut off says so; any other has reached the end, even if it found nothing.
      if (!found.some(({ id }) => id === null)) break;
    }
    return found.flatMap(({ id, ...rest }) => (id === null ? [] : [{ ...rest, id }]));
  });

/**
 * The same with the columns that the list shows. If the condition contains no values, this is a single prepared statement,
 * planned once per connection. Otherwise the page is planned for its values, while the query for its rows, which is always
 * the same, is prepared.
 */
async function readRows(
  db: Executor,
  list: OrderedTickets,
  start: Start,
  take: number,
): Promise<Found<Place & ListedRow>> {
  if (list.plain && list.sort !== 'tipo' && !('offset' in start && start.offset > 0))
    return pageFrom(list.direction, start, take, (slice) =>
      plainRows(db, shapeOf(list.sort, slice), { key: slice.from?.key, id: slice.from?.id }),
    );
  const found = await readPage(db, list, start, take);
  const rows = await listedRows(
    db,
    found.rows.map(({ id }) => id),
  );
  return {
    ...found,
    rows: found.rows.flatMap((place) => {
      const row = rows.get(place.id);
      return row ? [{ ...place, ...row }] : [];
    }),
  };
}

/** The unfiltered list of a user who sees all tickets, in one of its orders, from the beginning or from a row on. */
const plainRows = preparedShapes(
  'ticket_page',
  (db, { sort, ascending, goesOn, limit }: ReturnType<typeof shapeOf>) => {
    const from = goesOn ? { key: sql.placeholder('key'), id: sql.placeholder('id') } : null;
    const list = { condition: sql`not ${tickets.archived} and ${notSnoozed}`, sort };
    const places = walkedPlaces(db, list, { ascending, from, offset: 0, limit });
    return db
      .select({ ...listedColumns(), ...placeColumns(keyText(sort)) })
      .from(tickets)
      .innerJoin(numbered(places), eq(tickets.id, sql`page.id`))
      .innerJoin(customers, eq(customers.id, tickets.customerId));
  },
);

const shapeOf = (sort: TicketSort, { ascending, from, limit }: Slice) => ({
  sort,
  ascending,
  goesOn: from !== null,
  limit,
});

/**
 * The ids of the selected tickets, in order. Explicitly given ones are not checked here: each is checked with its row, where
 * one out of scope counts as unknown.
 */
export async function selectedTickets(
  ctx: Reading<'db' | 'user' | 'now'>,
  selection: TicketSelection,
): Promise<number[]> {
  const { ids, filtros } = requireSelection(selection);
  const excluded = new Set(selection.excluidos);
  const chosen = ids ?? (await matching(ctx, filtros ?? {}, MAX_BULK_ROWS + excluded.size + 1));
  const left = [...new Set(chosen)].filter((id) => !excluded.has(id)).sort((a, b) => a - b);
  if (left.length > MAX_BULK_ROWS) throw tooMany();
  if (left.length === 0) throw invalid({ ids: 'Nenhum ticket selecionado.' });
  return left;
}

/** Exactly one of the two must select the tickets: none selects nothing, and both would be ambiguous. */
export function requireSelection<S extends Pick<TicketSelection, 'ids' | 'filtros'>>(selection: S): S {
  if (!selection.ids && !selection.filtros)
    throw invalid({ ids: 'Informe os tickets, ou os filtros da lista.' });
  if (selection.ids && selection.filtros)
    throw invalid({ filtros: 'Informe os tickets ou os filtros, e não os dois.' });
  return selection;
}

async function matching(
  ctx: Reading<'db' | 'user' | 'now'>,
  filters: NonNullable<TicketSelection['filtros']>,
  most: number,
): Promise<number[]> {
  const condition = await wholeCondition(ctx, filters);
  const rows = condition
    ? await inTime(ctx.db, filters.condicao, async (db) => limitedIds(db, condition, most), MOST_OF_CHOICE)
    : [];
  return rows.map(({ id }) => id);
}

const tooMany = () =>
  refused('SELECAO_GRANDE', 'São mais de 10.000 tickets. Restrinja os filtros e faça em partes.');
