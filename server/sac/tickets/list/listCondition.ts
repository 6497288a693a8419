import { and, asc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { isValueOf } from '#contract/catalogs/catalog.ts';
import { type TicketPriority, ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { type TicketStatus, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Input } from '#contract/route.ts';
import { numberOf, readSearch } from '#contract/rules/searchTerm.ts';
import { dayRange, type InstantRange } from '#contract/rules/time/dayRange.ts';
import type { ticketRoutes } from '#contract/sac/tickets.ts';
import { fieldCondition, readerOf } from '#server/config/fields/queries.ts';
import type { Reading, User } from '#server/context.ts';
import { cachedQuery } from '#server/db/cachedQuery.ts';
import type { Executor } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { dueOrNever, tickets, ticketTypes } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { groupCondition } from '#server/paging/groupings.ts';
import { askedCondition, asksFor } from '#server/paging/listConditions.ts';
import { requirePeriod } from '#server/paging/paging.ts';
import { isOutside, ticketScope } from '#server/session/scope.ts';
import { followedText } from '#server/session/storedCodes.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import { plainText } from '#server/text/plainText.ts';
import { isSnoozed, notSnoozed } from '../snooze/endSnooze.ts';
import { dueLaterCondition, dueSoon, dueSoonCondition } from './dueSoon.ts';
import { termCondition } from './termCondition.ts';
import { SNOOZED_UNTIL, ticketConditionFields } from './ticketConditionFields.ts';
import { ticketGroupings } from './ticketGroupings.ts';

export type TicketFilters = Input<typeof ticketRoutes.totals>['query'] &
  Pick<Input<typeof ticketRoutes.list>['query'], 'ids'>;

interface ListCondition {
  /** `null` if nothing can match. */
  where: SQL | null;
  /** Whether the words stand in more places than are read at once, so that only the newest tickets are found. */
  cut: boolean;
}

/**
 * The list's scope and filters as a condition on `tickets`. Filters that refer to other tables (types, words) are looked up
 * first, so that the condition can use an index.
 */
export async function listCondition(
  ctx: Reading<'db' | 'user' | 'now'>,
  filters: TicketFilters,
): Promise<ListCondition> {
  const { db, user } = ctx;
  const [days, typeIds, due, extra, groups, asked] = await Promise.all([
    daysOf(db, user, filters),
    typeIdsOf(db, filters.tipo),
    dueCondition(ctx, filters.prazo),
    fieldCondition(db, 'ticket', filters.campos, readerOf('ticket', user)),
    filters.no_grupo?.length ? groupCondition(await ticketGroupings(ctx), filters.no_grupo) : undefined,
    filters.condicao ? conditionOf(ctx, filters.condicao) : undefined,
  ]);
  if (typeIds?.length === 0) return { where: null, cut: false };
  const within = and(
    filters.ids && inArray(tickets.id, filters.ids),
    archivedCondition(filters),
    isOutside(user) ? undefined : snoozedCondition(filters),
    ticketScope(user),
    days && and(gte(tickets.createdAt, days.start), lt(tickets.createdAt, days.end)),
    filters.idCli === undefined ? undefined : eq(tickets.customerId, filters.idCli),
    typeIds && inArray(tickets.typeId, typeIds),
    statusCondition(filters.status),
    due,
    isOutside(user) ? undefined : priorityCondition(filters.prioridade),
    stepCondition(filters.etapa),
    isOutside(user) ? undefined : anyOf(tickets.operatorId, filters.operador),
    filters.semOperador && !isOutside(user) ? isNull(tickets.operatorId) : undefined,
    anyOf(tickets.representativeId, filters.representante),
    anyOf(tickets.regionId, filters.regiao),
    isOutside(user) ? undefined : anyOf(tickets.sectorId, filters.setor),
    anyOf(tickets.branchId, filters.filial),
    anyOf(tickets.reasonId, filters.motivo),
    anyOf(tickets.carrierId, filters.transportadora),
    extra,
    groups,
    asked,
  );
  const term = await termCondition(ctx, filters.termo, {
    within,
    since: filters.dtIni ? days?.start : undefined,
    condition: filters.condicao,
  });
  return { where: term.where === null ? null : (and(within, term.where) ?? null), cut: term.cut };
}

async function conditionOf(ctx: Reading<'db' | 'user' | 'now'>, text: string): Promise<SQL | undefined> {
  const fields = await ticketConditionFields(ctx);
  return askedCondition(await followedText(ctx.db, text, fields), fields, {
    zone: await zoneOf(ctx.db, ctx.user),
    now: ctx.now(),
  });
}

/** The same for work on all that match: refused (422) if that would leave some out without a word. */
export async function wholeCondition(
  ctx: Reading<'db' | 'user' | 'now'>,
  filters: TicketFilters,
): Promise<SQL | null> {
  const { where, cut } = await listCondition(ctx, filters);
  if (cut)
    throw refused(
      'BUSCA_PARCIAL',
      'Estas palavras estão em mais mensagens e produtos do que a busca lê de uma vez, e alguns tickets ficariam de fora. Use mais palavras ou um período, ou marque os tickets.',
    );
  return where;
}

/** Whether the condition contains no values, that is, the whole list for a user who sees all tickets. */
export const isPlain = (
  user: User,
  { page: _, take: __, cursor, orderBy, direction, ...filters }: PlainQuery,
): boolean =>
  ticketScope(user) === undefined &&
  Object.values(filters).every((value) => value === undefined || value === '');

type PlainQuery = Input<typeof ticketRoutes.search>['body'];

/** What is put off is left out unless it is asked for, by itself or by something that names a ticket or customer. */
function snoozedCondition({ adiado, ids, termo = '', idCli, condicao }: TicketFilters): SQL | undefined {
  if (adiado) return isSnoozed;
  if (adiado === false) return notSnoozed;
  const isNamed = ids || idCli !== undefined || termo.trim() !== '';
  return isNamed || asksFor(condicao, SNOOZED_UNTIL) ? undefined : notSnoozed;
}

/** Archived tickets are left out unless requested; one is still found by its own number, and those named by their ids are. */
function archivedCondition({ arquivado, ids, termo = '' }: TicketFilters): SQL | undefined {
  if (ids && arquivado === undefined) return undefined;
  if (arquivado) return sql`${tickets.archived}`;
  const term = arquivado === undefined ? readSearch(plainText(termo)) : null;
  const number = term && numberOf(term, 'TICKET');
  return number === null
    ? sql`not ${tickets.archived}`
    : sql`(not ${tickets.archived} or ${tickets.id} = ${number})`;
}

/** These stand for "no limit": no ticket lies beyond them, and every date library supports them. */
const FIRST_DAY = '1900-01-01';

const LAST_DAY = '2999-12-31';

async function daysOf(
  db: Executor,
  user: User,
  { dtIni, dtFim }: TicketFilters,
): Promise<InstantRange | undefined> {
  if (!dtIni && !dtFim) return undefined;
  const from = within(dtIni || FIRST_DAY);
  const to = within(dtFim || LAST_DAY);
  requirePeriod(from, to);
  return dayRange(from, to, await zoneOf(db, user));
}

const within = (day: string) => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);

async function typeIdsOf(db: Executor, keys: readonly string[] = []): Promise<number[] | undefined> {
  if (keys.length === 0) return undefined;
  const rows = await typesByName(db, {});
  return rows.filter(({ key }) => keys.includes(key)).map(({ id }) => id);
}

/** `inArray` with an empty list is false: a status that does not exist has no tickets. */
const statusCondition = (values: readonly string[] = []) =>
  values.length > 0
    ? inArray(
        tickets.status,
        values.filter((value): value is TicketStatus => isValueOf(ticketStatus, value)),
      )
    : undefined;

const priorityCondition = (values: readonly string[] = []) =>
  values.length > 0
    ? inArray(
        tickets.priority,
        values.filter((value): value is TicketPriority => isValueOf(ticketPriority, value)),
      )
    : undefined;

const stepCondition = (keys: readonly string[] = []) =>
  keys.length > 0 ? inArray(tickets.stepKey, [...keys]) : undefined;

type IdColumn =
  | typeof tickets.operatorId
  | typeof tickets.representativeId
  | typeof tickets.regionId
  | typeof tickets.sectorId
  | typeof tickets.branchId
  | typeof tickets.reasonId
  | typeof tickets.carrierId;

const anyOf = (column: IdColumn, ids: readonly number[] = []) =>
  ids.length > 0 ? inArray(column, [...ids]) : undefined;

type Reader = Reading<'db' | 'user' | 'now'>;

/** Matches open tickets that are late, about to be late, or due later. Worded to match the index `tickets_status_due_idx`. */
async function dueCondition(ctx: Reader, prazo: TicketFilters['prazo']): Promise<SQL | undefined> {
  if (prazo === undefined) return undefined;
  const now = instant(ctx.now());
  if (prazo === 'ATRASADO') return and(OPEN, lt(due, now));
  const soon = await dueSoon(ctx);
  if (prazo === 'VENCENDO') return and(OPEN, dueSoonCondition(due, tickets.dueMinutes, ctx.now(), soon));
  return and(OPEN, dueLaterCondition(due, tickets.dueMinutes, soon), lt(due, NEVER));
}

const due = dueOrNever(tickets.dueAt);

const NEVER = sql`'infinity'::timestamptz`;

const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;

const OPEN = inArray(
  tickets.status,
  ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value])),
);

/** All ticket types, of which there are few, sorted by name as people expect. */
export const typesByName = cachedQuery(
  'ticket_types_by_name',
  [ticketTypes],
  prepared<Record<string, never>, { id: number; key: string }[]>('ticket_types_by_name', (db) =>
    db
      .select({ id: ticketTypes.id, key: ticketTypes.key })
      .from(ticketTypes)
      .orderBy(asc(sql`${ticketTypes.description} collate pt_br`), asc(ticketTypes.id)),
  ),
);
