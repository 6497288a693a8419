import { sql } from 'drizzle-orm';
import type { Health } from '../../../contract/config/health.ts';
import type { Db } from '../../db/client.ts';
import { withoutValues } from '../../db/slowStatements.ts';
import type { SlowStatement } from '../../db/tables/nodes.ts';

const SHOWN = 10;
/** A mean that long is worth a look. ms */
const SLOW_MEAN = 100;

/** As PostgreSQL counts them where its extension is there and may be read, else what the processes met over one second. */
export async function slowOfAll(
  db: Db,
  nodes: readonly { slow: SlowStatement[] }[],
): Promise<Health['comandosLentos']> {
  const counted = await countedByPostgres(db).catch(() => null);
  if (counted) return { fonte: 'PG_STAT_STATEMENTS', itens: counted };
  const byText = new Map<string, SlowStatement>();
  for (const each of nodes.flatMap(({ slow }) => slow)) {
    const known = byText.get(each.text);
    byText.set(
      each.text,
      known
        ? {
            text: each.text,
            times: known.times + each.times,
            totalMs: known.totalMs + each.totalMs,
            worstMs: Math.max(known.worstMs, each.worstMs),
          }
        : each,
    );
  }
  const itens = [...byText.values()]
    .sort((one, other) => other.worstMs - one.worstMs)
    .slice(0, SHOWN)
    .map(({ text, times, totalMs, worstMs }) => ({
      comando: text,
      vezes: times,
      mediaMs: Math.round(totalMs / times),
      piorMs: worstMs,
    }));
  return { fonte: 'PROCESSOS', itens };
}

async function countedByPostgres(db: Db): Promise<Health['comandosLentos']['itens'] | null> {
  const { rows: extension } = await db.execute(
    sql`select from pg_extension where extname = 'pg_stat_statements'`,
  );
  if (extension.length === 0) return null;
  const { rows } = await db.execute<{ text: string; times: number; mean: number; worst: number }>(sql`
    select query as text, calls::float as times, mean_exec_time as mean, max_exec_time as worst
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      and mean_exec_time >= ${SLOW_MEAN} order by total_exec_time desc limit ${SHOWN}`);
  return rows.map(({ text, times, mean, worst }) => ({
    comando: withoutValues(text),
    vezes: times,
    mediaMs: Math.round(mean),
    piorMs: Math.round(worst),
  }));
}
