import { pricePlacesProblem } from '#contract/rules/orders/unitPrice.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { WritingRecords } from '../mapping.ts';
import type { PendingRow } from '../write/pendingRow.ts';

/** Refuses prices with more decimals than `casasPreco`, in forms, calls and imports alike. */
export async function refuseLongPrices(
  rows: readonly PendingRow[],
  field: string,
  { tx }: Pick<WritingRecords, 'tx'>,
): Promise<void> {
  const { casasPreco } = await serviceParameters(tx);
  for (const row of rows) {
    const price = row.after[field];
    const problem =
      row.changed.has(field) && typeof price === 'string' ? pricePlacesProblem(price, casasPreco) : null;
    if (problem) row.refuse(field, problem);
  }
}
