import type { Input, Output } from '../../../../contract/route.ts';
import { isCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { TICKET_SORTS, type TicketSort, type ticketRoutes } from '../../../../contract/sac/tickets.ts';
import type { Context } from '../../../context.ts';
import { listQueryHash, neighbours, type PageCursor, readPageCursor } from '../../../pageCursor.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../../paging.ts';
import { rowViewOf, ticketRow } from '../ticketRows.ts';
import { isPlain, listCondition } from './listCondition.ts';
import { limitedIds } from './places.ts';
import { readRows } from './readPage.ts';

/** What GET /sac/tickets takes in its query string, and POST /sac/consultas/tickets in its body. */
type ListQuery = Input<typeof ticketRoutes.search>['body'];
type ListAnswer = Output<typeof ticketRoutes.list>;
type Direction = 'ASC' | 'DESC';

/** A thousand pages of 25. */
const DEEPEST_COUNT = 25_001;
/** Who reads page 390 sees that there are pages after 401. */
const PAGES_AHEAD = 20;

/**
 * A page of the tickets that the person may see. Neighbouring pages are reached by key (`cursor`), so that they
 * cost the same at any depth and no row is seen twice while others arrive; a jump (`page`) counts its way on the
 * sort's index alone.
 */
export async function listTickets(query: ListQuery, ctx: Context): Promise<ListAnswer> {
  const order = orderOf(query);
  const { take, page, offset } = pageOf(query);
  const hash = listQueryHash(ctx.user.id, { ...query, ...order, take });
  const cursor = query.cursor ? readCursor(query.cursor, order.sort, hash) : null;
  const condition = await listCondition(ctx, query);
  if (!condition) return { itens: [], paginator: paginatorOf({ page, take }, 0) };
  const current = cursor?.page ?? page;
  const limit = query.termo ? COUNT_CAP : countLimit(current, take);
  const known = cursor && (cursor.total < COUNT_CAP || cursor.total >= Math.min(limit, current * take));
  const total = known ? cursor.total : countOf(ctx.db, limitedIds(ctx.db, condition, limit));
  const asked = {
    condition,
    ...order,
    plain: isPlain(ctx.user, query),
    typeKeys: query.tipo,
    byDays: Boolean(query.dtIni || query.dtFim),
    byRow: Boolean(query.termo || query.campos),
    byReasons: Boolean(query.motivo?.length || query.transportadora?.length),
    archived: query.arquivado ?? false,
    total,
  };
  const [counted, found, view] = await Promise.all([
    total,
    readRows(ctx.db, asked, cursor ?? { offset }, take),
    rowViewOf(ctx),
  ]);
  return {
    itens: found.rows.map((row) => ticketRow(row, view)),
    paginator: {
      ...paginatorOf({ page: current, take }, counted),
      total: Math.min(counted, COUNT_CAP),
      ...neighbours(found, { hash, page: current, total: counted }),
    },
  };
}

/** Rows are counted as far as the answer says (10,001), and deeper only for who is deeper in the list. */
const countLimit = (page: number, take: number) =>
  Math.min(DEEPEST_COUNT, Math.max(COUNT_CAP, (page + PAGES_AHEAD) * take + 1));

/** Dates begin with the latest, everything else with the smallest (document 000 section 9). */
const DEFAULT_DIRECTION: Record<TicketSort, Direction> = {
  id: 'ASC',
  dtCriacao: 'DESC',
  dtAtualizacao: 'DESC',
  prazo: 'DESC',
  status: 'ASC',
  tipo: 'ASC',
};

export function orderOf({ orderBy, direction }: Pick<ListQuery, 'orderBy' | 'direction'>): {
  sort: TicketSort;
  direction: Direction;
} {
  const sort = TICKET_SORTS.find((each) => each === orderBy) ?? 'dtCriacao';
  return { sort, direction: direction ?? DEFAULT_DIRECTION[sort] };
}

/** Refuses (422) a cursor that is damaged, forged, or of another list. */
const readCursor = (text: string, sort: TicketSort, hash: string): PageCursor =>
  readPageCursor(text, KEY_SHAPES[sort], hash);

const isInstant = (key: string) =>
  key === 'infinity' || (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(key) && isDate(key));
/** A day that exists, as the database has them: it knows neither a 30 February nor a year 0. */
const isDate = (key: string) =>
  isCalendarDate(key.slice(0, 10)) &&
  key >= '0001' &&
  !Number.isNaN(Date.parse(`${key.slice(0, 19).replace(' ', 'T')}Z`));

/** Whether a key can be compared with the column: anything else would be an error in the database. */
const KEY_SHAPES: Record<TicketSort, (key: string) => boolean> = {
  id: (key) => key === '',
  dtCriacao: isInstant,
  dtAtualizacao: isInstant,
  prazo: isInstant,
  status: (key) => /^[A-Z_]{1,40}$/.test(key),
  tipo: (key) => /^\d{1,9}$/.test(key),
};
