import { eq } from 'drizzle-orm';
import { personChannel, TICKET_FOR_YOU, type TicketForYou } from '#contract/realtime.ts';
import { AWAY, awayQuestion } from '#contract/rules/absence.ts';
import { OF_COLLEAGUE, takesFromColleague, takingQuestion } from '#contract/rules/tickets/taking.ts';
import { noticeText } from '#contract/words/notices.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { people } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { publish } from '#server/realtime/publish.ts';
import { awayOn, dayAt } from '#server/session/absences.ts';
import { attendantsOf } from '#server/session/attendants.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';
import { sendTaken } from './letters.ts';
import type { TicketRecord } from './lockTicket.ts';
import { actOf } from './undoable.ts';

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
 * still works on tickets of the branch. Throws 422 unless the person has confirmed that, and that it goes to somebody who is away.
 */
export async function colleagueOf(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now'>,
  ticket: TicketRecord,
  { to, confirmed }: Taking,
): Promise<Colleague | null> {
  if (to === undefined || to === ticket.operatorId) return null;
  const colleague = await losing(tx, ctx, ticket, to);
  if (confirmed) return colleague;
  const away = await awayText(tx, ctx, ticket, to);
  const question = [colleague && takingQuestion(colleague.name), away].filter(Boolean).join(' ');
  if (question) throw refused(colleague ? OF_COLLEAGUE : AWAY, question, { confirmar: question });
  return colleague;
}

async function losing(
  tx: Tx,
  { user }: Pick<Context, 'user'>,
  { operatorId: from, branchId }: TicketRecord,
  to: number | null,
): Promise<Colleague | null> {
  if (from === null || !takesFromColleague({ from, to, by: user.id })) return null;
  const attendants = await attendantsOf(tx, { branchId });
  if (!attendants.some(({ id }) => id === from)) return null;
  const [colleague] = await tx
    .select({ id: people.id, name: people.name, email: people.email })
    .from(people)
    .where(eq(people.id, from));
  return colleague ?? null;
}

/** What is asked before somebody who is away gets a ticket; nobody is asked about themselves. */
async function awayText(
  tx: Tx,
  { user, now }: Pick<Context, 'user' | 'now'>,
  { branchId }: TicketRecord,
  to: number | null,
): Promise<string | null> {
  if (to === null || to === user.id) return null;
  const absence = (await awayOn(tx, await dayAt(tx, branchId, now()))).get(to);
  if (!absence) return null;
  const [person] = await tx.select({ name: people.name }).from(people).where(eq(people.id, to));
  return awayQuestion(person?.name ?? '', absence.until, absence.substitute?.nome ?? null);
}

/**
 * Tells a colleague who took their ticket: at once where the console is open, in the bell, and by e-mail. For many tickets at once there is
 * one letter when the job ends. What is only taken back is told where the console is open.
 */
export async function tellColleague(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now' | 'ip' | 'requestId'> & Partial<Pick<Context, 'settings' | 'jobId'>>,
  ticket: Pick<TicketRecord, 'id' | 'version' | 'subject' | 'branchId'>,
  colleague: Colleague,
  isTakenBack: boolean,
): Promise<void> {
  const { user, now, jobId } = ctx;
  const { id } = ticket;
  const data: TicketForYou = { id, motivo: 'RETIRADO', por: { id: user.id, nome: user.name } };
  await publish(tx, { channels: [personChannel(colleague.id)], event: TICKET_FOR_YOU, data, at: now() });
  if (jobId || isTakenBack) return;
  await noticeTo(tx, ctx, [colleague.id], {
    titulo: noticeText('RETIRADO', { ticket: id }),
    texto: noticeText('RETIRADO_POR', { pessoa: user.name }),
    link: `/tickets/${id}`,
  });
  if (colleague.email)
    await sendTaken(tx, ctx, { to: colleague, by: user.name, tickets: [ticket], act: actOf(ticket) });
}
