import { eq } from 'drizzle-orm';
import { personChannel, TICKET_FOR_YOU, type TicketForYou } from '#contract/realtime.ts';
import { OF_COLLEAGUE, takesFromColleague, takingQuestion } from '#contract/rules/tickets/taking.ts';
import { queueMail } from '#server/adapters/mail/outbox.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { people } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { publish } from '#server/realtime/publish.ts';
import { attendantsOf } from '#server/session/attendants.ts';
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

/** Tells a colleague who took their ticket: at once where the console is open, and by e-mail. */
export async function tellColleague(
  tx: Tx,
  { user, now, settings }: Pick<Context, 'user' | 'now'> & Partial<Pick<Context, 'settings'>>,
  { id, subject, branchId }: Pick<TicketRecord, 'id' | 'subject' | 'branchId'>,
  colleague: Colleague,
): Promise<void> {
  const data: TicketForYou = { id, motivo: 'RETIRADO', por: { id: user.id, nome: user.name } };
  await publish(tx, { channels: [personChannel(colleague.id)], event: TICKET_FOR_YOU, data, at: now() });
  if (!colleague.email) return;
  const text = [
    `Olá, ${colleague.name}.`,
    `${user.name} mudou o responsável pelo ticket ${id}, que estava com você: ${subject}.`,
    ...(settings ? [`Para abrir: ${settings.publicUrl}/tickets/${id}`] : []),
  ];
  await queueMail(
    tx,
    {
      to: colleague.email,
      subject: `O ticket ${id} não está mais com você`,
      text: text.join('\n\n'),
      envelope: { branchId },
    },
    now,
  );
}
