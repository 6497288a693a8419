CREATE TABLE "bulk_job_rows" (
	"job_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"record_id" integer NOT NULL,
	"failure_code" text,
	"failure_text" text,
	CONSTRAINT "bulk_job_rows_job_id_place_pk" PRIMARY KEY("job_id","place")
);
--> statement-breakpoint
DROP INDEX "tickets_id_idx";--> statement-breakpoint
DROP INDEX "tickets_created_idx";--> statement-breakpoint
DROP INDEX "tickets_updated_idx";--> statement-breakpoint
DROP INDEX "tickets_due_idx";--> statement-breakpoint
DROP INDEX "tickets_status_idx";--> statement-breakpoint
DROP INDEX "tickets_status_created_idx";--> statement-breakpoint
DROP INDEX "tickets_status_updated_idx";--> statement-breakpoint
DROP INDEX "tickets_status_due_idx";--> statement-breakpoint
DROP INDEX "tickets_type_idx";--> statement-breakpoint
DROP INDEX "tickets_customer_idx";--> statement-breakpoint
DROP INDEX "tickets_branch_idx";--> statement-breakpoint
DROP INDEX "tickets_representative_idx";--> statement-breakpoint
DROP INDEX "tickets_region_idx";--> statement-breakpoint
DROP INDEX "tickets_sector_idx";--> statement-breakpoint
DROP INDEX "tickets_operator_idx";--> statement-breakpoint
ALTER TABLE "bulk_job_rows" ADD CONSTRAINT "bulk_job_rows_job_id_bulk_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."bulk_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_step_idx" ON "tickets" USING btree ("step_key","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id");--> statement-breakpoint
CREATE INDEX "tickets_id_idx" ON "tickets" USING btree ("archived","id","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_created_idx" ON "tickets" USING btree ("archived","created_at","id","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","due_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_updated_idx" ON "tickets" USING btree ("archived","updated_at","id","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_due_idx" ON "tickets" USING btree ("archived",coalesce("due_at", 'infinity'::timestamptz),"id","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_status_idx" ON "tickets" USING btree ("archived","status","id","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_status_created_idx" ON "tickets" USING btree ("archived","status","created_at","id","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","due_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_status_updated_idx" ON "tickets" USING btree ("archived","status","updated_at","id","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_status_due_idx" ON "tickets" USING btree ("archived","status",coalesce("due_at", 'infinity'::timestamptz),"id","due_at","type_id","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_type_idx" ON "tickets" USING btree ("archived","type_id","id","status","branch_id","representative_id","region_id","sector_id","operator_id","customer_id","created_at","due_at","step_key");--> statement-breakpoint
CREATE INDEX "tickets_customer_idx" ON "tickets" USING btree ("customer_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","operator_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_branch_idx" ON "tickets" USING btree ("branch_id","archived","created_at","id","updated_at","due_at","status","type_id","representative_id","region_id","sector_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_representative_idx" ON "tickets" USING btree ("representative_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","region_id","sector_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_region_idx" ON "tickets" USING btree ("region_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","sector_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_sector_idx" ON "tickets" USING btree ("sector_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","region_id","operator_id","customer_id","step_key");--> statement-breakpoint
CREATE INDEX "tickets_operator_idx" ON "tickets" USING btree ("operator_id","archived","created_at","id","updated_at","due_at","status","type_id","branch_id","representative_id","region_id","sector_id","customer_id","step_key");--> statement-breakpoint
ALTER TABLE "bulk_jobs" DROP COLUMN "succeeded";--> statement-breakpoint
ALTER TABLE "bulk_jobs" DROP COLUMN "failures";--> statement-breakpoint
ALTER TABLE "bulk_jobs" DROP COLUMN "cancel_requested";