import { asc, eq, inArray } from 'drizzle-orm';
import type { BoardRecord } from '#contract/callcenter/agendas/followUpBoards.ts';
import { readStageRule } from '#contract/rules/customers/stageRule.ts';
import type { Executor } from '../../db/client.ts';
import { followUpStages, followUpTypes } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';

type BoardRow = typeof followUpTypes.$inferSelect;
type StageRow = typeof followUpStages.$inferSelect;

export async function boardList(db: Executor): Promise<BoardRecord[]> {
  const rows = await db.select().from(followUpTypes).orderBy(asc(followUpTypes.id));
  const stages = await stagesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => shown(row, stages));
}

export async function oneBoard(db: Executor, id: number): Promise<BoardRecord> {
  const [row] = await db.select().from(followUpTypes).where(eq(followUpTypes.id, id));
  if (!row) throw notFound();
  return shown(row, await stagesOf(db, [id]));
}

/** In the order in which stages are matched against customers. */
export const stagesOf = async (db: Executor, typeIds: number[]): Promise<StageRow[]> =>
  typeIds.length === 0
    ? []
    : db
        .select()
        .from(followUpStages)
        .where(inArray(followUpStages.typeId, typeIds))
        .orderBy(asc(followUpStages.position), asc(followUpStages.id));

const shown = (row: BoardRow, stages: readonly StageRow[]): BoardRecord => ({
  id: row.id,
  nome: row.name,
  descricao: row.description,
  ativo: row.active,
  etapas: stages
    .filter(({ typeId }) => typeId === row.id)
    .map(({ id, name, color, rule }) => ({ id, nome: name, cor: color, regra: readStageRule(rule) })),
  versao: row.version,
});
