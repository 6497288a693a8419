import { and, desc, eq } from 'drizzle-orm';
import { LATE_UNDO, mayBeUndone } from '#contract/rules/undo.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerLog } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import type { AgendaRecord } from './list.ts';
import { momentText } from './rules.ts';
import { changeAgenda, type LockedAgenda } from './writeAgenda.ts';

/** Whether the same command changed anything else. */
const isMore = (data: object): boolean =>
  ['assunto', 'colaborador', 'discadora'].some((part) => part in data);

/**
 * Gives an agenda the moment back that it had before it was rescheduled, if that is the last thing that happened to it and the
 * person did it just now. The moment may have passed, and nobody is asked about the contact: it was planned for then before.
 */
export async function undoneReschedule(tx: Tx, ctx: Context, agenda: LockedAgenda): Promise<AgendaRecord> {
  const [last] = await tx
    .select()
    .from(customerLog)
    .where(and(eq(customerLog.type, 'AGENDA'), eq(customerLog.itemId, agenda.id)))
    .orderBy(desc(customerLog.id))
    .limit(1);
  const { acao, de, para, ...more } = last?.data ?? {};
  const stands = acao === 'REAGENDAR' && para === agenda.scheduledAt.toISOString() && !isMore(more);
  if (!last || !stands || typeof de !== 'string' || last.personId !== ctx.user.id)
    throw refused('NADA_A_DESFAZER', 'A agenda mudou depois disso, e por isso fica como está.');
  if (!mayBeUndone(last.at, ctx.now())) throw refused('TARDE_PARA_DESFAZER', LATE_UNDO);
  const to = new Date(de);
  return changeAgenda(tx, ctx, agenda, {
    set: { scheduledAt: to },
    action: 'DESFAZER',
    text: `Reagendamento desfeito: de volta a ${momentText(to, agenda.zone)}`,
    data: { de: para, para: de },
  });
}
