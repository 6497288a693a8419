DROP INDEX "records_key_idx";--> statement-breakpoint
DROP INDEX "records_name_idx";--> statement-breakpoint
DROP INDEX "records_id_idx";--> statement-breakpoint
CREATE INDEX "records_key_idx" ON "records" USING btree ("type","key" collate pt_br,"id","customer_id","branch_id");--> statement-breakpoint
CREATE INDEX "records_name_idx" ON "records" USING btree ("type","name" collate pt_br,"id","customer_id","branch_id");--> statement-breakpoint
CREATE INDEX "records_id_idx" ON "records" USING btree ("type","id","customer_id","branch_id");