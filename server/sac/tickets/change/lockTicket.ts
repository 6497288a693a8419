import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { currentStep, type Flow, type FlowStep } from '#contract/rules/flows/flow.ts';
import { mergedText } from '#contract/rules/tickets/ticketMerge.ts';
import type { TicketConflict } from '#contract/sac/tickets/ticketMoves.ts';
import { flowVersion } from '#server/config/flows/queries.ts';
import type { User } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { people, ticketEvents, tickets } from '#server/db/tables/index.ts';
import { conflict, notFound, refused, type ShownRecord } from '#server/errors.ts';
import { isOutside, ticketScope } from '#server/session/scope.ts';

export type TicketRecord = typeof tickets.$inferSelect;

interface Expected {
  /** The version that the user saw; without it, the write overwrites the current state. */
  versao?: number | undefined;
  /** Archived tickets are read-only, except to be taken out of the archive. */
  archivedToo?: boolean;
  /** A merged ticket is locked only to separate it again. */
  mergedToo?: boolean;
  /** The state as a form reads it, returned with a conflict as the other person's side. */
  state?: (ticket: TicketRecord) => Promise<ShownRecord>;
}

/**
 * Locks the ticket until the transaction ends, so that the second of two writers sees what the first did. Throws 404 if the
 * person may not see it, 409 with the current state for an outdated version (docs/domain.md 4.4), and 422 if it is archived
 * or was merged into another one.
 */
export async function lockTicket(
  tx: Tx,
  user: User,
  id: number,
  { versao, archivedToo = false, mergedToo = false, state }: Expected = {},
): Promise<TicketRecord> {
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), ticketScope(user)))
    .for('update');
  if (!ticket) throw notFound();
  if (ticket.mergedIntoId !== null && !mergedToo)
    throw refused('JUNTADO', mergedText(ticket.id, ticket.mergedIntoId));
  if (versao !== undefined && versao !== versionFor(user, ticket))
    throw conflict(
      'Este ticket mudou enquanto você o via. Confira o que mudou e decida se quer aplicar a sua ação.',
      { ...(await conflictOf(tx, user, ticket, versao)), ...(state && { estado: await state(ticket) }) },
    );
  if (ticket.archived && !archivedToo && !mergedToo)
    throw refused('ARQUIVADO', 'O ticket está arquivado e só pode ser lido. Desarquive-o para mudá-lo.');
  return ticket;
}

/**
 * Locks tickets in the order of their numbers, before anything else: every transaction that writes several tickets, or tickets and
 * pickups, begins with it, so that no two wait for each other.
 */
export async function lockTickets(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(inArray(tickets.id, [...ids]))
    .orderBy(asc(tickets.id))
    .for('update');
}

/** The version that the person is shown and sends back: outside the company, internal changes do not count. */
export const versionFor = (
  user: Pick<User, 'type'>,
  { version, internalVersions }: Pick<TicketRecord, 'version' | 'internalVersions'>,
): number => (isOutside(user) ? version - internalVersions : version);

/**
 * Every write that the person's version counts raises it by one and adds one timeline entry, so the difference is the number
 * of entries that they have not seen. Those that they may not read stay unnamed, and no older one stands in for them.
 */
async function conflictOf(
  tx: Tx,
  user: User,
  ticket: TicketRecord,
  seen: number,
): Promise<TicketConflict & Record<string, unknown>> {
  const version = versionFor(user, ticket);
  const missed = Math.min(Math.max(version - seen, 1), MAX_CHANGES);
  const counted = tx
    .select({ id: ticketEvents.id })
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.ticketId, ticket.id),
        NOT_BESIDE,
        isOutside(user) ? eq(ticketEvents.noticed, true) : undefined,
      ),
    )
    .orderBy(desc(ticketEvents.createdAt), desc(ticketEvents.id))
    .limit(missed);
  const [step, changes] = await Promise.all([
    stepOf(tx, ticket),
    tx
      .select({ event: ticketEvents, person: people.name })
      .from(ticketEvents)
      .leftJoin(people, eq(people.id, ticketEvents.personId))
      .where(and(inArray(ticketEvents.id, counted), readableEvents(user)))
      .orderBy(desc(ticketEvents.createdAt), desc(ticketEvents.id)),
  ]);
  return {
    versao: version,
    por: changes[0]?.person ?? null,
    em: changes[0]?.event.createdAt.toISOString() ?? null,
    status: ticket.status,
    etapaAtual: { chave: step.chave, descricao: step.descricao },
    arquivado: ticket.archived,
    mudancas: changes.map(({ event, person }) => ({
      tipo: event.type,
      observacao: eventNote(user, event),
      colaborador: person,
      datahora_criacao: event.createdAt.toISOString(),
    })),
  };
}

const MAX_CHANGES = 20;

/** A private note is an entry beside the ticket, which no version counts. */
export const NOT_BESIDE = sql`not (${ticketEvents.internal} and ${ticketEvents.type} = 'MENSAGEM')`;

type Pinned = Pick<typeof tickets.$inferSelect, 'id' | 'flowKey' | 'flowVersion' | 'stepKey'>;

/** The flow in the version that the ticket is pinned to, never a newer one. */
export async function flowOf(db: Executor, ticket: Pinned): Promise<Flow> {
  const version = await flowVersion(db, ticket.flowKey, ticket.flowVersion);
  if (!version) throw new Error(`ticket ${ticket.id} pins a flow that is not there: ${ticket.flowKey}`);
  return version.flow;
}

/** The ticket's current step. */
export async function stepOf(db: Executor, ticket: Pinned): Promise<FlowStep> {
  return stepIn(await flowOf(db, ticket), ticket);
}

export function stepIn(flow: Flow, ticket: Pinned): FlowStep {
  const step = currentStep(flow, ticket.stepKey);
  if (!step) throw new Error(`ticket ${ticket.id} stands on a step that its flow does not have`);
  return step;
}

type Noted = Pick<typeof ticketEvents.$inferSelect, 'note' | 'data' | 'personId'>;

/**
 * The text of a timeline entry as this person may read it. What stands beside the note (`data.interno`) and the reason for a
 * move (`data.motivo`) are for the company only: people outside see only reasons that they wrote themselves.
 */
export function eventNote(user: Pick<User, 'id' | 'type'>, entry: Noted): string {
  const { data, personId } = entry;
  const { motivo, interno } = data;
  const note =
    typeof interno === 'string' && !isOutside(user)
      ? [entry.note, interno].filter(Boolean).join('; ')
      : entry.note;
  if (typeof motivo !== 'string' || note.includes(motivo)) return note;
  if (isOutside(user) && personId !== user.id) return note;
  return note ? `${note} Motivo: ${motivo}` : `Motivo: ${motivo}`;
}

/** The timeline entries that this person may read: internal ones are for the company only, and costs require the permission. */
export const readableEvents = (user: Pick<User, 'type' | 'grants'>): SQL | undefined =>
  and(
    isOutside(user) ? eq(ticketEvents.internal, false) : undefined,
    allows(user.grants, 'TICKETS_CUSTOS') ? undefined : ne(ticketEvents.type, 'CUSTO'),
  );
