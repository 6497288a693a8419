import { and, desc, eq } from 'drizzle-orm';
import type { TicketConflict } from '../../../../contract/sac/ticketMoves.ts';
import type { User } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { people, ticketEvents, tickets } from '../../../db/tables/index.ts';
import { conflict, notFound, refused } from '../../../errors.ts';
import { ticketScope } from '../../../session/scope.ts';
import { eventNote, readableEvents } from './eventNote.ts';
import { stepOf } from './stepOf.ts';

export type TicketRecord = typeof tickets.$inferSelect;

interface Expected {
  /** The version that the person saw; without it the write goes over whatever stands. */
  versao?: number | undefined;
  /** Archived tickets are read-only, except to be taken out of the archive. */
  archivedToo?: boolean;
  /** What a form of it reads, for the other person's side of a conflict. */
  state?: (ticket: TicketRecord) => unknown;
}

/**
 * The ticket, locked until the transaction ends, so that of two writers the second sees what the first did.
 * Throws 404 for what the person may not see, 409 with the current state for an old version (DOMAIN.md 4.4),
 * 422 for an archived one.
 */
export async function lockTicket(
  tx: Tx,
  user: User,
  id: number,
  { versao, archivedToo = false, state }: Expected = {},
): Promise<TicketRecord> {
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), ticketScope(user)))
    .for('update');
  if (!ticket) throw notFound();
  if (versao !== undefined && versao !== ticket.version)
    throw conflict(
      'Este ticket mudou enquanto você o via. Confira o que mudou e decida se quer aplicar a sua ação.',
      { ...(await conflictOf(tx, user, ticket, versao)), ...(state && { estado: await state(ticket) }) },
    );
  if (ticket.archived && !archivedToo)
    throw refused('ARQUIVADO', 'O ticket está arquivado e só pode ser lido. Desarquive-o para mudá-lo.');
  return ticket;
}

/** Every write adds one to the version and one entry to the timeline: so many entries are new to the person. */
async function conflictOf(
  tx: Tx,
  user: User,
  ticket: TicketRecord,
  seen: number,
): Promise<TicketConflict & Record<string, unknown>> {
  const missed = Math.min(Math.max(ticket.version - seen, 1), MOST_CHANGES);
  const [step, changes] = await Promise.all([
    stepOf(tx, ticket),
    tx
      .select({ event: ticketEvents, person: people.name })
      .from(ticketEvents)
      .leftJoin(people, eq(people.id, ticketEvents.personId))
      .where(and(eq(ticketEvents.ticketId, ticket.id), readableEvents(user)))
      .orderBy(desc(ticketEvents.createdAt), desc(ticketEvents.id))
      .limit(missed),
  ]);
  return {
    versao: ticket.version,
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

const MOST_CHANGES = 20;
