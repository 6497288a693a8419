import { eq } from 'drizzle-orm';
import { snoozeProblem } from '#contract/rules/tickets/ticketSnooze.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { SnoozeShown } from '#contract/sac/tickets/ticketSnoozes.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { ticketSnoozes } from '#server/db/tables/index.ts';
import { refused, shownBy } from '#server/errors.ts';
import { changeTicket } from '../change/changeTicket.ts';
import { lockTicket, type TicketRecord } from '../change/lockTicket.ts';
import { endSnooze, onClock } from './endSnooze.ts';

interface Until {
  voltaDia: string;
  voltaHora: string;
  versao?: number | undefined;
}

/**
 * Puts a ticket off, or changes until when. It is internal: nobody outside the company notices, and neither its status nor its due time
 * changes.
 */
export async function snoozeTicket(
  tx: Tx,
  ctx: Context,
  id: number,
  { voltaDia, voltaHora, versao }: Until,
): Promise<{ ticket: TicketRecord; until: string }> {
  const ticket = await lockTicket(tx, ctx.user, id, {
    versao,
    state: async () => {
      const [held] = await tx.select().from(ticketSnoozes).where(eq(ticketSnoozes.ticketId, id));
      return shownBy(SnoozeShown, { adiadoAte: held?.until.toISOString() ?? null });
    },
  });
  if (isClosed(ticket.status)) throw refused('ENCERRADO', 'O ticket está encerrado.');
  const { zone } = await calendarOf(tx, ticket.branchId);
  const at = localInstant(voltaDia, voltaHora, zone);
  const problem = snoozeProblem(at, ctx.now());
  if (problem) throw refused('MOMENTO', problem, { voltaDia: problem });
  const set = { until: at, personId: ctx.user.id, at: ctx.now() };
  const before = await endSnooze(tx, id);
  if (before?.until.getTime() === at.getTime())
    throw refused('SEM_MUDANCA', `O ticket já está adiado até ${await onClock(tx, ticket.branchId, at)}.`);
  await tx.insert(ticketSnoozes).values({ ticketId: id, ...set });
  const until = await onClock(tx, ticket.branchId, at);
  const changed = await changeTicket(tx, ctx, ticket, {
    event: { type: 'ADIAMENTO', note: `Até ${until}, ou até o cliente responder.`, internal: true },
    audit: {
      action: 'ADIAR',
      ...(before && { before: { adiadoAte: before.until.toISOString() } }),
      after: { adiadoAte: at.toISOString() },
    },
  });
  return { ticket: changed, until };
}

/** Brings a ticket back before its time. */
export async function wakeTicket(
  tx: Tx,
  ctx: Context,
  id: number,
  { versao }: { versao?: number | undefined } = {},
): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, id, { versao });
  const ended = await endSnooze(tx, id);
  if (!ended) throw refused('NAO_ADIADO', 'O ticket não está adiado.');
  return changeTicket(tx, ctx, ticket, {
    event: {
      type: 'RETOMADA',
      note: `Estava adiado até ${await onClock(tx, ticket.branchId, ended.until)}.`,
      internal: true,
    },
    audit: { action: 'RETOMAR', before: { adiadoAte: ended.until.toISOString() } },
  });
}
