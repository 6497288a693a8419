import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { columnTexts, readableFields } from '../../config/fields/queries.ts';
import type { Context, User } from '../../context.ts';
import { cachedQuery } from '../../db/cachedQuery.ts';
import type { Executor } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import {
  branches,
  customers,
  definitionVersions,
  flows,
  people,
  representatives,
  sectors,
  ticketSnoozes,
  tickets,
  ticketTypes,
} from '../../db/tables/index.ts';
import { isOutside } from '../../session/scope.ts';
import { badgesFor } from '../customers/rules.ts';
import { versionFor } from './change/lockTicket.ts';
import { dueSoon, isDueSoon, type Soon } from './list/dueSoon.ts';
import { snoozedUntil } from './snooze/endSnooze.ts';

/** The tickets as lists show them, in the order of the ids. The caller that found the ids has already applied the scope. */
export async function ticketRows(
  ctx: Pick<Context, 'db' | 'now' | 'user'>,
  ids: readonly number[],
): Promise<TicketRow[]> {
  if (ids.length === 0) return [];
  const [rows, view] = await Promise.all([listedRows(ctx.db, ids), rowViewOf(ctx)]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [ticketRow(row, view)] : [];
  });
}

/** The time and viewer of the rows, and the names that many rows share. */
interface RowView {
  user: User;
  now: Date;
  /** The current day, which badges depend on. */
  today: string;
  soon: Soon;
  /** The extra fields that this person may read. */
  fields: ExtraFieldsDefinition | null;
  named: RowNames;
}

export async function rowViewOf(ctx: Pick<Context, 'db' | 'now' | 'user'>): Promise<RowView> {
  const [soon, fields, named] = await Promise.all([
    dueSoon(ctx),
    readableFields(ctx.db, 'ticket', ctx.user),
    rowNames(ctx.db, {}),
  ]);
  return {
    user: ctx.user,
    now: ctx.now(),
    today: localDate(ctx.now(), DEFAULT_TIME_ZONE),
    soon,
    fields,
    named,
  };
}

/** Neither lists nor the ticket page show the message from here, since it is the first entry of the history. */
const { message: _message, foldedSubject: _folded, ...shownColumns } = getTableColumns(tickets);

/**
 * The columns of a ticket and its customer that a list row shows: the remaining ones would double the data to send and read.
 */
export const listedColumns = () => ({
  ticket: {
    id: tickets.id,
    status: tickets.status,
    priority: tickets.priority,
    archived: tickets.archived,
    mergedIntoId: tickets.mergedIntoId,
    typeId: tickets.typeId,
    subject: tickets.subject,
    branchId: tickets.branchId,
    flowKey: tickets.flowKey,
    flowVersion: tickets.flowVersion,
    stepKey: tickets.stepKey,
    dueAt: tickets.dueAt,
    dueMinutes: tickets.dueMinutes,
    sectorId: tickets.sectorId,
    operatorId: tickets.operatorId,
    representativeId: tickets.representativeId,
    creatorId: tickets.creatorId,
    createdAt: tickets.createdAt,
    updatedAt: tickets.updatedAt,
    internalAt: tickets.internalAt,
    version: tickets.version,
    internalVersions: tickets.internalVersions,
    extraFields: tickets.extraFields,
  },
  customer: {
    id: customers.id,
    tradeName: customers.tradeName,
    legalName: customers.legalName,
    lastPurchaseOn: customers.lastPurchaseOn,
    openTitles: customers.openTitles,
    commitment: customers.commitment,
    prospect: customers.prospect,
    blocked: customers.blocked,
    blockReason: customers.blockReason,
  },
  ...names(),
});

/**
 * One query for everything that a row shows. Names are subselects by primary key instead of joins: with nine tables, the
 * planner would spend ten times as long choosing a join order as the query then takes.
 */
export const selectRows = (db: Executor) =>
  db
    .select({ ticket: shownColumns, type: ticketTypes, customer: customers, ...names() })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.typeId))
    .innerJoin(customers, eq(customers.id, tickets.customerId));
export type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number];

const selectListed = (db: Executor) =>
  db
    .select(listedColumns())
    .from(tickets)
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .where(sql`${tickets.id} = any(${sql.placeholder('ids')})`);
export type ListedRow = Awaited<ReturnType<typeof selectListed>>[number];

const listedByIds = prepared<{ ids: number[] }, ListedRow[]>('ticket_rows', selectListed);

/** Rows by ticket number. */
export async function listedRows(db: Executor, ids: readonly number[]): Promise<Map<number, ListedRow>> {
  const rows = ids.length > 0 ? await listedByIds(db, { ids: [...ids] }) : [];
  return new Map(rows.map((row) => [row.ticket.id, row]));
}

function names() {
  return {
    sectorName: nameIn(sectors, sectors.name, tickets.sectorId),
    operatorName: nameIn(people, people.name, tickets.operatorId),
    representativeName: nameIn(representatives, representatives.name, tickets.representativeId),
    creatorName: nameIn(people, people.name, tickets.creatorId),
    snoozedUntil: snoozedUntil.mapWith(ticketSnoozes.until),
  };
}

type Named = typeof sectors | typeof people | typeof representatives;

function nameIn(table: Named, name: AnyPgColumn, id: AnyPgColumn) {
  return sql<string | null>`(select ${name} from ${table} where ${table.id} = ${id})`;
}

export const ticketRow = (row: ListedRow, { user, now, today, soon, fields, named }: RowView): TicketRow => ({
  id: row.ticket.id,
  status: row.ticket.status,
  arquivado: row.ticket.archived,
  juntadoAo: row.ticket.mergedIntoId,
  tipo: named.types[row.ticket.typeId] ?? { ...NO_TYPE, id: row.ticket.typeId },
  assunto: row.ticket.subject,
  cliente: {
    id: row.customer.id,
    fant: row.customer.tradeName,
    razSoc: row.customer.legalName,
    legendas: badgesFor(user, row.customer, today),
  },
  filial: { idFil: row.ticket.branchId, razSoc: named.branches[row.ticket.branchId] ?? '' },
  etapaAtual: { chave: row.ticket.stepKey, descricao: stepName(row.ticket, named) },
  prazo: row.ticket.dueAt?.toISOString() ?? null,
  vencendo: !isClosed(row.ticket.status) && isDueSoon(row.ticket, now, soon),
  // Who in the company has the ticket, and how soon, is internal information.
  prioridade: isOutside(user) ? null : row.ticket.priority,
  adiadoAte: isOutside(user) ? null : (row.snoozedUntil?.toISOString() ?? null),
  setor: isOutside(user)
    ? null
    : reference(row.ticket.sectorId, row.sectorName, (id, desc) => ({ id, desc })),
  operador: isOutside(user)
    ? null
    : reference(row.ticket.operatorId, row.operatorName, (id, nome) => ({ id, nome })),
  representante: reference(row.ticket.representativeId, row.representativeName, (id, nome) => ({ id, nome })),
  criador: { id: row.ticket.creatorId, nome: row.creatorName ?? '' },
  datahora_criacao: row.ticket.createdAt.toISOString(),
  datahora_atualizacao: row.ticket.updatedAt.toISOString(),
  datahora_movimentacao: isOutside(user) ? null : lastMovement(row.ticket).toISOString(),
  versao: versionFor(user, row.ticket),
  campos: columnTexts(fields, row.ticket.extraFields),
});

/** The later of the last change that everybody may notice and the last internal one. */
const lastMovement = ({ updatedAt, internalAt }: ListedRow['ticket']): Date =>
  internalAt !== null && internalAt > updatedAt ? internalAt : updatedAt;

const reference = <T>(
  id: number | null,
  name: string | null,
  make: (id: number, name: string) => T,
): T | null => (id === null || name === null ? null : make(id, name));

interface RowNames {
  types: Record<number, TicketRow['tipo']>;
  branches: Record<number, string>;
  /** For each version of a flow, as `chave versao`, the names of its steps by key. */
  steps: Record<string, Record<string, string>>;
}

const NO_TYPE = { chave: '', desc: '', gera_espelho_devolucao: false };

/** The names of types, branches and steps: a few hundred at most, shown by every list and rarely changed. */
const rowNames = cachedQuery('ticket_row_names', [ticketTypes, branches, definitionVersions], loadNames);

/** The step's name in the ticket's own version of the flow. */
const stepName = (
  { flowKey, flowVersion, stepKey }: { flowKey: string; flowVersion: number; stepKey: string },
  { steps }: RowNames,
): string => steps[`${flowKey} ${flowVersion}`]?.[stepKey] ?? stepKey;

async function loadNames(db: Executor, _: Record<string, never>): Promise<RowNames> {
  const [types, offices, versions] = await Promise.all([
    db
      .select({
        id: ticketTypes.id,
        chave: ticketTypes.key,
        desc: ticketTypes.description,
        gera_espelho_devolucao: ticketTypes.mirror,
      })
      .from(ticketTypes),
    db.select({ id: branches.id, name: branches.legalName }).from(branches),
    db.select({ flow: sql<string>`${flows.key} || ' ' || ${flows.version}`, steps: stepsOfFlow }).from(flows),
  ]);
  return {
    types: Object.fromEntries(types.map((type) => [type.id, type])),
    branches: Object.fromEntries(offices.map(({ id, name }) => [id, name])),
    steps: Object.fromEntries(versions.map(({ flow, steps }) => [flow, steps ?? {}])),
  };
}

const stepsOfFlow = sql<Record<string, string> | null>`(
  select jsonb_object_agg(step ->> 'chave', step ->> 'descricao')
  from jsonb_array_elements(${flows.content} -> 'etapas') as step)`;
