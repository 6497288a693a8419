CREATE TABLE "record_followings" (
	"type" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"last_id" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "customers_representative_idx";--> statement-breakpoint
DROP INDEX "customers_region_idx";--> statement-breakpoint
DROP INDEX "customers_classification_idx";--> statement-breakpoint
DROP INDEX "product_prices_table_idx";--> statement-breakpoint
CREATE INDEX "invoice_titles_number_idx" ON "invoice_titles" USING btree ("number");--> statement-breakpoint
CREATE INDEX "products_brand_order_idx" ON "products" USING btree ("brand" collate pt_br,"id");--> statement-breakpoint
CREATE INDEX "products_code_order_idx" ON "products" USING btree ("code" collate pt_br,"id");--> statement-breakpoint
CREATE INDEX "products_description_idx" ON "products" USING btree ("description" collate pt_br,"id");--> statement-breakpoint
CREATE INDEX "customers_representative_idx" ON "customers" USING btree ("representative_id","legal_name" collate pt_br,"id");--> statement-breakpoint
CREATE INDEX "customers_region_idx" ON "customers" USING btree ("region_id","legal_name" collate pt_br,"id");--> statement-breakpoint
CREATE INDEX "customers_classification_idx" ON "customers" USING btree ("classification_id","legal_name" collate pt_br,"id");--> statement-breakpoint
CREATE INDEX "product_prices_table_idx" ON "product_prices" USING btree ("price_table_id","product_id","id");