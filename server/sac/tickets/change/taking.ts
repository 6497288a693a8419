import { eq } from 'drizzle-orm';
import { personChannel, TICKET_FOR_YOU, type TicketForYou } from '#contract/realtime.ts';
import { OF_COLLEAGUE, takesFromColleague, takingQuestion } from '#contract/rules/tickets/taking.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { people } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { publish } from '#server/realtime/publish.ts';
import { attendantsOf } from '#server/session/attendants.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';
import { sendTaken } from './letters.ts';
import type { TicketRecord } from './lockTicket.ts';

interface Colleague {
  id: number;
  name: string;
  email: string;
}

interface Taking {
  /** Who gets the ticket: `null` for anybody in its sector, `undefined` if that does not change. */
  to: number | null | undefined;
  confirmed: boolean;
}

/**
 * The colleague whose ticket somebody else is given, to be told once it is written; `null` if it is taken from nobody who
 * still works on tickets of the branch. Throws 422 unless the person has confirmed it.
 */
export async function colleagueOf(
  tx: Tx,
  { user }: Pick<Context, 'user'>,
  ticket: TicketRecord,
  { to, confirmed }: Taking,
): Promise<Colleague | null> {
  const from = ticket.operatorId;
  if (to === undefined || from === null || !takesFromColleague({ from, to, by: user.id })) return null;
  const attendants = await attendantsOf(tx, { branchId: ticket.branchId });
  if (!attendants.some(({ id }) => id === from)) return null;
  const [colleague] = await tx
    .select({ id: people.id, name: people.name, email: people.email })
    .from(people)
    .where(eq(people.id, from));
  if (!colleague) return null;
  if (!confirmed) {
    const question = takingQuestion(colleague.name);
    throw refused(OF_COLLEAGUE, question, { confirmar: question });
  }
  return colleague;
}

/**
 * Tells a colleague who took their ticket: at once where the console is open, in the bell, and by e-mail. For many tickets at once there is
 * one letter when the job ends.
 */
export async function tellColleague(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now' | 'ip' | 'requestId'> & Partial<Pick<Context, 'settings' | 'jobId'>>,
  ticket: Pick<TicketRecord, 'id' | 'subject' | 'branchId'>,
  colleague: Colleague,
): Promise<void> {
  const { user, now, jobId } = ctx;
  const { id } = ticket;
  const data: TicketForYou = { id, motivo: 'RETIRADO', por: { id: user.id, nome: user.name } };
  await publish(tx, { channels: [personChannel(colleague.id)], event: TICKET_FOR_YOU, data, at: now() });
  if (jobId) return;
  await noticeTo(tx, ctx, [colleague.id], {
    titulo: `O ticket ${id} não está mais com você`,
    texto: `${user.name} mudou o responsável.`,
    link: `/tickets/${id}`,
  });
  if (colleague.email) await sendTaken(tx, ctx, { to: colleague, by: user.name, tickets: [ticket] });
}
