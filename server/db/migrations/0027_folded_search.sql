DROP INDEX "agendas_subject_idx";--> statement-breakpoint
DROP INDEX "customers_search_idx";--> statement-breakpoint
DROP INDEX "orders_branch_idx";--> statement-breakpoint
ALTER TABLE "agendas" ADD COLUMN "folded_subject" text GENERATED ALWAYS AS (public.fold_text(subject)) STORED;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "folded_names" text GENERATED ALWAYS AS (public.fold_text(legal_name || ' ' || trade_name)) STORED;--> statement-breakpoint
CREATE INDEX "agendas_folded_subject_idx" ON "agendas" USING gin ("folded_subject" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_classification_idx" ON "customers" USING btree ("classification_id");--> statement-breakpoint
CREATE INDEX "customers_names_idx" ON "customers" USING gin ("folded_names" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_branch_idx" ON "orders" USING btree ("branch_id","stage","created_at","id","status","seller_id","customer_id","channel");