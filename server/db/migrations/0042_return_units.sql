ALTER TABLE "invoice_items" ADD COLUMN "factor" numeric(15, 4) DEFAULT '1' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_items" ADD COLUMN "base_unit" text;--> statement-breakpoint
ALTER TABLE "ticket_items" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "ticket_items" ADD COLUMN "factor" numeric(15, 4) DEFAULT '1' NOT NULL;--> statement-breakpoint
-- Lines whose unit is that of the product's only packaging with that code: rights are told in base units from now on.
UPDATE "invoice_items" i SET "factor" = n.factor, "base_unit" = n.base_unit, "returned" = i.returned * n.factor
FROM (
  SELECT line.id, max(pack.conversion_factor) AS factor, product.unit AS base_unit
  FROM "invoice_items" line
  JOIN "products" product ON product.id = line.product_id AND upper(trim(product.unit)) <> upper(trim(line.unit))
  JOIN "packagings" pack ON pack.product_id = product.id AND upper(trim(pack.unit)) = upper(trim(line.unit))
  GROUP BY line.id, product.unit
  HAVING count(*) = 1 AND max(pack.conversion_factor) > 0
    AND scale(trim_scale(line.purchased * max(pack.conversion_factor))) <= 4
    AND scale(trim_scale(line.returned * max(pack.conversion_factor))) <= 4
) n WHERE i.id = n.id;--> statement-breakpoint
UPDATE "ticket_items" t SET "factor" = i.factor, "unit" = i.unit, "held" = t.held * i.factor
FROM "invoice_items" i WHERE i.id = t.invoice_item_id AND i.base_unit IS NOT NULL;
