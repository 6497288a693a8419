CREATE INDEX "customers_blocked_idx" ON "customers" USING btree ("trade_name" collate pt_br,"id") WHERE blocked;--> statement-breakpoint
CREATE INDEX "customers_prospect_idx" ON "customers" USING btree ("trade_name" collate pt_br,"id") WHERE prospect;--> statement-breakpoint
CREATE INDEX "orders_purchase_order_idx" ON "orders" USING btree ("purchase_order") WHERE purchase_order <> '';