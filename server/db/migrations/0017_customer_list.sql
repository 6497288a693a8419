DROP INDEX "customers_created_idx";--> statement-breakpoint
CREATE INDEX "customers_last_purchase_idx" ON "customers" USING btree (coalesce("last_purchase_on", '-infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "customers_state_idx" ON "customers" USING btree (("address" ->> 'uf'),"id");--> statement-breakpoint
CREATE INDEX "customers_region_idx" ON "customers" USING btree ("region_id");--> statement-breakpoint
CREATE INDEX "customers_created_idx" ON "customers" USING btree ("created_at","id");