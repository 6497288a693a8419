import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { agendas } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { agendaScope } from '../../session/scope.ts';

/** 404 unless the agenda is the customer's and the person may see it. */
export async function requireAgenda(
  db: Executor,
  user: Context['user'],
  id: number,
  customerId?: number,
): Promise<void> {
  const [row] = await db
    .select({ id: agendas.id })
    .from(agendas)
    .where(
      and(
        eq(agendas.id, id),
        customerId === undefined ? undefined : eq(agendas.customerId, customerId),
        agendaScope(user),
      ),
    );
  if (!row) throw notFound();
}
