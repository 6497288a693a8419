import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, customerLog } from '../../db/tables/index.ts';

type NewAgenda = typeof agendas.$inferInsert;

const AT_ONCE = 500;

/**
 * Writes agendas and an entry of the activity log for each. Answers their ids in the order given; `null` where the same
 * external id already made one.
 */
export async function writeAgendas(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now'>,
  rows: readonly NewAgenda[],
  text: string,
): Promise<(number | null)[]> {
  const ids: (number | null)[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE);
    const written = await tx
      .insert(agendas)
      .values(
        part.map((row) => ({ ...row, createdById: ctx.user.id, createdAt: ctx.now(), updatedAt: ctx.now() })),
      )
      .onConflictDoNothing()
      .returning({ id: agendas.id, customerId: agendas.customerId, externalId: agendas.externalId });
    if (written.length > 0)
      await tx.insert(customerLog).values(
        written.map(({ id, customerId }) => ({
          customerId,
          type: 'AGENDA' as const,
          itemId: id,
          text,
          personId: ctx.user.id,
          at: ctx.now(),
        })),
      );
    ids.push(...inOrder(part, written));
  }
  return ids;
}

/** Rows without an external id are never refused: they come back one for one. */
function inOrder(part: readonly NewAgenda[], written: readonly { id: number; externalId: string | null }[]) {
  const byExternal = new Map(written.map(({ id, externalId }) => [externalId, id]));
  return part.map(({ externalId }, index) =>
    externalId ? (byExternal.get(externalId) ?? null) : (written[index]?.id ?? null),
  );
}
