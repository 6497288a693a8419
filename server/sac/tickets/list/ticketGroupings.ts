import { type SQL, sql } from 'drizzle-orm';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { fieldGroupings } from '#server/config/fields/queries.ts';
import type { Reading } from '#server/context.ts';
import { branches, flows, sectors, tickets, ticketTypes } from '#server/db/tables/index.ts';
import {
  byCustomer,
  byInstantColumn,
  byReference,
  byText,
  type Grouping,
  inCatalog,
  inWords,
  namedIn,
  personNames,
  representativeNames,
} from '#server/paging/groupings.ts';
import { isConsumer, isOutside } from '#server/session/scope.ts';
import { zoneOf } from '#server/session/zoneOf.ts';

/** What only the company knows of a ticket (ticketRow). */
const OF_COMPANY = new Set(['operador', 'prioridade', 'adiadoAte', 'setor', 'dtMovimentacao']);
/** The columns that an end consumer has. */
const OF_CONSUMERS = new Set(['status', 'tipo', 'etapa', 'dtCriacao', 'dtAtualizacao']);

/** The groupings of the ticket list that the person may use: those of the columns that they see. */
export async function ticketGroupings(ctx: Reading<'db' | 'user'>): Promise<Grouping[]> {
  const { db, user } = ctx;
  const [zone, extra] = await Promise.all([zoneOf(db, user), fieldGroupings(ctx, 'ticket')]);
  const own: Grouping[] = [
    byCustomer('cliente', tickets.customerId),
    byText('status', tickets.status, isConsumer(user) ? ownStatusWords : inCatalog(ticketStatus)),
    byReference('tipo', tickets.typeId, namedIn(ticketTypes, ticketTypes.id, ticketTypes.description)),
    byText('etapa', tickets.stepKey, stepNames),
    byReference('operador', tickets.operatorId, personNames),
    byText('prioridade', tickets.priority, inCatalog(ticketPriority)),
    byReference('setor', tickets.sectorId, namedIn(sectors, sectors.id, sectors.name)),
    byReference('filial', tickets.branchId, namedIn(branches, branches.id, branches.legalName)),
    byReference('representante', tickets.representativeId, representativeNames),
    byReference('criador', tickets.creatorId, personNames),
    ...byInstantColumn('prazo', tickets.dueAt, zone),
    ...byInstantColumn('dtCriacao', tickets.createdAt, zone),
    ...byInstantColumn('dtAtualizacao', tickets.updatedAt, zone),
    ...byInstantColumn('dtMovimentacao', LAST_MOVEMENT, zone),
  ];
  return [...own.filter(({ id }) => isSeen(user, columnOf(id))), ...extra];
}

const columnOf = (id: string) => id.replace(/:\w+$/, '');

export const isSeen = (user: Parameters<typeof isOutside>[0], column: string): boolean =>
  isConsumer(user) ? OF_CONSUMERS.has(column) : !(isOutside(user) && OF_COMPANY.has(column));

/** The later of what everybody may notice and what is internal; `greatest` passes over what is absent. */
export const LAST_MOVEMENT: SQL = sql`greatest(${tickets.updatedAt}, ${tickets.internalAt})`;

/** To end consumers, "waiting for the customer" means themselves. */
export const ownStatusWord = (value: string): string => {
  const row = ticketStatus.find((each) => each.value === value);
  return row?.ownLabel ?? row?.label ?? value;
};
const ownStatusWords = inWords(ownStatusWord);

/** A step's name in the newest version of a flow that has it. */
const stepNames: Grouping['names'] = async (db, values) => {
  const { rows } = await db.execute<{ key: string; name: string }>(sql`
    select distinct on (step ->> 'chave') step ->> 'chave' as key, step ->> 'descricao' as name
    from ${flows}, jsonb_array_elements(${flows.content} -> 'etapas') as step
    where step ->> 'chave' = any(${sql.param([...values])}::text[])
    order by 1, ${flows.version} desc`);
  return new Map(rows.map(({ key, name }) => [key, name]));
};
