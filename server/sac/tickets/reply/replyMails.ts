import { and, eq } from 'drizzle-orm';
import type { MessageInput } from '#contract/sac/tickets/ticketConversation.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { people, sectors } from '#server/db/tables/index.ts';
import { invalid } from '#server/errors.ts';
import { attendantsOf } from '#server/session/attendants.ts';
import { sendForwarded } from '../change/letters.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { actOf } from '../change/undoable.ts';

interface Written {
  ticket: Pick<TicketRecord, 'id' | 'version' | 'subject' | 'branchId'>;
  html: string;
}

/**
 * E-mails the person who receives the ticket, unless they forwarded it to themselves. For many tickets at once there is one
 * letter when the job ends.
 */
export async function mailToAttendant(
  tx: Tx,
  ctx: Context,
  { ticket, html }: Written,
  { sector, attendant }: ForwardTarget,
) {
  if (ctx.jobId || !attendant?.email || attendant.id === ctx.user.id) return;
  await sendForwarded(tx, ctx, {
    to: attendant,
    by: ctx.user.name,
    tickets: [ticket],
    act: actOf(ticket),
    sector: sector.name,
    html,
  });
}

/** The destination of an ENCAMINHAMENTO. */
export interface ForwardTarget {
  sector: { id: number; name: string };
  /** `null`: anyone in the sector can take it. */
  attendant: { id: number; name: string; email: string } | null;
}

type Named = Pick<MessageInput, 'setor' | 'colaborador_id'>;

/** Throws 422 for a sector that does not exist, and for a person who is not in it or does not see the branch. */
export async function forwardTarget(
  db: Executor,
  { setor, colaborador_id }: Named,
  branchId: number,
): Promise<ForwardTarget> {
  if (!setor) throw invalid({ setor: 'Escolha o setor que recebe o ticket.' });
  const [sector] = await db
    .select({ id: sectors.id, name: sectors.name })
    .from(sectors)
    .where(and(eq(sectors.id, setor), eq(sectors.active, true)));
  if (!sector) throw invalid({ setor: 'Setor não encontrado. Escolha outro.' });
  if (!colaborador_id) return { sector, attendant: null };
  const there = await attendantsOf(db, { branchId, sectorId: sector.id });
  const [attendant] = there.some(({ id }) => id === colaborador_id)
    ? await db
        .select({ id: people.id, name: people.name, email: people.email })
        .from(people)
        .where(eq(people.id, colaborador_id))
    : [];
  if (!attendant)
    throw invalid({ colaborador_id: 'Este atendente não é do setor ou não atende a filial do ticket.' });
  return { sector, attendant };
}
