import { and, desc, eq } from 'drizzle-orm';
import type { Agenda } from '#contract/callcenter/agendas/agendaShapes.ts';
import type { Reading } from '../../context.ts';
import { agendas, customerLog, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { agendaScope } from '../../session/scope.ts';
import { agendaRows } from './list.ts';

/** No agenda in real use has more entries than this. */
const MAX_EVENTS = 100;

/** An agenda with its history; unknown and out-of-scope ones are both 404. */
export async function oneAgenda(id: number, ctx: Reading): Promise<Agenda> {
  const { db, user } = ctx;
  const [record] = await db
    .select({ agenda: agendas, creator: people.name })
    .from(agendas)
    .leftJoin(people, eq(people.id, agendas.createdById))
    .where(and(eq(agendas.id, id), agendaScope(user)));
  if (!record) throw notFound();
  const [[row], historico] = await Promise.all([agendaRows(ctx, [id]), eventsOf(ctx, id)]);
  if (!row) throw notFound();
  return {
    ...row,
    observacao: record.agenda.finishNote,
    criador: record.creator,
    dtCriacao: record.agenda.createdAt.toISOString(),
    historico,
    podeExcluir: row.podeAlterar && record.agenda.personId === user.id,
  };
}

async function eventsOf({ db }: Reading<'db'>, id: number): Promise<Agenda['historico']> {
  const rows = await db
    .select({
      id: customerLog.id,
      texto: customerLog.text,
      at: customerLog.at,
      data: customerLog.data,
      colaborador: people.name,
    })
    .from(customerLog)
    .leftJoin(people, eq(people.id, customerLog.personId))
    .where(and(eq(customerLog.type, 'AGENDA'), eq(customerLog.itemId, id)))
    .orderBy(desc(customerLog.at), desc(customerLog.id))
    .limit(MAX_EVENTS);
  return rows.map(({ at, data, ...event }) => ({
    ...event,
    datahora: at.toISOString(),
    motivo: typeof data.motivo === 'string' ? data.motivo : null,
  }));
}
