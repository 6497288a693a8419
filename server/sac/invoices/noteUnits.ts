import { and, asc, eq, exists, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { QUANTITY_MAX_PLACES } from '#contract/rules/quantity.ts';
import type { Db, Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { invoiceItems, packagings, paperDeductions, products, ticketItems } from '../../db/tables/index.ts';

/**
 * Writes how the unit of these invoice lines leads to base units: by the only packaging of the product with that unit, if the
 * purchased quantity is exact in base units; otherwise the line's own unit is its base. A line from which something was taken
 * keeps what it has, since a packaging that is corrected later must not change rights that were given. What return notes took
 * of a line that had no packaging is told in its new base units.
 */
export async function writeNoteUnits(tx: Tx, which: SQL | undefined): Promise<void> {
  await tx.execute(sql`
    with moved as (
      update ${invoiceItems} set factor = n.factor, base_unit = n.base_unit
      from (
        select line.id, case when p.one then p.factor else 1 end as factor,
          case when p.one then product.unit end as base_unit
        from ${invoiceItems} line
        join ${products} product on product.id = line.product_id
        cross join lateral (
          select max(pack.conversion_factor) as factor,
            upper(trim(product.unit)) <> upper(trim(line.unit)) and count(*) = 1 and max(pack.conversion_factor) > 0
              and scale(trim_scale(line.purchased * max(pack.conversion_factor))) <= ${sql.raw(String(QUANTITY_MAX_PLACES))} as one
          from ${packagings} pack
          where pack.product_id = line.product_id and upper(trim(pack.unit)) = upper(trim(line.unit))
        ) p
        where line.returned = 0
          and not exists (select from ${ticketItems} taken where taken.invoice_item_id = line.id)
          and (line.base_unit is null
            or not exists (select from ${paperDeductions} taken where taken.invoice_item_id = line.id))
      ) n
      where ${invoiceItems.id} = n.id and ${which}
        and (${invoiceItems.factor}, ${invoiceItems.baseUnit}) is distinct from (n.factor, n.base_unit)
      returning ${invoiceItems.id} as id, n.factor as factor)
    update ${paperDeductions} set units = units * moved.factor from moved
    where ${paperDeductions.invoiceItemId} = moved.id`);
}

/** Lines per transaction, which limits how long somebody waits who takes from one of them. */
const BATCH = 1_000;

/** The lines of these products that had no packaging with their unit find it, if there is one by now. */
export async function followPackagings(db: Db, productIds: readonly number[]): Promise<void> {
  for (let last = 0; ; ) {
    const done = await db.transaction((tx) => followSome(tx, productIds, last));
    if (done === null) return;
    last = done;
  }
}

/** The lines after an id; returns the last one's, or `null` when there are none. */
async function followSome(tx: Tx, productIds: readonly number[], after: number): Promise<number | null> {
  const ofItsUnit = tx
    .select({ one: sql`1` })
    .from(packagings)
    .where(
      and(
        eq(packagings.productId, invoiceItems.productId),
        sql`upper(trim(${packagings.unit})) = upper(trim(${invoiceItems.unit}))`,
      ),
    );
  const rows = await tx
    .select({ id: invoiceItems.id })
    .from(invoiceItems)
    .where(
      and(
        amongIds(invoiceItems.productId, [...productIds]),
        isNull(invoiceItems.baseUnit),
        gt(invoiceItems.id, after),
        exists(ofItsUnit),
      ),
    )
    .orderBy(asc(invoiceItems.id))
    .limit(BATCH)
    .for('update');
  if (rows.length === 0) return null;
  const ids = rows.map(({ id }) => id);
  await writeNoteUnits(tx, amongIds(invoiceItems.id, ids));
  return ids.at(-1) ?? null;
}
