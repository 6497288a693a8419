DROP INDEX "records_customer_idx";--> statement-breakpoint
CREATE INDEX "records_customer_idx" ON "records" USING btree ("customer_id","type");