import { asc, eq } from 'drizzle-orm';
import { currentFlows } from '../../../../config/flows/queries.ts';
import type { Db } from '../../../client.ts';
import { reasons, ticketTypes } from '../../../tables/index.ts';
import type { Chance } from '../chance.ts';
import type { TicketKind } from './plan.ts';
import type { TicketSources } from './sources.ts';

type ReasonRow = typeof reasons.$inferSelect;

/** The types, flows and reasons that stand in the database: whatever the files say, the tickets follow. */
export async function ticketKinds(
  db: Db,
): Promise<Pick<TicketSources, 'kinds' | 'productReasons' | 'finalReasons'>> {
  const types = await db
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.active, true))
    .orderBy(asc(ticketTypes.id));
  const flows = new Map((await currentFlows(db)).map((each) => [each.key, each] as const));
  const rows = await db.select().from(reasons).orderBy(asc(reasons.position), asc(reasons.id));
  const kinds = types.flatMap((type): TicketKind[] => {
    const flow = flows.get(type.flowKey);
    const own = rows.filter(({ kind, typeId }) => kind === 'ABERTURA' && typeId === type.id);
    return flow
      ? [
          {
            type,
            flow: flow.flow,
            flowVersion: flow.version,
            reasons: (chance) => chosenReasons(chance, own, null),
          },
        ]
      : [];
  });
  return {
    kinds,
    productReasons: rows.filter(({ kind }) => kind === 'PRODUTO'),
    finalReasons: rows.filter(({ kind }) => kind === 'FINALIZACAO'),
  };
}

/** One of each level down to the last, or to where the level below may be left out. */
function chosenReasons(
  chance: Chance,
  rows: readonly ReasonRow[],
  parent: ReasonRow | null,
): { id: number; descricao: string }[] {
  const level = rows.filter(({ parentId }) => parentId === (parent?.id ?? null));
  if (level.length === 0 || (parent && !parent.childrenRequired && chance.happens(40))) return [];
  const chosen = chance.pick(level);
  return [{ id: chosen.id, descricao: chosen.description }, ...chosenReasons(chance, rows, chosen)];
}
