import { followTaxes } from '../callcenter/orderCore/commands.ts';
import { followNewPackagings } from '../callcenter/quoteEditing/repackedLines.ts';
import type { WritingRecords } from './mapping.ts';
import type { PendingRow } from './write/pendingRow.ts';

/** What other parts of the company do when records change. */

/** Open quotes follow today's fiscal data and packagings, in lists and sums too (docs/domain.md 13). */
export async function followProducts(
  rows: readonly PendingRow[],
  { tx, ctx, dryRun }: WritingRecords,
): Promise<void> {
  if (dryRun) return;
  const changed = (field: string) =>
    rows.flatMap(({ id, changed: fields }) => (id !== undefined && fields.has(field) ? [id] : []));
  const [taxed, packed] = [changed('impostos'), changed('embalagens')];
  if (taxed.length > 0) await followTaxes(tx, taxed);
  if (packed.length > 0) await followNewPackagings(tx, ctx, packed);
}
