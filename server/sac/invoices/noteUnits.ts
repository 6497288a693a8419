import { type SQL, sql } from 'drizzle-orm';
import { QUANTITY_MAX_PLACES } from '../../../contract/rules/quantity.ts';
import type { Tx } from '../../db/client.ts';
import { invoiceItems, packagings, products, ticketItems } from '../../db/tables/index.ts';

/**
 * Writes how the unit of these invoice lines leads to base units: by the only packaging of the product with that unit, if the
 * purchased quantity is exact in base units; otherwise the line's own unit is its base. A line from which tickets have taken
 * something keeps what it has: a packaging that is corrected later must not change rights that were given.
 */
export async function writeNoteUnits(tx: Tx, which: SQL | undefined): Promise<void> {
  await tx.execute(sql`
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
    ) n
    where ${invoiceItems.id} = n.id and ${which}
      and (${invoiceItems.factor}, ${invoiceItems.baseUnit}) is distinct from (n.factor, n.base_unit)`);
}
