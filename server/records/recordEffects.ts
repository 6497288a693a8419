import { followTaxes } from '../callcenter/orderCore/commands.ts';
import type { WritingRecords } from './mapping.ts';
import type { PendingRow } from './write/pendingRow.ts';

/** What other parts of the company do when records change. */

/** Open quotes follow today's fiscal data, in lists and sums too (DOMAIN.md 13). */
export async function followNewTaxes(
  rows: readonly PendingRow[],
  { tx, dryRun }: WritingRecords,
): Promise<void> {
  const ids = rows.flatMap(({ id, changed }) => (id !== undefined && changed.has('impostos') ? [id] : []));
  if (ids.length > 0 && !dryRun) await followTaxes(tx, ids);
}
