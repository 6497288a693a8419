import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { listText } from '#contract/rules/text.ts';
import { type MergeSide, mergeObstacle, undoObstacle } from '#contract/rules/tickets/ticketMerge.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { type MergeOption, ticketMergeRoutes } from '#contract/sac/tickets/ticketMerges.ts';
import { calendarOf, serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import {
  isOpen,
  people,
  ticketAttachments,
  ticketMerges,
  ticketMessages,
  tickets,
} from '#server/db/tables/index.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { isOutside, ticketScope } from '#server/session/scope.ts';
import { command } from '#server/writing/command.ts';
import { moveReplyDrafts, returnReplyDrafts } from '#server/writing/movedDrafts.ts';
import { movedInPickup } from '../../pickups/commands.ts';
import { changeTicket, NO_CLOCK } from '../change/changeTicket.ts';
import { lockTicket, lockTickets, stepOf, type TicketRecord, versionFor } from '../change/lockTicket.ts';
import { moved } from '../moves/openWork.ts';
import { keptSnooze, restoreSnooze, snoozeOf } from '../snooze/endSnooze.ts';
import { carrySets, takeBackSets } from './carriedSets.ts';
import { mergeSides } from './mergeSides.ts';
import {
  activePickup,
  hasSameLines,
  hasSameMessages,
  moveRows,
  returnInvoiceOf,
  returnRows,
} from './movedRows.ts';
import { broughtSince, leavingInvoices, type Merge, standingBeside } from './standingMerges.ts';

type Routes = typeof ticketMergeRoutes;

/**
 * Merges tickets into a leading one, all or none of them. Whatever hangs on them goes along; what they were (type, step, fields,
 * timeline) stays with them, closed and archived, and their numbers lead on.
 */
export const merge = command(ticketMergeRoutes.merge, async (tx, ctx, { params, body }) => {
  const ids = body.tickets.map(({ id }) => id);
  requireDifferent([params.idTicket, ...ids]);
  await lockTickets(tx, [params.idTicket, ...ids]);
  let leading = await lockTicket(tx, ctx.user, params.idTicket, { versao: body.versao });
  const others: TicketRecord[] = [];
  for (const { id, versao } of body.tickets) others.push(await lockTicket(tx, ctx.user, id, { versao }));
  const most = { items: (await serviceParameters(tx, leading.branchId)).maximoItensTicket };
  for (const other of others) {
    // Read anew for each, since the one before has brought its goods and papers along.
    const sides = await mergeSides(tx, [leading, other]);
    const found = mergeObstacle(sideOf(sides, leading.id), sideOf(sides, other.id), most);
    if (found) throw refused(found.code, found.message);
    await mergeOne(tx, ctx, leading, other);
  }
  leading = await changeTicket(tx, ctx, leading, {
    event: { type: 'JUNCAO', note: `${namesOf(ids)} a este.`, data: { juntados: ids } },
    audit: { action: 'JUNTAR', after: { juntados: ids } },
  });
  return moved(ctx, leading, await stepOf(tx, leading), `${namesOf(ids)} ao ${leading.id}.`);
});

function requireDifferent(ids: readonly number[]): void {
  if (new Set(ids).size < ids.length) throw invalid({ tickets: 'Escolha tickets diferentes.' });
}

function sideOf(sides: ReadonlyMap<number, MergeSide>, id: number): MergeSide {
  const side = sides.get(id);
  if (!side) throw new Error(`ticket ${id} was not read`);
  return side;
}

/** 'Ticket 2007 juntado', 'Tickets 2007 e 2008 juntados'. */
const namesOf = (ids: readonly number[]): string =>
  ids.length === 1 ? `Ticket ${ids[0]} juntado` : `Tickets ${listText(ids.map(String))} juntados`;

async function mergeOne(tx: Tx, ctx: Context, leading: TicketRecord, other: TicketRecord): Promise<void> {
  const rows = await moveRows(tx, { from: other.id, to: leading.id });
  await movedInPickup(tx, ctx, rows.pickups, { from: other.id, to: leading.id });
  const drafts = await moveReplyDrafts(tx, ctx, { from: other.id, to: leading.id });
  const snooze = await snoozeOf(tx, other.id);
  await tx.insert(ticketMerges).values({
    fromId: other.id,
    toId: leading.id,
    moved: {
      ...rows,
      drafts,
      ...(await carrySets(tx, { from: other.id, to: leading.id })),
    },
    stood: {
      typeId: leading.typeId,
      stepKey: leading.stepKey,
      stepEnteredAt: leading.stepEnteredAt.toISOString(),
      returnInvoice: await returnInvoiceOf(tx, leading.id),
      pickup: await activePickup(tx, leading.id),
    },
    closed: {
      status: other.status,
      dueAt: other.dueAt?.toISOString() ?? null,
      dueMinutes: other.dueMinutes,
      dueMinutesLeft: other.dueMinutesLeft,
      ...(snooze && { snooze }),
    },
    personId: ctx.user.id,
    at: ctx.now(),
  });
  await changeTicket(tx, ctx, other, {
    set: { status: 'CANCELADO', archived: true, mergedIntoId: leading.id, ...NO_CLOCK },
    event: {
      type: 'JUNCAO',
      note: `Juntado ao ticket ${leading.id}.`,
      data: { juntadoAo: leading.id },
    },
    audit: {
      action: 'JUNTAR',
      after: {
        produtos: rows.lines.length,
        mensagens: rows.messages.length,
        arquivos: rows.attachments.length,
        custos: rows.costs.length,
      },
    },
  });
}

/** Takes merges back, all of those named or none. The leading ticket keeps whatever was written into it since. */
export const undoMerge = command(ticketMergeRoutes.undoMerge, async (tx, ctx, { params, body }) => {
  const ids = body.tickets;
  requireDifferent([params.idTicket, ...ids]);
  await lockTickets(tx, [params.idTicket, ...ids]);
  let leading = await lockTicket(tx, ctx.user, params.idTicket, { versao: body.versao });
  // The last one first, as each was added to what the ones before had brought.
  for (const { fromId } of await mergesOf(tx, leading.id, ids)) {
    const other = await lockTicket(tx, ctx.user, fromId, { mergedToo: true });
    // Read anew: what the one before had kept out has come with this one since.
    for (const merged of await mergesOf(tx, leading.id, [fromId]))
      await undoOne(tx, ctx, { leading, other, merged });
  }
  const what = ids.length === 1 ? `o ticket ${ids[0]}` : `os tickets ${listText(ids.map(String))}`;
  leading = await changeTicket(tx, ctx, leading, {
    event: { type: 'JUNCAO_DESFEITA', note: `Separado deste: ${what}.`, data: { separados: ids } },
    audit: { action: 'DESFAZER_JUNCAO', after: { separados: ids } },
  });
  return moved(ctx, leading, await stepOf(tx, leading), `Junção com ${what} desfeita.`);
});

/** The merges of these tickets that stand, the newest first. */
async function mergesOf(tx: Tx, leadingId: number, ids: readonly number[]): Promise<Merge[]> {
  const rows = await tx
    .select()
    .from(ticketMerges)
    .innerJoin(tickets, eq(tickets.id, ticketMerges.fromId))
    .where(
      and(
        eq(ticketMerges.toId, leadingId),
        inArray(ticketMerges.fromId, [...ids]),
        isNull(ticketMerges.undoneAt),
        eq(tickets.mergedIntoId, leadingId),
      ),
    )
    .orderBy(desc(ticketMerges.id));
  const missing = ids.find((id) => !rows.some(({ ticket_merges: { fromId } }) => fromId === id));
  if (missing !== undefined)
    throw refused('NAO_JUNTADO', `O ticket ${missing} não está juntado ao ${leadingId}.`);
  return rows.map((row) => row.ticket_merges);
}

interface Undoing {
  leading: TicketRecord;
  other: TicketRecord;
  merged: Merge;
}

async function undoOne(tx: Tx, ctx: Context, { leading, other, merged }: Undoing): Promise<void> {
  const { moved: rows, stood, closed } = merged;
  const { zone } = await calendarOf(tx, leading.branchId);
  const others = await standingBeside(tx, merged);
  const papers = {
    returnInvoice: await returnInvoiceOf(tx, leading.id),
    pickup: await activePickup(tx, leading.id),
  };
  const found = undoObstacle({
    other: other.id,
    leading: leading.id,
    at: merged.at,
    now: ctx.now(),
    zone,
    closed: isClosed(leading.status),
    sameStep:
      leading.typeId === stood.typeId &&
      leading.stepKey === stood.stepKey &&
      leading.stepEnteredAt.toISOString() === stood.stepEnteredAt,
    stepName: (await stepOf(tx, leading)).descricao,
    sameLines: await hasSameLines(tx, leading.id, rows.lines),
    broughtSince: broughtSince(merged, others, papers),
    sameReturnInvoice: papers.returnInvoice === stood.returnInvoice,
    samePickup: papers.pickup === stood.pickup,
    sameMessages: await hasSameMessages(tx, leading.id, rows.messages),
  });
  if (found) throw refused(found.code, found.message);
  const addedInvoices = await leavingInvoices(tx, merged, others);
  await returnRows(tx, { from: other.id, to: leading.id }, { ...rows, addedInvoices });
  await returnReplyDrafts(tx, ctx, { from: leading.id, to: other.id }, rows.drafts);
  await takeBackSets(tx, merged, others);
  await movedInPickup(tx, ctx, rows.pickups, { from: leading.id, to: other.id });
  await tx
    .update(ticketMerges)
    .set({ undoneAt: ctx.now(), undoneById: ctx.user.id })
    .where(eq(ticketMerges.id, merged.id));
  const snooze = keptSnooze({ adiado: closed.snooze }, ctx.now());
  if (snooze) await restoreSnooze(tx, snooze);
  await changeTicket(tx, ctx, other, {
    set: {
      status: closed.status,
      archived: false,
      mergedIntoId: null,
      dueAt: closed.dueAt === null ? null : new Date(closed.dueAt),
      dueMinutes: closed.dueMinutes,
      dueMinutesLeft: closed.dueMinutesLeft,
    },
    event: {
      type: 'JUNCAO_DESFEITA',
      note: `Separado do ticket ${leading.id}.`,
      data: { separadoDe: leading.id },
    },
    audit: {
      action: 'DESFAZER_JUNCAO',
      after: { separadoDe: leading.id, ...(snooze && { adiadoAte: snooze.until.toISOString() }) },
    },
  });
}

/** Most tickets of a customer that are offered; others are named by their number in the list. */
const MOST_OFFERED = 30;

async function mergeOptions(
  { params, query }: Input<Routes['options']>,
  ctx: Context,
): Promise<Output<Routes['options']>> {
  const { db, user } = ctx;
  const [leading] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, params.idTicket), ticketScope(user)));
  if (!leading) throw notFound();
  const others = await db
    .select()
    .from(tickets)
    .where(
      and(
        ticketScope(user),
        query.tickets
          ? inArray(tickets.id, query.tickets)
          : and(eq(tickets.customerId, leading.customerId), isOpen(tickets)),
        ne(tickets.id, leading.id),
      ),
    )
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(MOST_OFFERED);
  const [sides, parameters, counts] = await Promise.all([
    mergeSides(db, [leading, ...others]),
    serviceParameters(db, leading.branchId),
    whatFollows(
      ctx,
      [leading, ...others].map(({ id }) => id),
    ),
  ]);
  const lead = sideOf(sides, leading.id);
  const shown = (other: TicketRecord): MergeOption => {
    const side = sideOf(sides, other.id);
    const found =
      other.id === leading.id ? null : mergeObstacle(lead, side, { items: parameters.maximoItensTicket });
    const of = counts.get(other.id);
    return {
      id: other.id,
      versao: versionFor(user, other),
      assunto: other.subject,
      tipo: side.typeName,
      status: other.status,
      etapa: side.stepName,
      datahora_criacao: other.createdAt.toISOString(),
      operador:
        isOutside(user) || other.operatorId === null || !of?.operator
          ? null
          : { id: other.operatorId, nome: of.operator },
      mensagens: of?.messages ?? 0,
      produtos: side.lines,
      arquivos: of?.files ?? 0,
      impedimento: found?.message ?? null,
    };
  };
  return { principal: shown(leading), outros: others.map(shown) };
}

interface Follows {
  id: number;
  operator: string | null;
  messages: number;
  files: number;
}

/** What the person may see of it. */
async function whatFollows({ db, user }: Context, ids: readonly number[]): Promise<Map<number, Follows>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: tickets.id,
      operator: people.name,
      messages: sql<number>`(select count(*)::int from ${ticketMessages} where ${ticketMessages.ticketId} = ${tickets}.id
        and ${isOutside(user) ? sql`${ticketMessages.type} = 'PUBLICO'` : sql`true`})`,
      files: sql<number>`(select count(*)::int from ${ticketAttachments} where ${ticketAttachments.ticketId} = ${tickets}.id
        and ${ticketAttachments.fieldKey} is null and ${isOutside(user) ? sql`not ${ticketAttachments.internal}` : sql`true`})`,
    })
    .from(tickets)
    .leftJoin(people, eq(people.id, tickets.operatorId))
    .where(inArray(tickets.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export const ticketMergeImplementation = implement(ticketMergeRoutes, {
  options: mergeOptions,
  merge,
  undoMerge,
});
