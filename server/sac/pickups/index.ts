import { buffer } from 'node:stream/consumers';
import { and, asc, desc, eq, gte, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import type { PhoneSearch } from '#contract/rules/phone.ts';
import { numberOf, readSearch, type SearchTerm } from '#contract/rules/searchTerm.ts';
import { soleBranch } from '#contract/rules/soleBranch.ts';
import { dayRange, type InstantRange } from '#contract/rules/time/dayRange.ts';
import { pickupRoutes } from '#contract/sac/pickups.ts';
import { paperBrandOf } from '../../config/brand/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { hasPhone, hasWords } from '../../db/conditions.ts';
import {
  branches,
  carriers,
  customers,
  pickups,
  pickupTickets,
  representatives,
  tickets,
} from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { groupCondition } from '../../paging/groupings.ts';
import { inTime } from '../../paging/inTime.ts';
import { askedCondition } from '../../paging/listConditions.ts';
import { sumsOf } from '../../paging/listSums.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf, requirePeriod } from '../../paging/paging.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { plainText } from '../../text/plainText.ts';
import { customerTerms, matchesTerms } from '../customers/queries.ts';
import { candidates, groupedCandidates } from './candidates.ts';
import { cancelPickup, schedulePickup } from './changePickup.ts';
import { generatePickups } from './commands.ts';
import { confirmPickups } from './confirm.ts';
import { drawOrder } from './drawOrder.ts';
import { onePickup } from './onePickup.ts';
import { pickupGroupings, pickupSums } from './pickupGroupings.ts';
import { PICKUP_CONDITION_FIELDS } from './queries.ts';
import { holdsTicket, pickupRows, pickupScope, waitsOnPickupStep } from './rows.ts';

export const pickupImplementation = implement(pickupRoutes, {
  list: ({ query }, ctx) => listPickups(query, ctx),
  sums: pickupListSums,
  get: async ({ params }, ctx) => ({ data: await onePickup(params.idColeta, ctx) }),
  confirm: confirmPickups,
  update: schedulePickup,
  cancel: cancelPickup,
  candidates: (_, ctx) => candidates(ctx),
  candidatesByRepresentative: (_, ctx) => groupedCandidates('REPRESENTANTE', ctx),
  candidatesByCarrier: (_, ctx) => groupedCandidates('TRANSPORTADORA', ctx),
  generate: generatePickups,
  order: pickupOrder,
});

/**
 * The printable order: what is collected where, and where it goes. A wrong type in the path is treated as an unknown order.
 */
async function pickupOrder(
  { params: { tipo, id } }: Input<typeof pickupRoutes.order>,
  ctx: Context,
): Promise<FileAnswer> {
  const pickup = await onePickup(id, ctx);
  if (pickup.responsavel.tipo !== tipo.toUpperCase()) throw notFound();
  const fetched = pickup.tickets.filter(({ ativo }) => ativo || pickup.status === 'CANCELADA');
  const branchIds = [...new Set(fetched.map(({ filial }) => filial.idFil))];
  const [brand, zone, destinations] = await Promise.all([
    paperBrandOf(ctx, soleBranch(branchIds)),
    zoneOf(ctx.db, ctx.user),
    branchIds.length > 0 ? ctx.db.select().from(branches).where(inArray(branches.id, branchIds)) : [],
  ]);
  const content = await buffer(
    await drawOrder({
      pickup: { ...pickup, tickets: fetched },
      brand,
      destinations: new Map(destinations.map((branch) => [branch.id, branch])),
      printedAt: ctx.now(),
      zone,
    }),
  );
  return { content, name: `ordem-de-coleta-${id}.pdf`, mime: 'application/pdf', size: content.length };
}

type Query = Input<typeof pickupRoutes.list>['query'];

/** A page of the pickups that the person may see, newest first by default. */
async function listPickups(query: Query, ctx: Context): Promise<Output<typeof pickupRoutes.list>> {
  const { db } = ctx;
  const where = await conditionOf(query, ctx);
  const { take, offset } = pageOf(query);
  const turn = query.direction === 'ASC' ? asc : desc;
  const counted = db.select({ id: pickups.id }).from(pickups).where(where).limit(COUNT_CAP);
  const [rows, total] = await Promise.all([
    inTime(db, query.condicao, (within) =>
      within
        .select()
        .from(pickups)
        .where(where)
        .orderBy(...(query.orderBy === 'id' ? [] : [turn(pickups.createdAt)]), turn(pickups.id))
        .limit(take)
        .offset(offset),
    ),
    inTime(db, query.condicao, (within) => countOf(within, counted)),
  ]);
  return { itens: await pickupRows(ctx, rows), paginator: paginatorOf(query, total) };
}

async function conditionOf(query: Query, { db, user, now }: Context): Promise<SQL | undefined> {
  const [days, term, groups] = await Promise.all([
    daysOf(query, { db, user }),
    termCondition(db, user, query.termo),
    query.no_grupo?.length ? groupCondition(await pickupGroupings({ db, user }), query.no_grupo) : undefined,
  ]);
  return and(
    pickupScope(user),
    query.ids && inArray(pickups.id, query.ids),
    query.status?.length ? inArray(pickups.status, query.status) : undefined,
    query.aberta === undefined ? undefined : openCondition(user, query.aberta),
    query.tipo && eq(pickups.type, query.tipo),
    query.transportadora?.length ? inArray(pickups.carrierId, query.transportadora) : undefined,
    query.representante?.length ? inArray(pickups.representativeId, query.representante) : undefined,
    days && and(gte(pickups.createdAt, days.start), lt(pickups.createdAt, days.end)),
    term,
    groups,
    query.condicao
      ? askedCondition(query.condicao, PICKUP_CONDITION_FIELDS, { zone: await zoneOf(db, user), now: now() })
      : undefined,
  );
}

type Sums = typeof pickupRoutes.sums;

/** Sums and groups of the pickups that the filters find. */
async function pickupListSums(
  { query: { agrupar_por, ...filters } }: Input<Sums>,
  ctx: Context,
): Promise<Output<Sums>> {
  const [where, groupings] = await Promise.all([conditionOf(filters, ctx), pickupGroupings(ctx)]);
  return inTime(ctx.db, filters.condicao, (db) =>
    sumsOf(
      db,
      { table: pickups, where, sums: pickupSums(ctx.user), groupings },
      { agrupar_por, no_grupo: filters.no_grupo },
    ),
  );
}

/** Open pickups are those with a ticket that has not left the step. */
function openCondition(user: Context['user'], open: boolean): SQL {
  const waits = holdsTicket(user, and(eq(pickupTickets.active, true), waitsOnPickupStep));
  return open ? waits : not(waits);
}

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

async function daysOf(
  { dtIni, dtFim }: Query,
  { db, user }: Pick<Context, 'db' | 'user'>,
): Promise<InstantRange | undefined> {
  if (!dtIni && !dtFim) return undefined;
  const within = (day: string) => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);
  const [from, to] = [within(dtIni || FIRST_DAY), within(dtFim || LAST_DAY)];
  requirePeriod(from, to);
  return dayRange(from, to, await zoneOf(db, user));
}

/**
 * What is sought matches the pickup or one of its tickets by number, the party that collects by name, document or phone, and the
 * customers of its tickets as every list does.
 */
async function termCondition(db: Executor, user: Context['user'], text = ''): Promise<SQL | undefined> {
  const [term, terms] = [readSearch(plainText(text)), await customerTerms(db, text, user)];
  if (!term || !terms) return undefined;
  const [pickup, ticket] = [numberOf(term, 'COLETA'), numberOf(term, 'TICKET')];
  const ofCustomer = inArray(
    tickets.customerId,
    db.select({ id: customers.id }).from(customers).where(matchesTerms(terms)),
  );
  return or(
    pickup === null ? undefined : eq(pickups.id, pickup),
    ticket === null ? undefined : holdsTicket(user, eq(tickets.id, ticket)),
    partyNamed(db, user, term),
    holdsTicket(user, ofCustomer),
  );
}

/** Pickups whose carrier or representative the search names. */
function partyNamed(
  db: Executor,
  user: Context['user'],
  { document, phone, words, number }: SearchTerm,
): SQL | undefined {
  const byPhone = phone && seesPersonal(user) ? partyWith(db, phone) : undefined;
  if (byPhone || number !== null) return byPhone;
  if (document)
    return inArray(
      pickups.carrierId,
      db.select({ id: carriers.id }).from(carriers).where(eq(carriers.cnpj, document)),
    );
  return or(
    inArray(
      pickups.carrierId,
      db
        .select({ id: carriers.id })
        .from(carriers)
        .where(hasWords(sql`fold_text(${carriers.tradeName} || ' ' || ${carriers.legalName})`, words)),
    ),
    inArray(
      pickups.representativeId,
      db
        .select({ id: representatives.id })
        .from(representatives)
        .where(hasWords(sql`fold_text(${representatives.name})`, words)),
    ),
  );
}

/** Carriers and representatives are called and call back, too. */
const partyWith = (db: Executor, phone: PhoneSearch): SQL | undefined =>
  or(
    inArray(
      pickups.carrierId,
      db.select({ id: carriers.id }).from(carriers).where(hasPhone(carriers.phone, phone)),
    ),
    inArray(
      pickups.representativeId,
      db
        .select({ id: representatives.id })
        .from(representatives)
        .where(or(hasPhone(representatives.phone, phone), hasPhone(representatives.mobile, phone))),
    ),
  );
