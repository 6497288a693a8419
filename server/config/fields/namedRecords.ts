import { asc, type SQL } from 'drizzle-orm';
import type { FieldEntity } from '#contract/rules/fields/extraField.ts';
import { formatCount } from '#contract/rules/format.ts';
import { firstOfList } from '#contract/rules/text.ts';
import type { Executor } from '../../db/client.ts';
import { fieldEntities } from './queries.ts';

/** Number of records that are named. */
const NAMED = 10;

/** Records that stand against a change of fields: '12 clientes têm', and the names of the first ones. */
export async function namedRecords(
  db: Executor,
  entity: FieldEntity,
  condition: SQL | undefined,
  total: number,
): Promise<{ have: string; names: string }> {
  const { table, label, one, many } = fieldEntities[entity];
  const rows = await db
    .select({ name: label })
    .from(table)
    .where(condition)
    .orderBy(asc(table.id))
    .limit(NAMED);
  const names = firstOfList(
    rows.map(({ name }) => name),
    NAMED,
    total,
  );
  return { have: `${formatCount(total, one, many)} ${total === 1 ? 'tem' : 'têm'}`, names };
}
