import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { countMomentText, readCountMoment } from '../../contract/rules/orders/shownStock.ts';
import type { Tx } from '../db/client.ts';
import { productStock, stockMovements } from '../db/tables/index.ts';
import type { WritingRecords } from './mapping.ts';
import type { PendingRow } from './pendingRow.ts';

/** So far the clock of another machine may be ahead. */
const AHEAD = 5 * 60_000;

/** In its one spelling, so that the same moment is equal however it is written; what is none is refused by the rules. */
export function completeCount({ after }: PendingRow): void {
  const moment = typeof after.contadoEm === 'string' ? readCountMoment(after.contadoEm) : null;
  if (moment) (after as Record<string, unknown>).contadoEm = countMomentText(moment);
}

export function stockRules(rows: readonly PendingRow[], { ctx }: WritingRecords): void {
  for (const row of rows) {
    if (!row.changed.has('contadoEm') || row.after.contadoEm === undefined) continue;
    const moment = readCountMoment(String(row.after.contadoEm));
    const before = readCountMoment(String(row.before?.contadoEm ?? ''));
    if (!moment) row.refuse('contadoEm', 'Este dia e hora não existem.');
    else if (moment.getTime() > ctx.now().getTime() + AHEAD)
      row.refuse('contadoEm', 'A contagem não pode ser de depois de agora.');
    else if (before && moment < before)
      row.refuse('contadoEm', `O saldo gravado é mais novo: foi contado em ${row.before?.contadoEm}.`);
  }
}

/** What was ordered after the count is set aside from it; what was ordered before is in it already. */
export async function followCounts(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  const ids = rows.flatMap(({ id, changed }) => (id !== undefined && changed.has('contadoEm') ? [id] : []));
  if (ids.length > 0)
    await recount(tx, and(inArray(productStock.id, ids), isNotNull(productStock.countedAt)));
}

/** Ordered since the stock was counted, less what was given back; never more is promised than was counted. */
const sinceCount = sql`greatest(0, coalesce((select sum(m.units) from ${stockMovements} m
  where m.product_id = ${productStock.productId} and m.branch_id = ${productStock.branchId}
    and m.at > ${productStock.countedAt}), 0))`;

/** Of a stock of which `units` were moved just now: without a count every open order is set aside. */
export const reservedNow = (units: SQL): SQL =>
  sql`case when ${productStock.countedAt} is null then greatest(0, ${productStock.reserved} + ${units}) else ${sinceCount} end`;

/** Movements before the count are in it, and are not needed any more. */
async function recount(tx: Tx, which: SQL | undefined): Promise<void> {
  await tx.execute(sql`update ${productStock} set reserved = ${sinceCount} where ${which}`);
  await tx.execute(sql`delete from ${stockMovements} m using ${productStock}
    where ${which} and m.product_id = ${productStock.productId} and m.branch_id = ${productStock.branchId}
      and m.at <= ${productStock.countedAt}`);
}
