import { inArray } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Share } from '../../../contract/sac/dashboards.ts';
import type { Executor } from '../../db/client.ts';
import type { OpenGroup } from './openFigures.ts';
import { largest } from './rules.ts';

/** How many bars a chart bears. */
const SHOWN = 10;

interface Names {
  table: PgTable;
  id: AnyPgColumn;
  name: AnyPgColumn;
  /** What tickets without one are called. */
  none: string;
}

/** The largest groups with their names. */
export async function namedShares(
  db: Executor,
  groups: ReadonlyMap<number | null, OpenGroup>,
  { table, id, name, none }: Names,
): Promise<{ maiores: Share[]; demais: number }> {
  const { maiores, demais } = largest(
    [...groups].map(([key, group]) => ({ key, ...group })),
    SHOWN,
  );
  const ids = maiores.flatMap(({ key }) => (key === null ? [] : [key]));
  const rows = ids.length > 0 ? await db.select({ id, name }).from(table).where(inArray(id, ids)) : [];
  const names = new Map(rows.map((row) => [row.id as number, row.name as string]));
  return {
    maiores: maiores.map(({ key, total, atrasados }) => ({
      chave: key === null ? null : `${key}`,
      descricao: key === null ? none : (names.get(key) ?? `${key}`),
      total,
      atrasados,
    })),
    demais,
  };
}
