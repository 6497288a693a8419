DROP INDEX "tickets_archived_idx";--> statement-breakpoint
DROP INDEX "tickets_created_idx";--> statement-breakpoint
DROP INDEX "tickets_updated_idx";--> statement-breakpoint
DROP INDEX "tickets_due_idx";--> statement-breakpoint
DROP INDEX "tickets_status_idx";--> statement-breakpoint
DROP INDEX "tickets_type_idx";--> statement-breakpoint
DROP INDEX "tickets_customer_idx";--> statement-breakpoint
DROP INDEX "tickets_operator_idx";--> statement-breakpoint
DROP INDEX "tickets_representative_idx";--> statement-breakpoint
DROP INDEX "tickets_region_idx";--> statement-breakpoint
DROP INDEX "tickets_sector_idx";--> statement-breakpoint
CREATE INDEX "ticket_items_invoice_item_idx" ON "ticket_items" USING btree ("invoice_item_id","ticket_id");--> statement-breakpoint
CREATE INDEX "tickets_id_idx" ON "tickets" USING btree ("archived","id","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_status_created_idx" ON "tickets" USING btree ("archived","status","created_at","id","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_status_updated_idx" ON "tickets" USING btree ("archived","status","updated_at","id","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_status_due_idx" ON "tickets" USING btree ("archived","status",coalesce("due_at", 'infinity'::timestamptz),"id","due_at","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_branch_idx" ON "tickets" USING btree ("branch_id","archived","created_at","id","updated_at","due_at","status","type_id","representative_id","region_id","sector_id","operator_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_subject_idx" ON "tickets" USING gin ((fold_text("subject")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tickets_created_idx" ON "tickets" USING btree ("archived","created_at","id","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_updated_idx" ON "tickets" USING btree ("archived","updated_at","id","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_due_idx" ON "tickets" USING btree ("archived",coalesce("due_at", 'infinity'::timestamptz),"id","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_status_idx" ON "tickets" USING btree ("archived","status","id","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_type_idx" ON "tickets" USING btree ("archived","type_id","id","status","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_customer_idx" ON "tickets" USING btree ("customer_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id");--> statement-breakpoint
CREATE INDEX "tickets_operator_idx" ON "tickets" USING btree ("operator_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_representative_idx" ON "tickets" USING btree ("representative_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","region_id","sector_id","operator_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_region_idx" ON "tickets" USING btree ("region_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","sector_id","operator_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_sector_idx" ON "tickets" USING btree ("sector_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","region_id","operator_id","customer_id");