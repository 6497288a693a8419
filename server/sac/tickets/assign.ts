import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Distribution, leastOf, nextInTurn } from '#contract/rules/tickets/distribution.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { AssigneeShown, ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import {
  assignmentTurns,
  isOpen,
  personSkills,
  sectors,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { refused, shownBy } from '#server/errors.ts';
import { awayOn, dayAt, presentFor } from '#server/session/absences.ts';
import { attendantsOf } from '#server/session/attendants.ts';
import { command } from '#server/writing/command.ts';
import { type ChangingTicket, changeTicket } from './change/changeTicket.ts';
import { lockTicket, stepOf, type TicketRecord } from './change/lockTicket.ts';
import { moved } from './moves/openWork.ts';

interface Assignment {
  /** Who gets the ticket, or how that is found; `null` for nobody. */
  to: number | null | Distribution;
  /** Whether it was confirmed that a colleague loses it, or that it goes to somebody who is away. */
  confirmed: boolean;
  /** The version that the person saw. */
  versao?: number | undefined;
}

/** Gives a ticket to a person, to whoever is found, or to nobody. */
export async function assignTicket(
  tx: Tx,
  ctx: Context,
  id: number,
  { to, confirmed, versao }: Assignment,
): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, id, {
    versao,
    state: async ({ operatorId }) => shownBy(AssigneeShown, { operador: operatorId }),
  });
  if (isClosed(ticket.status)) throw refused('ENCERRADO', 'O ticket está encerrado.');
  const operatorId = typeof to === 'string' ? await personFor(tx, ctx, ticket, to) : to;
  if (ticket.operatorId === operatorId)
    throw refused(
      'SEM_MUDANCA',
      operatorId ? 'O ticket já está com esta pessoa.' : 'Ninguém o tinha assumido.',
    );
  const name = operatorId === null ? null : await attendantName(tx, operatorId, ticket);
  return changeTicket(tx, ctx, ticket, {
    // Being assigned is what distinguishes the first two statuses (docs/domain.md 2).
    set: { operatorId, ...(operatorId && ticket.status === 'ABERTO' && { status: 'EM_ATENDIMENTO' }) },
    event: {
      type: 'ATRIBUICAO',
      note: name ? `Operador: ${name}.` : 'Sem operador.',
      internal: true,
    },
    audit: {
      action: 'ATRIBUIR',
      before: { operador: ticket.operatorId },
      after: { operador: operatorId },
    },
    // Somebody who is away named the substitute.
    confirmed: confirmed || to === 'SUBSTITUTO',
  });
}

export const assign = command(ticketMoveRoutes.assign, async (tx, ctx, { params, body }) => {
  const { operador, confirmar = false, versao } = body;
  const changed = await assignTicket(tx, ctx, params.idTicket, {
    to: operador,
    confirmed: confirmar,
    versao,
  });
  return moved(ctx, changed, await stepOf(tx, changed), await assignedText(tx, ctx, changed));
});

async function assignedText(tx: Tx, { user }: Context, ticket: TicketRecord): Promise<string> {
  const { operatorId } = ticket;
  if (operatorId === null) return 'O ticket ficou sem operador.';
  if (operatorId === user.id) return 'O ticket é seu.';
  return `O ticket está com ${await attendantName(tx, operatorId, ticket)}.`;
}

/** The name of somebody who may have the ticket. Throws 422 for anybody else. */
export async function attendantName(tx: Tx, id: number, { branchId }: TicketRecord): Promise<string> {
  const person = (await attendantsOf(tx, { branchId })).find((each) => each.id === id);
  if (!person) throw refused('NAO_ATENDE_FILIAL', 'Esta pessoa não atende a filial do ticket.');
  return person.nome;
}

type Whose = Pick<TicketRecord, 'id' | 'branchId' | 'sectorId' | 'typeId' | 'operatorId'>;

/** Whoever gets a ticket by this way of sharing out. Throws 422 if nobody is there who could. */
export async function personFor(
  tx: Tx,
  ctx: Pick<ChangingTicket, 'now'>,
  ticket: Whose,
  way: Distribution,
): Promise<number> {
  if (way === 'SUBSTITUTO') return substituteFor(tx, ctx, ticket);
  const able = await availableFor(tx, ctx, ticket);
  const who = way === 'MENOS_TICKETS' ? await leastLoaded(tx, able) : await takeTurn(tx, ctx, ticket, able);
  if (who === null)
    throw refused(
      'NINGUEM_DISPONIVEL',
      'Ninguém do setor que atende a filial está disponível com a habilidade do ticket.',
    );
  return who;
}

/** Who works in the place of the ticket's operator; the operator, unless away. */
async function substituteFor(tx: Tx, { now }: Pick<ChangingTicket, 'now'>, ticket: Whose): Promise<number> {
  if (ticket.operatorId === null) throw refused('SEM_RESPONSAVEL', 'O ticket não tem operador a substituir.');
  const away = await awayOn(tx, await dayAt(tx, ticket.branchId, now()));
  const there = await attendantsOf(tx, { branchId: ticket.branchId });
  const who = presentFor(away, ticket.operatorId);
  if (who === null || !there.some(({ id }) => id === who))
    throw refused('SEM_SUBSTITUTO', 'O operador não tem um substituto que atenda a filial do ticket.');
  return who;
}

/**
 * Who may get a ticket now, by number: people of its branch and sector who are not away and have the skill that its type asks
 * for, or its sector.
 */
export async function availableFor(
  db: Executor,
  { now }: Pick<ChangingTicket, 'now'>,
  ticket: Whose,
): Promise<number[]> {
  const { branchId, sectorId } = ticket;
  const [persons, away, skillId] = [
    await attendantsOf(db, { branchId, ...(sectorId !== null && { sectorId }) }),
    await awayOn(db, await dayAt(db, branchId, now())),
    await neededSkill(db, ticket),
  ];
  const present = persons.map(({ id }) => id).filter((id) => !away.has(id));
  const able = skillId === null ? present : await withSkill(db, present, skillId);
  return able.sort((one, other) => one - other);
}

/** What whoever takes the ticket should know; `null` for nothing in particular. */
export async function neededSkill(
  db: Executor,
  { typeId, sectorId }: Pick<TicketRecord, 'typeId' | 'sectorId'>,
): Promise<number | null> {
  const [row] = await db
    .select({ skillId: sql<number | null>`coalesce(${ticketTypes.skillId}, ${sectors.skillId})` })
    .from(ticketTypes)
    .leftJoin(sectors, eq(sectors.id, sectorId ?? 0))
    .where(eq(ticketTypes.id, typeId));
  return row?.skillId ?? null;
}

async function withSkill(db: Executor, ids: readonly number[], skillId: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: personSkills.personId })
    .from(personSkills)
    .where(and(inArray(personSkills.personId, [...ids]), eq(personSkills.skillId, skillId)));
  return rows.map(({ id }) => id);
}

/** Whoever has the fewest open tickets, of equals the lowest number; `null` if there is nobody. */
export const leastLoaded = async (db: Executor, ids: readonly number[]): Promise<number | null> =>
  leastOf(ids, await openLoads(db, ids));

/** How many open tickets each of these people has; nobody without any is in it. */
export async function openLoads(db: Executor, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: tickets.operatorId, open: sql<number>`count(*)::int` })
    .from(tickets)
    .where(and(inArray(tickets.operatorId, [...ids]), isOpen(tickets), eq(tickets.archived, false)))
    .groupBy(tickets.operatorId);
  return new Map(rows.flatMap(({ id, open }) => (id === null ? [] : [[id, open]])));
}

/** The next of those who share out the tickets of a branch and sector, who is remembered. Of two at once each gets another. */
async function takeTurn(
  tx: Tx,
  { now }: Pick<ChangingTicket, 'now'>,
  { branchId, sectorId }: Whose,
  ids: readonly number[],
): Promise<number | null> {
  const key = `filial ${branchId} setor ${sectorId ?? 0}`;
  if (ids.length === 0) return null;
  // Makes the row that is locked; nobody's turn came before the first.
  await tx.insert(assignmentTurns).values({ key, personId: 0, at: now() }).onConflictDoNothing();
  const [turn] = await tx.select().from(assignmentTurns).where(eq(assignmentTurns.key, key)).for('update');
  const who = nextInTurn(ids, turn?.personId ?? 0);
  if (who !== null)
    await tx.update(assignmentTurns).set({ personId: who, at: now() }).where(eq(assignmentTurns.key, key));
  return who;
}
